import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { freePort } from './free-port.js';

const PROGRAM = ['/usr/bin/redis-server', '/usr/bin/valkey-server'].find(existsSync);

export const hasRedis = (): boolean => PROGRAM !== undefined;

/** A Redis on a port of the loopback address that keeps nothing. */
export interface RedisServer {
  readonly url: string;
  stop(): Promise<void>;
  restart(): Promise<void>;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

export const startRedis = async (): Promise<RedisServer> => {
  if (!PROGRAM) throw new Error('Redis is not installed');
  const port = await freePort();
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()];
    child = spawn(PROGRAM, args, { stdio: 'ignore' });
    while (!(await isListening(port))) {
      if (child.exitCode !== null) throw new Error('Redis does not start');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    restart: start,
  };
};
