import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '../report/files.mjs';
import { findFreePort } from '../servers/spawn-server.mjs';

const PROGRAM = '/usr/sbin/nginx';

export const hasNginx = () => existsSync(PROGRAM);

/**
 * Starts nginx with one of the configurations in deploy/, in front of servers on these ports.
 *
 * @param {string} name such as `nginx.conf`
 */
export const startNginx = async (name, ports, directory) => {
  const folder = join(directory, `nginx-${await findFreePort()}`);
  mkdirSync(folder);
  const port = await findFreePort();
  const servers = ports.map((server) => `\n    server 127.0.0.1:${server};`).join('');
  const text = readFileSync(join(ROOT, 'deploy', name), 'utf8')
    .replaceAll(/(\s+server dragoman-\d:3030;)+/g, servers)
    .replace('listen 3030;', `listen 127.0.0.1:${port};`)
    .replace('/tmp/nginx.pid', join(folder, 'pid'))
    .replace('http {', `http { client_body_temp_path ${folder}; proxy_temp_path ${folder};`);
  writeFileSync(join(folder, 'nginx.conf'), text);
  const log = join(folder, 'error.log');
  const args = ['-p', folder, '-e', log, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
  const child = spawn(PROGRAM, args, { stdio: 'ignore' });
  const exited = once(child, 'exit');
  while (!existsSync(join(folder, 'pid'))) {
    if (child.exitCode !== null) throw new Error(`nginx ended:\n${readFileSync(log, 'utf8')}`);
    await delay(20);
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
};
