import { readdir, readFile } from 'node:fs/promises';

/** Parent and state of a process, from /proc; undefined once it is gone. */
const statusOf = async (pid: number) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined);
  if (status === undefined) return undefined;
  return {
    parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]),
    // A zombie has ended; only its parent has not asked for its exit code yet.
    isZombie: /^State:\s*Z/m.test(status),
  };
};

/** The processes below the given one, at any depth. */
export const descendantsOf = async (pid: number): Promise<readonly number[]> => {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(all.map(async (child) => (await statusOf(child))?.parent));
  const below = (ancestor: number): readonly number[] =>
    all
      .filter((_, index) => parents[index] === ancestor)
      .flatMap((child) => [child, ...below(child)]);
  return below(pid);
};

/** Whether a process has not ended yet. */
export const isAlive = async (pid: number): Promise<boolean> => {
  const status = await statusOf(pid);
  return status !== undefined && !status.isZombie;
};
