import { extname } from 'node:path';
import {
  AppError,
  baseOf,
  findLanguageByName,
  GLOSSARY_LIMITS,
  type LanguagePair,
  type LanguageTag,
  type SentDictionary,
  toTag,
} from '@dragoman/contract';
import { DocumentError, readSheet, readTbx } from '@dragoman/documents';
import { toCsv } from './entry-formats.js';
import type { TermFile } from './glossary-work.js';

/** Kinds of files with terms. */
const TERM_FILE_EXTENSIONS = ['.csv', '.tsv', '.txt', '.tbx', '.xlsx'] as const;

/**
 * The entries of a file for a pair of languages, still to be checked: CSV, TSV, TBX, or the first
 * two columns of an Excel workbook. Of several entries with one source, the first one counts in the
 * last two.
 *
 * @throws AppError `invalid_file` for another kind of file, and one that cannot be read
 */
export const readTermFile = async ({
  fileName,
  bytes,
  pair,
}: TermFile): Promise<SentDictionary> => {
  if (bytes.length > GLOSSARY_LIMITS.dictionaryBytes) throw new AppError('body_too_large');
  try {
    switch (extname(fileName).toLowerCase()) {
      case '.csv':
        return { ...pair, format: 'csv', entries: decode(bytes) };
      case '.tsv':
      case '.txt':
        return { ...pair, format: 'tsv', entries: decode(bytes) };
      case '.tbx':
        return inCsv(pair, entriesOfConcepts(bytes, pair));
      case '.xlsx':
        return inCsv(pair, entriesOfRows(await readSheet(bytes), pair));
    }
  } catch (error) {
    if (error instanceof DocumentError) throw invalidFile(error.message, error.code, error);
    throw error;
  }
  throw invalidFile(
    `Files with terms are ${TERM_FILE_EXTENSIONS.join(', ')}.`,
    'term_file_unsupported',
  );
};

const invalidFile = (message: string, reason: string, cause?: unknown): AppError =>
  new AppError('invalid_file', { parameter: 'file', message, reason, cause });

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw invalidFile('It is not UTF-8 text.', 'malformed', error);
  }
};

const inCsv = (pair: LanguagePair, rows: Iterable<readonly [string, string]>): SentDictionary => {
  const entries = new Map<string, string>();
  for (const [source, target] of rows) {
    if (source !== '' && target !== '' && !entries.has(source)) entries.set(source, target);
  }
  if (entries.size === 0)
    throw invalidFile('There is no entry for this language pair.', 'no_entries');
  return { ...pair, format: 'csv', entries: toCsv(entries) };
};

/** Every source term of a concept, with its first target term. */
function* entriesOfConcepts(
  bytes: Uint8Array,
  { source, target }: LanguagePair,
): Generator<readonly [string, string]> {
  for (const languages of readTbx(bytes)) {
    const termsIn = (tag: LanguageTag) =>
      languages.filter(({ language }) => isIn(language, tag)).flatMap(({ terms }) => terms);
    const [translation = ''] = termsIn(target);
    for (const term of termsIn(source)) yield [term, translation];
  }
}

/** The first row may name the columns. */
function* entriesOfRows(
  rows: readonly (readonly string[])[],
  { source, target }: LanguagePair,
): Generator<readonly [string, string]> {
  for (const [index, columns] of rows.entries()) {
    const [one = '', other = ''] = columns.map((text) => text.trim());
    const isHead = isHeading(one, source, 'source') && isHeading(other, target, 'target');
    if (index > 0 || !isHead) yield [one, other];
  }
}

const isHeading = (text: string, tag: LanguageTag, word: string): boolean => {
  const language = findLanguageByName(text);
  return text.toLowerCase() === word || (language !== undefined && toTag(language.code) === tag);
};

const isIn = (language: string, tag: LanguageTag): boolean =>
  baseOf(language.replaceAll('_', '-').toLowerCase()) === tag;
