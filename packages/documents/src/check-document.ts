import { DocumentError } from './common/document-error.js';
import { type DocumentFormat, FORMATS } from './common/formats.js';
import type { Part, TranslatableDocument } from './common/model.js';
import { filterOf } from './filters.js';
import { refuseAsDocumentError } from './read-document.js';

/** What of a document it takes to check its translation. */
export type CheckedDocument = Pick<TranslatableDocument, 'format' | 'limits'> & {
  readonly parts: readonly Pick<Part, 'name' | 'text' | 'inventory'>[];
};

/** Leaves out what only writing needs: checking takes about as much memory again. */
export const toCheckedDocument = ({
  format,
  limits,
  parts,
}: TranslatableDocument): CheckedDocument => ({
  format,
  limits,
  parts: parts.map(({ name, text, inventory }) => ({ name, text, inventory })),
});

/**
 * Opens a written document and compares it with the one it was made from: it can be read, has the
 * same parts, and in every part the same elements and codes.
 *
 * @param outputFormat what it was written as; another format than the original's is only read
 * @returns what is wrong, in plain words; empty when nothing is
 */
export const checkDocument = async (
  original: CheckedDocument,
  result: Uint8Array,
  outputFormat: DocumentFormat = FORMATS[original.format].outputFormats[0] ?? original.format,
): Promise<readonly string[]> => {
  const { format, limits } = original;
  const options = {
    format: outputFormat,
    // Translations are longer than their source, and markup is added for right-to-left scripts.
    limits: {
      ...limits,
      partBytes: limits.partBytes * 2,
      inflatedBytes: limits.inflatedBytes * 2,
      units: limits.units * 2,
    },
    sourceLanguage: undefined,
    targetLanguage: undefined,
  };
  let written: Pick<TranslatableDocument, 'parts' | 'units'>;
  try {
    const read = await filterOf(outputFormat);
    written = await refuseAsDocumentError(async () => read(result, options));
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return [`It cannot be read again: ${error.message}`];
  }
  if (outputFormat !== format) return [];
  const problems: string[] = [];
  const byName = new Map(written.parts.map((part) => [part.name, part]));
  for (const part of original.parts) {
    const other = byName.get(part.name);
    if (!other) problems.push(`The part ${part.name} is missing.`);
    else if (part.text !== other.text && !FORMATS[format].isBilingual)
      problems.push(...compareParts(part, other));
  }
  return problems;
};

const compareParts = (before: CheckedDocument['parts'][number], after: Part): readonly string[] => {
  const problems: string[] = [];
  const wanted = before.inventory?.(before.text) ?? new Map<string, number>();
  const found = after.inventory?.(after.text) ?? new Map<string, number>();
  for (const name of new Set([...wanted.keys(), ...found.keys()])) {
    const [was, is] = [wanted.get(name) ?? 0, found.get(name) ?? 0];
    if (was !== is) problems.push(`${before.name}: ${was} times ${name} became ${is}.`);
  }
  return problems;
};
