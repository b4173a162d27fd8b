import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Batch, createBatcher, MAX_BODY_BYTES, MAX_TEXTS } from './batcher.js';
import { ArgumentError } from './errors.js';

const PARAMETERS = { target_lang: 'ES', context: 'Grüße 🌍', source_lang: undefined };

const batchesOf = (texts: readonly string[], parameters: object = PARAMETERS): readonly Batch[] => {
  const batcher = createBatcher({ ...parameters });
  return [...texts.map((text) => batcher.add(text)), batcher.rest()].filter(
    (batch) => batch !== undefined,
  );
};

const bytesOf = (body: string) => Buffer.byteLength(body, 'utf8');

/** Short and long texts, with characters that grow when they are encoded. */
const anyText = fc
  .tuple(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"\\\n\u0000', '🌍', '\ud800', '漢字')),
    fc.oneof({ weight: 9, arbitrary: fc.nat(40) }, { weight: 1, arbitrary: fc.nat(4000) }),
  )
  .map(([text, times]) => text.repeat(times).slice(0, 20_000));

describe('batches of a list', () => {
  it('hold all texts in order, within the limits, and none could begin earlier', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 150 }), (texts) => {
        const batches = batchesOf(texts);
        const bodies = batches.map(({ body }) => JSON.parse(body));
        // Half of a surrogate pair is escaped in JSON and comes back as it was.
        expect(bodies.flatMap((body) => body.text)).toEqual(texts);
        for (const [index, { body, count }] of batches.entries()) {
          expect(bytesOf(body)).toBeLessThanOrEqual(MAX_BODY_BYTES);
          expect(bodies[index]).toMatchObject({ target_lang: 'ES', context: 'Grüße 🌍' });
          expect(bodies[index].text).toHaveLength(count);
          expect(count).toBeGreaterThan(0);
          expect(count).toBeLessThanOrEqual(MAX_TEXTS);
          const next = bodies[index + 1]?.text[0];
          if (next === undefined) continue;
          const withNext = bytesOf(body) + 1 + bytesOf(JSON.stringify(next));
          expect(count === MAX_TEXTS || withNext > MAX_BODY_BYTES).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('fill a request to the last byte', () => {
    const empty = bytesOf(JSON.stringify({ ...PARAMETERS, text: ['', ''] }));
    const texts = ['a'.repeat(70_000), 'b'.repeat(MAX_BODY_BYTES - empty - 70_000)];
    expect(batchesOf(texts).map(({ body }) => bytesOf(body))).toEqual([MAX_BODY_BYTES]);
    expect(batchesOf([texts[0] ?? '', `${texts[1]}b`])).toHaveLength(2);
  });

  it('are none for no text, and one for an empty text', () => {
    expect(batchesOf([])).toEqual([]);
    expect(batchesOf([''])).toMatchObject([{ count: 1 }]);
  });

  it('refuse a text that no request can hold, and say which and how large', () => {
    const texts = ['a', 'ü'.repeat(70_000)];
    expect(() => batchesOf(texts)).toThrow(ArgumentError);
    expect(() => batchesOf(texts)).toThrow(/Text 1 is too large.*140\d\d\d bytes.*131072/);
  });

  it('count the other members of the body', () => {
    const text = 'a'.repeat(100_000);
    expect(() => batchesOf([text], { context: text })).toThrow(/too large/);
  });

  it('refuse what is not a string', () => {
    expect(() => batchesOf(['a', 1 as never])).toThrow('Text 1 of the list is not a string.');
  });
});
