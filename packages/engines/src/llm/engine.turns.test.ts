import { expect, it } from 'vitest';
import { Turns } from './engine.js';

it('lets other work go on between two turns', async () => {
  const turns = new Turns();
  const events: string[] = [];
  const other = (count: number): void => {
    events.push('other');
    if (count > 1) setImmediate(other, count - 1);
  };
  setImmediate(other, 4);
  await Promise.all([1, 2, 3].map((number) => turns.take().then(() => events.push(`${number}`))));
  expect(events.filter((event) => event !== 'other')).toEqual(['1', '2', '3']);
  for (const [one, two] of [
    ['1', '2'],
    ['2', '3'],
  ] as const)
    expect(events.slice(events.indexOf(one), events.indexOf(two))).toContain('other');
});
