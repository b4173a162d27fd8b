import { setImmediate as otherEvents } from 'node:timers/promises';
import fc from 'fast-check';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { registerLongResponses, writeInTurns } from './long-responses.js';

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
