import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildahOptions, buildImage, makeNodeImage, must } from './buildah.mjs';

const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 100;
/** Of the image, without the data of Apertium's languages. */
const MAX_MEBIBYTES = 400;
const MEBIBYTE = 1024 ** 2;

const isOnPath = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Builds the image, starts it, translates, kills it, and starts the next one on the same data. */
export const testContainer = async (root) => {
  if (process.getuid?.() !== 0) return { skipped: 'it needs root' };
  if (!isOnPath('buildah') || !isOnPath('mmdebstrap')) {
    return { skipped: 'install buildah and mmdebstrap' };
  }
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-deploy-'));
  try {
    const refusal = await tryChroot(folder);
    if (refusal !== undefined) return { skipped: `containers cannot run here: ${refusal}` };
    await makeNodeImage(folder);
    await buildImage(folder, root, 'dragoman');
    const sizes = await measureImage(folder);
    const key = randomBytes(24).toString('hex');
    const first = await start(folder, key);
    await translate(first, key);
    await first.kill('SIGKILL');
    // The same image stands for its successor: what counts is that the data is used again.
    const second = await start(folder, key);
    await translate(second, key);
    const code = await second.kill('SIGTERM');
    if (code !== 0) throw new Error(`an orderly stop ended with ${code}`);
    if (sizes.withoutLanguageData > MAX_MEBIBYTES) {
      throw new Error(`the image has ${sizes.withoutLanguageData} MiB without language data`);
    }
    return {
      details:
        `${sizes.whole} MiB, ${sizes.withoutLanguageData} MiB without language data; ` +
        `ready after ${first.readyMs} ms, after a kill ${second.readyMs} ms`,
    };
  } finally {
    await must('buildah', [...buildahOptions(folder), 'rm', '--all']).catch(() => {});
    await must('buildah', [...buildahOptions(folder), 'umount', '--all']).catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
};

/** @returns why the kernel does not let us, if it does not */
const tryChroot = async (folder) => {
  try {
    const container = await must('buildah', [...buildahOptions(folder), 'from', 'scratch']);
    await must('buildah', [...buildahOptions(folder), 'mount', container]);
    await must('buildah', [...buildahOptions(folder), 'rm', container]);
    return undefined;
  } catch (error) {
    return error.message.trim().split('\n').at(-1);
  }
};

/** In MiB. */
const measureImage = async (folder) => {
  const container = await must('buildah', [...buildahOptions(folder), 'from', 'dragoman']);
  const image = await must('buildah', [...buildahOptions(folder), 'mount', container]);
  const sizeOf = async (...paths) => {
    const lines = (await must('du', ['--summarize', '--bytes', ...paths])).split('\n');
    return lines.reduce((sum, line) => sum + Number.parseInt(line, 10), 0) / MEBIBYTE;
  };
  const whole = await sizeOf(image);
  const data = ['usr/share/apertium', 'opt/dragoman/models'].map((path) => join(image, path));
  const languageData = await sizeOf(...data.filter(existsSync));
  await must('buildah', [...buildahOptions(folder), 'rm', container]);
  return {
    whole: Math.round(whole),
    withoutLanguageData: Math.round(whole - languageData),
  };
};

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
};

/** A server in a new container, on a folder for data that all of them share. */
const start = async (folder, key) => {
  const port = await freePort();
  const data = join(folder, 'data');
  await must('install', ['--directory', '--owner=1000', '--group=1000', data]);
  const container = await must('buildah', [...buildahOptions(folder), 'from', 'dragoman']);
  const startedMs = performance.now();
  const child = spawn(
    'buildah',
    [
      ...[...buildahOptions(folder), 'run', '--isolation', 'chroot', '--user', 'node'],
      ...['--volume', `${data}:/data`, '--env', 'DRAGOMAN_HOST=127.0.0.1'],
      ...['--env', `DRAGOMAN_PORT=${port}`, '--env', `DRAGOMAN_AUTH_KEY=${key}`],
      ...[container, '--', 'dragoman', 'serve'],
    ],
    { stdio: 'inherit', detached: true },
  );
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const kill = async (signal) => {
    // The whole group: in a chroot there is no process that ends the others.
    if (child.exitCode === null) process.kill(-child.pid, signal);
    return (await exited)[0];
  };
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the container ended with ${child.exitCode}`);
    if (performance.now() - startedMs > READY_TIMEOUT_MS) {
      await kill('SIGKILL');
      throw new Error('the container was not ready in time');
    }
    await delay(POLL_MS);
  }
  return { url, kill, readyMs: Math.round(performance.now() - startedMs) };
};

const translate = async ({ url }, key) => {
  for (const target_lang of ['ES', 'DE']) {
    const answer = await fetch(`${url}/v2/translate`, {
      method: 'POST',
      headers: { authorization: `Service-Auth-Key ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: ['The house is big.'], source_lang: 'EN', target_lang }),
    });
    const { translations } = await answer.json();
    if (!/casa|Haus/.test(translations?.[0]?.text)) throw new Error(`no translation: ${url}`);
  }
};
