import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDocument } from '../check-document.js';
import { DocumentError } from '../document-error.js';
import { FORMATS } from '../formats.js';
import { readDocument } from '../read-document.js';
import { writeDocument } from '../write-document.js';
import { pseudoTranslate } from './pseudo-translate.js';
import type { Sample } from './sample.js';
import { SAMPLES } from './samples/index.js';

const read = ({ bytes, format, sourceLanguage, targetLanguage }: Sample, other = bytes) =>
  readDocument(other, {
    format,
    ...(sourceLanguage && { sourceLanguage }),
    ...(targetLanguage && { targetLanguage }),
  });

const textsOf = (units: readonly { readonly text: string }[]) => units.map(({ text }) => text);

describe.each(SAMPLES.map((sample) => [sample.name, sample] as const))('%s', (_name, sample) => {
  const { format, bytes } = sample;
  const { isBilingual, outputFormats } = FORMATS[format];
  const staysInItsFormat = outputFormats.includes(format);

  it('is read into its paragraphs', async () => {
    expect(textsOf((await read(sample)).units)).toEqual(sample.units);
  });

  it.runIf(staysInItsFormat && !isBilingual)('keeps every byte when nothing changes', async () => {
    const document = await read(sample);
    const written = await writeDocument(document, textsOf(document.units));
    expect(Buffer.compare(written.bytes, bytes)).toBe(0);
    expect(written.fallbacks).toEqual([]);
  });

  it.runIf(staysInItsFormat && !isBilingual)(
    'gives back every unit that was replaced',
    async () => {
      const document = await read(sample);
      const translations = document.units.map((unit) => pseudoTranslate(unit));
      const written = await writeDocument(document, translations);
      expect(textsOf((await read(sample, written.bytes)).units)).toEqual(translations);
      expect(written.fallbacks).toEqual([]);
    },
  );

  it.runIf(staysInItsFormat && !isBilingual)('survives characters with a meaning', async () => {
    const hostile = `a<b>&amp;"q" 'p' \\n {x} [y](z) *s* _u_ \`c\` = | # , ; : % $1 ]]> --> é漢`;
    const document = await read(sample);
    const translations = document.units.map((unit) => pseudoTranslate(unit, () => hostile));
    const written = await writeDocument(document, translations);
    const again = await read(sample, written.bytes);
    expect(textsOf(again.units)).toEqual(translations);
  });

  it('passes its own check when translated', async () => {
    const document = await read(sample);
    const translations = document.units.map((unit) => pseudoTranslate(unit));
    const options = { targetLanguage: sample.targetLanguage ?? 'ar' };
    const written = await writeDocument(document, translations, options);
    expect(written.bytes.length).toBeGreaterThan(0);
    if (!staysInItsFormat) return;
    expect(await checkDocument(document, written.bytes)).toEqual([]);
  });

  it('writes plain text where the codes are lost', async () => {
    const document = await read(sample);
    const written = await writeDocument(
      document,
      document.units.map(() => 'No codes <g id="77"> here'),
    );
    const marked = document.units.flatMap(({ hasMarkup }, index) => (hasMarkup ? [index] : []));
    expect(written.fallbacks).toEqual(marked);
    if (!staysInItsFormat) return;
    expect(await checkDocument(document, written.bytes)).toEqual([]);
  });

  it('reads damaged files or says why not', async () => {
    const damage = fc.record({
      at: fc.nat(bytes.length - 1),
      remove: fc.nat(8),
      insert: fc.uint8Array({ maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
        let damaged = Buffer.from(bytes);
        for (const { at, remove, insert } of damages) {
          const tail = damaged.subarray(at + remove);
          damaged = Buffer.concat([damaged.subarray(0, at), insert, tail]);
        }
        try {
          const document = await read(sample, damaged);
          await writeDocument(
            document,
            document.units.map((unit) => pseudoTranslate(unit)),
          );
        } catch (error) {
          expect(error).toBeInstanceOf(DocumentError);
        }
      }),
      { numRuns: 40 },
    );
  });
});
