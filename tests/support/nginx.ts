import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROGRAM = '/usr/sbin/nginx';

export const hasNginx = (): boolean => existsSync(PROGRAM);

/** A reverse proxy that distributes requests to servers, round robin. */
export interface Nginx {
  readonly url: string;
  stop(): Promise<void>;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Starts nginx on a port of the loopback address, in front of servers with the given addresses. */
export const startNginx = async (port: number, servers: readonly string[]): Promise<Nginx> => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-nginx-'));
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
     events { worker_connections 256; }
     http {
       access_log off; ${temporary.join(' ')}
       upstream dragoman { ${servers.map((url) => `server ${new URL(url).host};`).join(' ')} keepalive 16; }
       server {
         listen 127.0.0.1:${port};
         location / {
           proxy_pass http://dragoman; proxy_http_version 1.1;
           proxy_set_header Connection ""; proxy_set_header Host $http_host;
         }
       }
     }`,
  );
  const child: ChildProcess = spawn(PROGRAM, ['-p', folder, '-c', file], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error('nginx does not start');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
