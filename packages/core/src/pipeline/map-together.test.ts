import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inPortions, mapGroups, mapInTurns, mapWhere } from './map-together.js';

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

describe('work that is done in turns', () => {
  it('gives each item its result, and other work its turn between them', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('other'));
    const results = await mapInTurns(
      ['a', 'b'],
      new AbortController().signal,
      () => 10_000,
      (item, index) => {
        order.push(item);
        return `${item}${index}`;
      },
    );
    expect(results).toEqual(['a0', 'b1']);
    expect(order).toEqual(['a', 'other', 'b']);
  });

  it('ends when its signal aborts', async () => {
    const leaving = new AbortController();
    const work = mapInTurns(
      [1, 2, 3],
      leaving.signal,
      () => 10_000,
      (item) => {
        if (item === 2) leaving.abort(new Error('left'));
        return item;
      },
    );
    await expect(work).rejects.toThrow('left');
  });
});

describe('work that is begun in portions', () => {
  const lengthOf = () => 500;
  const numbers = Array.from({ length: 100 }, (_, index) => index);

  it('gives each item its result, and other work its turn between them', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('other'));
    const results = await inPortions(
      new AbortController().signal,
      lengthOf,
      (some: readonly number[]) => {
        order.push(`from ${some[0]}`);
        return double(some);
      },
    )(numbers);
    expect(results).toEqual(numbers.map((number) => 2 * number));
    expect(order.slice(0, 3)).toEqual(['from 0', 'other', 'from 8']);
  });

  it('fails as a whole when one of them fails, and begins no more when its signal aborts', async () => {
    const failing = inPortions(new AbortController().signal, lengthOf, async () => {
      throw new Error('failed');
    });
    await expect(failing(numbers)).rejects.toThrow('failed');
    const leaving = new AbortController();
    const begun: number[] = [];
    const left = inPortions(leaving.signal, lengthOf, async (some: readonly number[]) => {
      begun.push(some.length);
      leaving.abort(new Error('left'));
      throw new Error('failed');
    });
    await expect(left(numbers)).rejects.toThrow('left');
    expect(begun).toHaveLength(1);
  });
});
