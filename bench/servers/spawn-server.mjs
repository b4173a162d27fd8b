import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createHttpClient } from '../load/http-client.mjs';
import { cpuSecondsOf, killSurvivors, processTree } from './process-tree.mjs';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 5000;

/** A free port of the loopback address. */
export const findFreePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const running = new Set();
const endAll = () => {
  for (const { child } of running) killSurvivors(processTree(child.pid));
};
process.once('exit', endAll);
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.once(signal, () => process.exit(code));
}

/**
 * Starts a server in its own process group and waits until it answers with 200. Its output
 * goes to a file in `directory`, as in production.
 *
 * @param {{ name: string, command: string, args: string[], env: Record<string, string>,
 *   port: number, readyPath: string, directory: string }} options
 */
export const spawnServer = async ({ name, command, args, env, port, readyPath, directory }) => {
  const logPath = join(directory, `${name.replace(/\W+/g, '-')}.log`);
  const log = openSync(logPath, 'w');
  const child = spawn(command, args, {
    cwd: directory,
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  const entry = { child };
  running.add(entry);
  const exited = new Promise((resolve) => {
    child.once('exit', resolve);
    child.once('error', resolve);
  });
  const client = createHttpClient(port);

  const stop = async () => {
    client.close();
    const tree = child.pid === undefined ? [] : processTree(child.pid);
    child.kill('SIGTERM');
    await Promise.race([exited, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    killSurvivors(tree);
    running.delete(entry);
  };

  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const hasEnded = child.exitCode !== null || child.pid === undefined;
    const isReady = await client.send({ method: 'GET', path: readyPath }).then(
      () => true,
      () => false,
    );
    if (isReady && !hasEnded) break;
    if (hasEnded || performance.now() > deadlineMs) {
      await stop();
      const reason = hasEnded ? 'ended while starting' : 'was not ready in time';
      throw new Error(`${name} ${reason}:\n${readFileSync(logPath, 'utf8').slice(-2000)}`);
    }
    await delay(50);
  }
  return { name, port, pid: child.pid, stop, cpuSeconds: () => cpuSecondsOf(child.pid) };
};
