import { expect, it } from 'vitest';
import { createSequence } from './promises.js';

it('does work in the order in which it was added, also after some that failed', async () => {
  const inSequence = createSequence();
  const done: string[] = [];
  const note = (name: string) => async (): Promise<string> => {
    await new Promise((resolve) => setImmediate(resolve));
    done.push(name);
    return name;
  };
  const failing = inSequence(async () => {
    await note('first')();
    throw new Error('failed');
  });
  const others = ['second', 'third'].map((name) => inSequence(note(name)));
  await expect(failing).rejects.toThrow('failed');
  expect(await Promise.all(others)).toEqual(['second', 'third']);
  expect(done).toEqual(['first', 'second', 'third']);
});
