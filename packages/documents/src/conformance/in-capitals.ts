import type { DocumentFormat } from '../formats.js';
import { readDocument } from '../read-document.js';
import { writeDocument } from '../write-document.js';
import { notationOf, notationsOf, plainParagraph, translationOf } from './notation.js';

/** A document whose words were all put into capitals. */
interface InCapitals {
  /** Its texts as they were, as tests write them. */
  readonly units: readonly string[];
  readonly written: string;
  readonly notes: readonly string[];
}

/** Reads a text of a format, and writes it with its words in capitals. */
export const inCapitals = async (
  source: string,
  format: DocumentFormat,
  languages: { readonly sourceLanguage?: string; readonly targetLanguage?: string } = {},
): Promise<InCapitals> => {
  const document = await readDocument(Buffer.from(source), { format, ...languages });
  const translations = document.paragraphs.map((paragraph) =>
    paragraph.codes.length === 0
      ? plainParagraph(paragraph.text.toUpperCase())
      : translationOf(
          paragraph,
          notationOf(paragraph).replace(
            /(<n [^>]*>[^<]*<\/n>|<[^>]*>|&\w+;)|\p{L}+/gu,
            (word, code) => code ?? word.toUpperCase(),
          ),
        ),
  );
  const { targetLanguage } = languages;
  const { bytes, notes } = await writeDocument(
    document,
    translations,
    targetLanguage ? { targetLanguage } : {},
  );
  return {
    units: notationsOf(document.paragraphs),
    written: Buffer.from(bytes).toString('utf8'),
    notes,
  };
};
