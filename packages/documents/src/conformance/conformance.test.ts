import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDocument, toCheckedDocument } from '../check-document.js';
import { hasFontFor } from '../formats/pdf/setting/shaper.js';
import { FORMATS } from '../formats.js';
import { readDocument } from '../read-document.js';
import { writeDocument } from '../write-document.js';
import { damagedFiles, damagedParts, readsOrSaysWhyNot } from './damage.js';
import { notationsOf, pseudoTranslate, type Sample, translationOf } from './notation.js';
import { SAMPLES } from './samples.js';

const optionsOf = ({ format, sourceLanguage, targetLanguage }: Sample) => ({
  format,
  ...(sourceLanguage && { sourceLanguage }),
  ...(targetLanguage && { targetLanguage }),
});

const read = (sample: Sample, other = sample.bytes) => readDocument(other, optionsOf(sample));

describe.each(SAMPLES.map((sample) => [sample.name, sample] as const))('%s', (_name, sample) => {
  const { format, bytes } = sample;
  const { isBilingual, outputFormats } = FORMATS[format];
  const staysInItsFormat = outputFormats.includes(format);

  it('is read into its paragraphs', async () => {
    expect(notationsOf((await read(sample)).paragraphs)).toEqual(sample.paragraphs);
  });

  if (staysInItsFormat && !isBilingual) {
    it('keeps every byte when nothing changes', async () => {
      const document = await read(sample);
      const written = await writeDocument(document, document.paragraphs);
      expect(Buffer.compare(written.bytes, bytes)).toBe(0);
      expect(written.fallbacks).toEqual([]);
    });

    it('gives back every paragraph that was replaced', async () => {
      const document = await read(sample);
      const translations = document.paragraphs.map((paragraph) => pseudoTranslate(paragraph));
      const written = await writeDocument(document, translations);
      expect((await read(sample, written.bytes)).paragraphs).toEqual(translations);
      expect(written.fallbacks).toEqual([]);
    });

    it('has no paragraphs when no word is left in it', async () => {
      const document = await read(sample);
      const numbers = document.paragraphs.map((paragraph) =>
        pseudoTranslate(paragraph, (text) => text.replace(/\p{L}/gu, '1')),
      );
      const written = await writeDocument(document, numbers);
      expect((await read(sample, written.bytes)).paragraphs).toEqual([]);
    });

    it('survives characters with a meaning', async () => {
      const hostile = `a<q>&amp;"q" 'p' \\n {0} [y](z) *s* _u_ \`c\` = | # , ; : % $1 ]]> --> é漢`;
      const document = await read(sample);
      const translations = document.paragraphs.map((paragraph, index) =>
        pseudoTranslate(paragraph, () => `${hostile}${index}`),
      );
      const written = await writeDocument(document, translations);
      const again = await read(sample, written.bytes);
      // A machine need not have a font with Chinese letters, of which a PDF is made.
      const shown = notationsOf(translations).map((text) =>
        format === 'pdf' && !hasFontFor('漢') ? text.replaceAll('漢', '□') : text,
      );
      expect(notationsOf(again.paragraphs)).toEqual(shown);
    });
  }

  if (isBilingual) {
    it('puts the translation beside its source', async () => {
      const document = await read(sample);
      const translations = document.paragraphs.map((paragraph) => pseudoTranslate(paragraph));
      const options = { targetLanguage: sample.targetLanguage ?? 'de' };
      const { bytes: result } = await writeDocument(document, translations, options);
      const text = Buffer.from(result).toString('utf8');
      for (const piece of sample.written ?? []) expect(text).toContain(piece);
      await expect(read(sample, result)).rejects.toMatchObject({ code: 'already_translated' });
    });
  }

  it('passes its own check when translated', async () => {
    const document = await read(sample);
    const translations = document.paragraphs.map((paragraph) => pseudoTranslate(paragraph));
    const options = { targetLanguage: sample.targetLanguage ?? 'ar' };
    const written = await writeDocument(document, translations, options);
    expect(written.bytes.length).toBeGreaterThan(0);
    expect(await checkDocument(toCheckedDocument(document, written), written.bytes)).toEqual([]);
  });

  it('writes plain text where the codes are lost', async () => {
    const document = await read(sample);
    const written = await writeDocument(
      document,
      document.paragraphs.map((paragraph) => translationOf(paragraph, 'No codes <g id="77"> here')),
    );
    const marked = document.paragraphs.flatMap(({ codes }, index) =>
      codes.length > 0 ? [index] : [],
    );
    expect(written.fallbacks).toEqual(marked);
    expect(await checkDocument(toCheckedDocument(document, written), written.bytes)).toEqual([]);
  });

  it('reads damaged files or says why not', async () => {
    await fc.assert(
      fc.asyncProperty(damagedFiles(bytes), async (file) => {
        await readsOrSaysWhyNot(file, optionsOf(sample));
      }),
      { numRuns: 30 },
    );
  });

  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (isArchive) {
    it('reads damaged parts or says why not', async () => {
      await fc.assert(
        fc.asyncProperty(await damagedParts(bytes), async (file) => {
          await readsOrSaysWhyNot(file, optionsOf(sample));
        }),
        { numRuns: 60 },
      );
    });
  }
});

it('has a document of every format', () => {
  const formats = new Set(SAMPLES.map(({ format }) => format));
  expect([...formats].toSorted()).toEqual(Object.keys(FORMATS).toSorted());
});
