import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../packages/server/dist/platform/database/testing/free-port.js';
import type { TestServer } from '../../support/start-server.js';
import { ROOT } from './repository.js';

/** Starts nginx with one of our configurations; only addresses and folders are other ones. */
export const startConfiguredNginx = async (name: string, servers: readonly TestServer[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-nginx-conf-'));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  const text = readFileSync(join(ROOT, 'deploy', name), 'utf8')
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
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
