import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readArchive } from '../archive/read-archive.js';
import { createArchive } from '../archive/write-archive.js';
import { checkDocument, toCheckedDocument } from '../check-document.js';
import { DocumentError } from '../common/document-error.js';
import { FORMATS } from '../common/formats.js';
import { DEFAULT_LIMITS } from '../common/limits.js';
import { readDocument } from '../read-document.js';
import { writeDocument } from '../write-document.js';
import { pseudoTranslate } from './pseudo-translate.js';
import { type Sample, utf8 } from './sample.js';
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

  if (staysInItsFormat && !isBilingual) {
    it('keeps every byte when nothing changes', async () => {
      const document = await read(sample);
      const written = await writeDocument(document, textsOf(document.units));
      expect(Buffer.compare(written.bytes, bytes)).toBe(0);
      expect(written.fallbacks).toEqual([]);
    });

    it('gives back every unit that was replaced', async () => {
      const document = await read(sample);
      const translations = document.units.map((unit) => pseudoTranslate(unit));
      const written = await writeDocument(document, translations);
      expect(textsOf((await read(sample, written.bytes)).units)).toEqual(translations);
      expect(written.fallbacks).toEqual([]);
    });

    it('is refused when no word is left in it', async () => {
      const document = await read(sample);
      const numbers = document.units.map((unit) =>
        pseudoTranslate(unit, (text) => text.replace(/\p{L}/gu, '1')),
      );
      const written = await writeDocument(document, numbers);
      await expect(read(sample, written.bytes)).rejects.toMatchObject({
        code: 'nothing_to_translate',
      });
    });

    it('survives characters with a meaning', async () => {
      const hostile = `a<q>&amp;"q" 'p' \\n {0} [y](z) *s* _u_ \`c\` = | # , ; : % $1 ]]> --> é漢`;
      const document = await read(sample);
      const translations = document.units.map((unit, index) =>
        pseudoTranslate(unit, () => `${hostile}${index}`),
      );
      const written = await writeDocument(document, translations);
      const again = await read(sample, written.bytes);
      expect(textsOf(again.units)).toEqual(translations);
    });
  }

  if (isBilingual) {
    it('puts the translation beside its source', async () => {
      const document = await read(sample);
      const translations = document.units.map((unit) => pseudoTranslate(unit));
      const options = { targetLanguage: sample.targetLanguage ?? 'de' };
      const { bytes: result } = await writeDocument(document, translations, options);
      const text = Buffer.from(result).toString('utf8');
      for (const piece of sample.written ?? []) expect(text).toContain(piece);
      await expect(read(sample, result)).rejects.toMatchObject({ code: 'nothing_to_translate' });
    });
  }

  it('passes its own check when translated', async () => {
    const document = await read(sample);
    const translations = document.units.map((unit) => pseudoTranslate(unit));
    const options = { targetLanguage: sample.targetLanguage ?? 'ar' };
    const written = await writeDocument(document, translations, options);
    expect(written.bytes.length).toBeGreaterThan(0);
    expect(await checkDocument(toCheckedDocument(document, written), written.bytes)).toEqual([]);
  });

  it('writes plain text where the codes are lost', async () => {
    const document = await read(sample);
    const written = await writeDocument(
      document,
      document.units.map(() => 'No codes <g id="77"> here'),
    );
    const marked = document.units.flatMap(({ hasMarkup }, index) => (hasMarkup ? [index] : []));
    expect(written.fallbacks).toEqual(marked);
    expect(await checkDocument(toCheckedDocument(document, written), written.bytes)).toEqual([]);
  });

  const damage = fc.record({
    at: fc.nat(1_000_000),
    remove: fc.nat(8),
    insert: fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc.constantFrom('<', '>', '"', '&', '{', '\n', '<b>', '</b>', '\\').map(utf8),
    ),
  });
  const damageAll = (content: Uint8Array, damages: readonly Damage[]): Uint8Array =>
    damages.reduce((whole, { at, remove, insert }) => {
      const place = at % (whole.length + 1);
      return Buffer.concat([whole.subarray(0, place), insert, whole.subarray(place + remove)]);
    }, content);
  const readsOrSaysWhyNot = async (damaged: Uint8Array): Promise<void> => {
    try {
      const document = await read(sample, damaged);
      await writeDocument(
        document,
        document.units.map((unit) => pseudoTranslate(unit)),
        { targetLanguage: 'ar' },
      );
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
    }
  };

  it('reads damaged files or says why not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
        await readsOrSaysWhyNot(damageAll(bytes, damages));
      }),
      { numRuns: 30 },
    );
  });

  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (isArchive) {
    it('reads damaged parts or says why not', async () => {
      const archive = await readArchive(bytes, DEFAULT_LIMITS);
      const names = archive.entries.map(({ name }) => name);
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...names),
          fc.array(damage, { minLength: 1, maxLength: 2 }),
          async (damaged, damages) => {
            const files = names.map((name) => {
              const content = archive.inflate(name);
              return [name, name === damaged ? damageAll(content, damages) : content] as const;
            });
            await readsOrSaysWhyNot(createArchive(files));
          },
        ),
        { numRuns: 60 },
      );
    });
  }
});

it('has a document of every format', () => {
  const formats = new Set(SAMPLES.map(({ format }) => format));
  expect([...formats].toSorted()).toEqual(Object.keys(FORMATS).toSorted());
});

interface Damage {
  readonly at: number;
  readonly remove: number;
  readonly insert: Uint8Array;
}
