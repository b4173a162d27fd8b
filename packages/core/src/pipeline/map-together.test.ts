import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapByKey, mapGroups, mapWhere, unitKey } from './map-together.js';

const double = async (numbers: readonly number[]): Promise<readonly number[]> =>
  numbers.map((number) => 2 * number);

describe('work that is done together', () => {
  it('gives each chosen item its own result, and the others none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.integer(), fc.boolean())), async (rows) => {
        const results = await mapWhere(
          rows.map(([number]) => number),
          (_, index) => rows[index]?.[1] ?? false,
          double,
        );
        expect(results).toEqual(rows.map(([number, isOne]) => (isOne ? 2 * number : undefined)));
      }),
    );
  });

  it('gives each item of a group its own result', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.integer())), async (groups) => {
        expect(await mapGroups(groups, double)).toEqual(
          groups.map((group) => group.map((number) => 2 * number)),
        );
      }),
    );
  });
});

describe('work by key', () => {
  it('is done once for each key, and gives each item its own result', async () => {
    const { signal } = new AbortController();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.integer(), fc.nat(3))), async (rows) => {
        const keys = rows.map(([, key]) => key);
        const asked: number[] = [];
        const results = await mapByKey(rows, keys, signal, async (some, key) => {
          asked.push(key);
          return some.map((row) => ({ row, key }));
        });
        expect(results).toEqual(rows.map((row, index) => ({ row, key: keys[index] })));
        expect(asked.toSorted()).toEqual([...new Set(keys)].toSorted());
      }),
    );
  });
});

describe('the key of a unit', () => {
  it('is of no other unit, whatever signs the texts have', () => {
    const terms = [{ source: 'world', target: 'Welt' }];
    const termed = { text: 'Hello world', protectedSpans: [], terms };
    const spanned = {
      text: 'a',
      protectedSpans: [{ start: 0, end: 1, kind: 'placeholder' }],
    } as const;
    for (const unit of [termed, spanned]) {
      const key = unitKey(unit);
      for (const text of [key, key.slice(key.indexOf('\0') + 1), `${unit.text}\0${key}`])
        expect(unitKey({ text, protectedSpans: [] })).not.toBe(key);
    }
  });
});
