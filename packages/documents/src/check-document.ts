import { DocumentError } from './document-error.js';
import { type DocumentFormat, FORMATS } from './formats.js';
import { append } from './many-values.js';
import type { Part, TranslatableDocument } from './model.js';
import { filterOf, refuseAsDocumentError } from './read-document.js';
import type { WrittenDocument } from './write-document.js';

/** The part of a document that the check of its translation needs. */
export type CheckedDocument = Pick<TranslatableDocument, 'format' | 'limits'> & {
  readonly parts: readonly CheckedPart[];
};

interface CheckedPart {
  readonly name: string;
  /** What has to be in it as often as before; undefined for a part that was not changed. */
  readonly inventory: ReadonlyMap<string, number> | undefined;
}

/** Counts what the check needs and leaves out the rest: checking takes about as much memory again. */
export const toCheckedDocument = (
  { format, limits, parts }: TranslatableDocument,
  { changed }: Pick<WrittenDocument, 'changed'>,
): CheckedDocument => ({
  format,
  limits,
  parts: parts.map(({ name, text, inventory }) => ({
    name,
    inventory:
      changed.has(name) && !FORMATS[format].isBilingual
        ? (inventory?.(text) ?? new Map())
        : undefined,
  })),
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
      paragraphs: limits.paragraphs * 2,
    },
    sourceLanguage: undefined,
    targetLanguage: undefined,
  };
  let written: Pick<TranslatableDocument, 'parts' | 'paragraphs'>;
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
    else append(problems, compareParts(part, other));
  }
  return problems;
};

const compareParts = ({ name, inventory }: CheckedPart, after: Part): readonly string[] => {
  if (!inventory) return [];
  const problems: string[] = [];
  const found = after.inventory?.(after.text) ?? new Map<string, number>();
  for (const counted of new Set([...inventory.keys(), ...found.keys()])) {
    const [was, is] = [inventory.get(counted) ?? 0, found.get(counted) ?? 0];
    if (was !== is) problems.push(`${name}: ${was} times ${counted} became ${is}.`);
  }
  return problems;
};
