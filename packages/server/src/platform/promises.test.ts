import { expect, it } from 'vitest';
import { createMutex } from './promises.js';

it('does work in the order in which it was added, also after some that failed', async () => {
  const runExclusive = createMutex();
  const done: string[] = [];
  const note = (name: string) => async (): Promise<string> => {
    await new Promise((resolve) => setImmediate(resolve));
    done.push(name);
    return name;
  };
  const failing = runExclusive(async () => {
    await note('first')();
    throw new Error('failed');
  });
  const others = ['second', 'third'].map((name) => runExclusive(note(name)));
  await expect(failing).rejects.toThrow('failed');
  expect(await Promise.all(others)).toEqual(['second', 'third']);
  expect(done).toEqual(['first', 'second', 'third']);
});
