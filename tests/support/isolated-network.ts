import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A network with nothing but a loopback address, for the processes that enter it. */
export interface IsolatedNetwork {
  /** Put before a command, this starts it there; the process is the command's own. */
  readonly enter: readonly string[];
  stop(): Promise<void>;
}

/** Makes an isolated network; undefined where this is not allowed: it takes root and Linux. */
export const startIsolatedNetwork = async (): Promise<IsolatedNetwork | undefined> => {
  const script = 'ip link set lo up && echo ready && read -r';
  const holder = spawn('unshare', ['--net', 'bash', '--norc', '-c', script], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(holder, 'exit').catch(() => []);
  const isReady = await Promise.race([
    once(holder.stdout, 'data').then(() => true),
    ended.then(() => false),
  ]);
  if (!isReady) return undefined;
  return {
    enter: ['nsenter', `--net=/proc/${holder.pid}/ns/net`, '--'],
    async stop() {
      holder.stdin.end();
      await ended;
    },
  };
};
