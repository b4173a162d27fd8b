import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../packages/server/src/store/testing/free-port.js';
import { hasNginx } from '../../support/nginx.js';
import { postTranslate, startTestServer, type TestServer } from '../../support/start-server.js';
import { ROOT } from './repository.js';

const hello = { text: ['The house is big.'], source_lang: 'EN', target_lang: 'ES' };

let folder = '';
let servers: readonly TestServer[] = [];
let url = '';
let stopNginx: () => Promise<void>;
beforeAll(async () => {
  if (!hasNginx()) return;
  folder = await mkdtemp(join(tmpdir(), 'dragoman-nginx-conf-'));
  servers = await Promise.all([startTestServer(), startTestServer()]);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const file = join(folder, 'nginx.conf');
  const text = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8')
    .replace('listen 3030;', `listen 127.0.0.1:${port};`)
    .replace('/tmp/nginx.pid', join(folder, 'nginx.pid'))
    .replace('http {', `http { client_body_temp_path ${folder}; proxy_temp_path ${folder};`);
  const reached = servers.reduce(
    (conf, server, index) =>
      conf.replaceAll(`server dragoman-${index + 1}:3030;`, `server ${new URL(server.url).host};`),
    text,
  );
  await writeFile(file, reached);
  const child = spawn(
    '/usr/sbin/nginx',
    ['-p', folder, '-e', join(folder, 'error.log'), '-c', file, '-g', 'daemon off;'],
    { stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  // nginx writes its process id once its configuration is read and its port is open.
  while (!existsSync(join(folder, 'nginx.pid')) && child.exitCode === null) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  stopNginx = async () => {
    child.kill('SIGTERM');
    await exited;
  };
});
afterAll(async () => {
  await stopNginx?.();
  await Promise.all(servers.map((server) => server.stop()));
  if (folder) await rm(folder, { recursive: true, force: true });
});

describe.skipIf(!hasNginx())('nginx.conf', () => {
  const translate = () => postTranslate({ url, key: servers[0]?.key ?? '' }, hello);

  it('passes requests on, and answers back as they are', async () => {
    const response = await translate();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      translations: [{ detected_source_language: 'EN', text: 'La casa es grande.' }],
    });
  });

  it('lets the servers say in their own words that a body is too large', async () => {
    const response = await postTranslate(
      { url, key: servers[0]?.key ?? '' },
      { ...hello, text: ['x'.repeat(200_000)] },
    );
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'body_too_large' });
  });

  it('takes nobody for a visitor on the server’s own machine', async () => {
    expect((await fetch(`${servers[0]?.url}/`)).status).toBe(200);
    expect((await fetch(`${url}/`)).status).toBe(403);
    expect((await fetch(`${url}/session/languages?type=target`)).status).toBe(403);
  });

  it('goes on with one server when the other is gone', async () => {
    await servers[0]?.stop('SIGKILL');
    for (let count = 0; count < 4; count++) expect((await translate()).status).toBe(200);
  });
});
