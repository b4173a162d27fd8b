import { describe, expect, it } from 'vitest';
import type { Shape } from '../text/interpret-content.js';
import { createShapeBands, nearIn, overlapping } from './nearby.js';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

describe('what is near a place of a page', () => {
  it('is all of a short list, and the neighbours in a long one', () => {
    expect(nearIn(numbers(300), 0)).toHaveLength(300);
    expect(nearIn(numbers(300), 0, 10, 20)).toEqual(numbers(20).slice(10));
    const near = nearIn(numbers(100_000), 50_000);
    expect(near.length).toBeLessThan(1000);
    expect([near[0], near.at(-1)]).toEqual([50_000 - near.length / 2, 49_999 + near.length / 2]);
    expect(nearIn(numbers(100_000), 99_999).at(-1)).toBe(99_999);
  });

  it('is found in a row without going through it', () => {
    let looks = 0;
    const row = new Proxy(
      numbers(100_000).map((at) => ({ u: at * 10, end: at * 10 + 8 })),
      {
        get(items, key, receiver) {
          if (typeof key === 'string' && /^\d+$/.test(key)) looks++;
          return Reflect.get(items, key, receiver);
        },
      },
    );
    expect([...overlapping(row, 505_005, 505_025)].map(({ u }) => u)).toEqual([
      505_000, 505_010, 505_020,
    ]);
    expect(looks).toBeLessThan(50);
  });

  it('is among the shapes of its height, of which a dense page shows the nearest', () => {
    const few: readonly Shape[] = [
      [0, 0, 500, 700],
      [10, 10, 20, 20],
      [10, 600, 20, 610],
    ];
    expect(createShapeBands(few).near(12, 15, 10)).toHaveLength(3);

    const cells = numbers(40_000).map((at): Shape => {
      const [x, y] = [(at % 200) * 10, Math.floor(at / 200) * 10];
      return [x, y, x + 8, y + 8];
    });
    const bands = createShapeBands(cells);
    expect(bands.near(1001, 1007, 500).length).toBeLessThan(1500);
    expect(bands.near(1001, 1007, 500)).toContainEqual([500, 1000, 508, 1008]);
    const added: Shape = [501, 1001, 502, 1002];
    bands.add(added);
    expect(bands.near(1001, 1007, 500)).toContain(added);

    const row = createShapeBands(numbers(40_000).map((at) => [at * 10, 0, at * 10 + 8, 8]));
    const near = row.near(0, 8, 200_000);
    expect(near.length).toBeLessThan(1000);
    expect(near).toContainEqual([200_010, 0, 200_018, 8]);
  });
});
