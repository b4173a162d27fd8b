import { setImmediate as otherEvents } from 'node:timers/promises';
import fc from 'fast-check';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createCallerTurns, registerLongResponses, writeInTurns } from './request-turns.js';

describe('work that arrives at the same moment', () => {
  it('is begun for a while in each turn, and other events have theirs', async () => {
    let nowMs = 0;
    const inTurn = createCallerTurns(5, () => nowMs);
    let [turn, done] = [0, 0];
    const ofTurn = new Map<number, number>();
    for (let index = 0; index < 100; index++) {
      inTurn('one', () => {
        nowMs += 2;
        done++;
        ofTurn.set(turn, (ofTurn.get(turn) ?? 0) + 1);
      });
    }
    while (done < 100) {
      await otherEvents();
      turn++;
      nowMs++;
    }
    expect(Math.max(...ofTurn.values())).toBeLessThanOrEqual(3);
    expect(ofTurn.size).toBeGreaterThanOrEqual(33);
  });

  it('counts what follows from it without waiting', async () => {
    let nowMs = 0;
    const inTurn = createCallerTurns(5, () => nowMs);
    let [turn, done] = [0, 0];
    const turns = new Set<number>();
    for (let index = 0; index < 10; index++) {
      inTurn('one', async () => {
        await Promise.resolve();
        nowMs += 10;
        done++;
        turns.add(turn);
      });
    }
    while (done < 10) {
      await otherEvents();
      turn++;
    }
    expect(turns.size).toBe(10);
  });

  it('is begun for each caller in turn, however much one has', async () => {
    const inTurn = createCallerTurns(Number.POSITIVE_INFINITY);
    const order: string[] = [];
    for (const [caller, count] of [
      ['many', 50],
      ['few', 2],
    ] as const) {
      for (let index = 0; index < count; index++) inTurn(caller, () => order.push(caller));
    }
    while (order.length < 52) await otherEvents();
    expect(order.slice(0, 5)).toEqual(['many', 'few', 'many', 'few', 'many']);
  });
});

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ text: `${index}` }));

describe('an answer with a long list', () => {
  it('is written as any other JSON, whatever else is in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.object(), fc.jsonValue(), async (others, item) => {
        const answer = { first: undefined, ...others, list: Array(2001).fill(item) };
        expect(String(await writeInTurns(answer))).toBe(JSON.stringify(answer));
        expect(String(await writeInTurns(answer.list))).toBe(JSON.stringify(answer.list));
      }),
      { numRuns: 20 },
    );
  });

  it('leaves turns to other events while it is written', async () => {
    let [isWritten, turns] = [false, 0];
    const written = writeInTurns({ translations: items(30_000) }).then(() => {
      isWritten = true;
    });
    while (!isWritten) {
      await otherEvents();
      turns++;
    }
    await written;
    expect(turns).toBeGreaterThanOrEqual(30);
  });

  it('is sent as JSON with its length', async () => {
    const app = fastify();
    registerLongResponses(app);
    const answer = { translations: items(1001) };
    app.get('/', async () => answer);
    const response = await app.inject('/');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['content-length']).toBe(`${Buffer.byteLength(response.body)}`);
    expect(response.json()).toEqual(answer);
    await app.close();
  });
});

it.each([[{ translations: items(1000) }], ['text'], [null], [undefined]])(
  'any other answer is left as it is: %#',
  async (answer) => {
    expect(await writeInTurns(answer)).toBeUndefined();
  },
);
