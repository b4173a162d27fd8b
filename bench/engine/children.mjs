import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A process of this folder that answers one message with one message. */
export const startChild = (file) => {
  const child = fork(new URL(file, import.meta.url), { stdio: 'inherit' });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with status ${code}`);
  });
  failed.catch(() => {});
  return {
    ask: (message) => {
      const answer = new Promise((resolve) => child.once('message', resolve));
      child.send(message);
      return Promise.race([answer, failed]);
    },
    stop: async () => {
      child.kill('SIGKILL');
      await failed.catch(() => {});
    },
  };
};
