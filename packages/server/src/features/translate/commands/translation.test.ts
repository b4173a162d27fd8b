import { Readable } from 'node:stream';
import type { WireTranslation } from '@dragoman/contract';
import type { RequestParameters } from '@dragoman/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommandError } from '../../../platform/cli/command.js';
import { readText } from '../../../platform/cli/read-text.js';
import { translateLines } from './translate.js';
import { batchTexts, translateLarge } from './translate-large.js';
import type { TranslationBackend } from './translation-backend.js';

interface Asked {
  readonly texts: readonly string[];
  readonly settings: RequestParameters;
}

/** Capitals instead of a translation, and a note of what was asked. */
const capitals = (): Pick<TranslationBackend, 'translate'> & { readonly asked: Asked[] } => {
  const asked: Asked[] = [];
  return {
    asked,
    async translate(texts, settings, signal) {
      signal.throwIfAborted();
      asked.push({ texts, settings });
      return texts.map((text): WireTranslation => {
        const detected = settings.source_lang ?? 'EN';
        return { text: text.toUpperCase(), detected_source_language: detected };
      });
    },
  };
};

const never = new AbortController().signal;
const TO_ES = { target_lang: 'ES' };
const text = fc
  .array(fc.constantFrom('word', 'ß', '. ', '\n', '\r\n', '\n\n', ' ', '😀', '<p>', '</p>', '"'))
  .map((parts) => parts.join(''));

describe('batches of texts', () => {
  it('have all texts in their order, and are not too large', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 5000 }), { maxLength: 200 }), (texts) => {
        const batches = batchTexts(texts);
        expect(batches.flat()).toEqual(texts);
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(50);
          if (batch.length > 1) expect(batch.join('').length).toBeLessThanOrEqual(32_768);
        }
      }),
    );
  });
});

describe('a large text', () => {
  it('comes back whole, in whatever portions it was translated', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 40 }), async (part, times) => {
        const source = `${part} ${'a'.repeat(300)}.\n`.repeat(times);
        for (const settings of [TO_ES, { ...TO_ES, tag_handling: 'html' as const }]) {
          const { text: done } = await translateLarge(capitals(), source, settings, {
            signal: never,
          });
          expect(done.toLowerCase()).toBe(source.toUpperCase().toLowerCase());
        }
      }),
      { numRuns: 30 },
    );
  });

  it('has its language detected once, by the longest portion; quality stays what was asked', async () => {
    const backend = capitals();
    const source = `Title\n${'word '.repeat(700)}\n${'word '.repeat(600)}\n${'word '.repeat(790)}`;
    await translateLarge(backend, source, TO_ES, { signal: never });
    expect(backend.asked.map(({ settings }) => settings)).toEqual([
      TO_ES,
      { ...TO_ES, source_lang: 'EN', model_type: 'quality_optimized' },
    ]);
    expect(backend.asked[0]?.texts[0]).toHaveLength(790 * 5 - 1);
  });

  it('reports its progress up to the end', async () => {
    const source = 'A sentence here.\n'.repeat(1000);
    let done = 0;
    await translateLarge(capitals(), source, TO_ES, {
      signal: never,
      onCharacters: (count) => {
        done = count;
      },
    });
    // All but the line ends between portions.
    expect(done).toBeGreaterThan(source.length - 10);
    expect(done).toBeLessThan(source.length);
  });

  it('without a letter in it asks nobody', async () => {
    const backend = capitals();
    const blank = await translateLarge(backend, ' \n\n', TO_ES, { signal: never });
    expect(blank).toEqual({ text: ' \n\n', detected_source_language: null });
    expect(backend.asked).toEqual([]);
  });

  it('of malformed XML is refused as a whole where v2 asks for it', async () => {
    const settings = { ...TO_ES, tag_handling: 'xml', tag_handling_version: 'v2' } as const;
    const source = `<a>${'<b>word</b>'.repeat(1000)}`;
    await expect(translateLarge(capitals(), source, settings, { signal: never })).rejects.toThrow(
      'Tag handling parsing failed',
    );
  });
});

const inChunks = (source: Buffer, size: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(source.length / size) }, (_, index) =>
      source.subarray(index * size, (index + 1) * size),
    ),
  );

const linesOf = async (input: Readable): Promise<string> => {
  let written = '';
  await translateLines(capitals(), input, TO_ES, {
    signal: never,
    write: async (line, translated) => {
      written += (translated?.text ?? line.text) + line.end;
    },
  });
  return written;
};

describe('lines', () => {
  it('come back in order with their line ends, however they came in', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (source, size) => {
        expect(await linesOf(inChunks(Buffer.from(source), size))).toBe(source.toUpperCase());
      }),
    );
  });

  it('that are too long are refused with their number', async () => {
    const source = Buffer.from(`short\n${'x'.repeat(20_001)}`);
    await expect(linesOf(inChunks(source, 7000))).rejects.toThrow('Line 2 is longer than 20000');
  });

  it.each([[Buffer.from([0x61, 0x0a, 0xff])], [Buffer.from([0x61, 0x0a, 0xc3])]])(
    'that are no UTF-8 are refused: %o',
    async (source) => {
      await expect(linesOf(Readable.from([source]))).rejects.toThrow(CommandError);
    },
  );
});

describe('reading an input', () => {
  it('keeps a byte order mark and characters across chunks', async () => {
    const source = '\ufeffß😀\r\n';
    expect(await readText(inChunks(Buffer.from(source), 1), 'x', never)).toBe(source);
  });

  it('stops where it gets too large', async () => {
    let made = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          made += 1_000_000;
          yield Buffer.alloc(1_000_000);
        }
      })(),
    );
    await expect(readText(endless, 'The input', never)).rejects.toThrow('larger than 10 MiB');
    expect(made).toBeLessThan(40_000_000);
  });

  it('ends when nobody wants it any more, though the input goes on', async () => {
    const controller = new AbortController();
    const silent = new Readable({ read: () => {} });
    const reading = readText(silent, 'The input', controller.signal);
    controller.abort();
    await expect(reading).rejects.toThrow();
    expect(silent.destroyed).toBe(true);
  });
});
