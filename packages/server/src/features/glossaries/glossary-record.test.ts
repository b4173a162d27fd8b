import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toTsv } from './entry-formats.js';
import { entriesAsJson } from './glossary-record.js';

const term = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 20 })
  .filter((text) => !/[\n\t]/.test(text));

describe('the entries of a dictionary as JSON in pieces', () => {
  it('are the entries, wherever they are cut', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(term, term)),
        fc.integer({ min: 1, max: 64 }),
        async (entries, pieceBytes) => {
          const tsv = toTsv(new Map(entries));
          const dictionary = { source: 'en', target: 'de', tsv: Buffer.from(tsv) };
          let json = '';
          for await (const piece of entriesAsJson(dictionary, pieceBytes)) json += piece;
          expect(JSON.parse(json)).toEqual({
            dictionaries: [
              { source_lang: 'en', target_lang: 'de', entries: tsv, entries_format: 'tsv' },
            ],
          });
        },
      ),
    ));

  it('come in pieces of about the size that is asked for', async () => {
    const tsv = Buffer.from('Wörtchen\tpalabra\n'.repeat(10_000));
    const lengths: number[] = [];
    for await (const piece of entriesAsJson({ source: 'en', target: 'de', tsv })) {
      lengths.push(piece.length);
    }
    expect(lengths.length).toBeGreaterThan(3);
    expect(Math.max(...lengths)).toBeLessThan(80_000);
  });
});
