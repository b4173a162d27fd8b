// Runs inside of the network that compose.mjs makes; its argument is the folder for all data.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'yaml';
import { ROOT } from '../setup.mjs';
import { ADDRESSES } from './compose.mjs';
import { must } from './programs.mjs';
import { awaitDocument, awaitReady, translate, uploadDocument } from './requests.mjs';

const POSTGRES = '/usr/lib/postgresql';
/** Takes longer than the request that uploads it. */
const SENTENCES = 5000;
const LONG_TEXT = Array.from({ length: SENTENCES }, (_, n) => `House ${n} is big.\n`).join('');
const [, , folder] = process.argv;

const { services } = parse(await readFile(join(ROOT, 'deploy/compose.yaml'), 'utf8'), {
  merge: true,
});
const running = new Map();

const start = (name, program, args, environment = {}) => {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.set(name, child);
};

const end = async (name, signal) => {
  const child = running.get(name);
  running.delete(name);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
};

/** Repeats the health check of a service; `programs` stand for those that it names. */
const awaitHealthy = async (name, programs, environment) => {
  const { test, interval, retries } = services[name].healthcheck;
  const [, program, ...args] = test;
  for (let tried = 0; ; tried++) {
    try {
      return await must(programs[program], args, { env: environment });
    } catch (error) {
      if (tried === retries) throw error;
      await delay(Number.parseInt(interval, 10) * 1000);
    }
  }
};

const startPostgres = async () => {
  const [version] = (await readdir(POSTGRES)).toSorted((a, b) => Number(b) - Number(a));
  const programs = join(POSTGRES, version, 'bin');
  const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD_FILE } = services.postgres.environment;
  // It refuses to run as root.
  const account = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
  const home = join(folder, 'postgres');
  await must('install', ['--directory', '--owner=postgres', '--group=postgres', home]);
  const data = join(home, 'data');
  const init = [`--pgdata=${data}`, `--username=${POSTGRES_USER}`, '--auth=scram-sha-256'];
  const initdb = [join(programs, 'initdb'), ...init, `--pwfile=${POSTGRES_PASSWORD_FILE}`];
  await must('setpriv', [...account, ...initdb]);
  const args = ['-D', data, '-k', home, '-c', `listen_addresses=${ADDRESSES.postgres}`];
  start('postgres', 'setpriv', [...account, join(programs, 'postgres'), ...args]);
  const environment = {
    PGHOST: 'postgres',
    PGPASSWORD: await readFile(POSTGRES_PASSWORD_FILE, 'utf8'),
  };
  await awaitHealthy('postgres', { pg_isready: join(programs, 'pg_isready') }, environment);
  const create = ['--username', POSTGRES_USER, POSTGRES_DB];
  await must(join(programs, 'createdb'), create, { env: environment });
};

/** Valkey is a successor of Redis with the same programs, under names of its own. */
const startValkey = async () => {
  const [, ...args] = services.valkey.command;
  // The health check asks at the container's own loopback address.
  start('valkey', 'redis-server', [...args, '--bind', ADDRESSES.valkey, '127.0.0.1']);
  await awaitHealthy('valkey', { 'valkey-cli': 'redis-cli' });
};

const startServer = async (name) => {
  const program = join(ROOT, 'packages/server/bin/dragoman.js');
  start(name, process.execPath, [program, 'serve'], {
    ...services[name].environment,
    DRAGOMAN_HOST: ADDRESSES[name],
    DRAGOMAN_PORT: '3030',
    DRAGOMAN_DATA_DIR: join(folder, services[name].volumes[0].split(':')[0]),
  });
  await awaitReady(`http://${name}:3030`);
};

const startNginx = async () => {
  const [source] = services.nginx.volumes[0].split(':');
  const text = await readFile(join(ROOT, 'deploy', source), 'utf8');
  const file = join(folder, 'nginx.conf');
  // All addresses would include those of the servers, who have the port, too.
  await writeFile(file, text.replace('listen 3030;', `listen ${ADDRESSES.nginx}:3030;`));
  start('nginx', 'nginx', ['-c', file, '-g', 'daemon off;']);
  await awaitReady('http://nginx:3030');
};

const test = async () => {
  await Promise.all([startPostgres(), startValkey()]);
  await Promise.all([startServer('dragoman-1'), startServer('dragoman-2')]);
  await startNginx();
  const key = (await readFile(join(folder, 'scaled-data/auth-key'), 'utf8')).trim();
  const front = 'http://nginx:3030';
  for (let sent = 0; sent < 4; sent++) await translate(front, key);
  // Both have the key of waiting documents, so that one continues what the other began.
  const document = await uploadDocument('http://dragoman-1:3030', key, LONG_TEXT);
  await end('dragoman-1', 'SIGKILL');
  await translate(front, key);
  const startedMs = performance.now();
  const translated = await awaitDocument(front, key, document);
  if (translated.match(/casa/gi)?.length !== SENTENCES) throw new Error(translated.slice(0, 1000));
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  return `translated through nginx; the other server finished a killed one's document in ${seconds} s`;
};

let details;
try {
  details = await test();
} finally {
  for (const name of [...running.keys()].reverse()) await end(name, 'SIGTERM');
}
console.log(details);
