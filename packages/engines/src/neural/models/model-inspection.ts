import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type PhraseBook, readPhraseBook } from '../../host/phrase-book.js';
import { type MarianModelHeader, type ReadBytes, readMarianHeader } from './marian-file.js';
import { filesOf, type ModelFile, type ModelMetadata, vocabulariesOf } from './metadata.js';
import { checkShortlist } from './shortlist-file.js';
import type { Vocabulary } from './vocabulary.js';
import { parseVocabulary } from './vocabulary-file.js';

/** What is known of a model's files once they passed all checks. */
export interface ModelInspection extends MarianModelHeader {
  readonly sourceVocabulary: Vocabulary;
  readonly targetVocabulary: Vocabulary;
  readonly phraseBook?: PhraseBook;
}

const MAX_VOCABULARY_BYTES = 64 * 1024 * 1024;
const MAX_PHRASE_BOOK_BYTES = 16 * 1024 * 1024;

/**
 * Checks that a model's files are there, have the promised sizes and fit each other: cheap next to
 * loading the model, and all that could make the engine misbehave rather than refuse.
 *
 * @throws Error with a sentence that names the first thing wrong.
 */
export const inspectModel = async (
  folder: string,
  metadata: ModelMetadata,
): Promise<ModelInspection> => {
  for (const file of filesOf(metadata)) await checkSize(folder, file);
  const { files } = metadata;
  const header = await withFile(folder, files.model, (read) =>
    readMarianHeader(read, files.model.bytes),
  );
  const vocabularies = await Promise.all(
    vocabulariesOf(metadata).map((file) => readVocabulary(folder, file)),
  );
  const [sourceVocabulary, targetVocabulary = sourceVocabulary] = vocabularies;
  if (!sourceVocabulary || !targetVocabulary) throw new Error('there is no vocabulary');
  // The engine itself takes a vocabulary of another size, and then writes nonsense.
  const sizes = [sourceVocabulary.pieceCount, targetVocabulary.pieceCount];
  if (sizes.join() !== header.vocabularySizes.join()) {
    throw new Error(
      `the vocabulary has ${sizes.join(' and ')} pieces, the model wants ${header.vocabularySizes.join(' and ')}`,
    );
  }
  const { shortlist } = files;
  if (shortlist) {
    await withFile(folder, shortlist, (read) =>
      checkShortlist(read, shortlist.bytes, sourceVocabulary.pieceCount),
    );
  }
  const phraseBook = files.phraseBook && (await readPhrases(folder, files.phraseBook));
  return { ...header, sourceVocabulary, targetVocabulary, ...(phraseBook && { phraseBook }) };
};

const readPhrases = async (folder: string, { name, bytes }: ModelFile): Promise<PhraseBook> => {
  if (bytes > MAX_PHRASE_BOOK_BYTES) throw new Error(`the file ${name} is too large`);
  return readPhraseBook(join(folder, name)).catch((error) => {
    throw new Error(`the file ${name} is damaged: ${error.message}`, { cause: error });
  });
};

const checkSize = async (folder: string, { name, bytes }: ModelFile): Promise<void> => {
  const status = await stat(join(folder, name)).catch(() => undefined);
  if (!status?.isFile()) throw new Error(`the file ${name} is missing`);
  if (status.size !== bytes) {
    throw new Error(`the file ${name} has ${status.size} bytes instead of ${bytes}`);
  }
};

const readVocabulary = async (folder: string, { name, bytes }: ModelFile): Promise<Vocabulary> => {
  if (bytes > MAX_VOCABULARY_BYTES) throw new Error(`the file ${name} is too large`);
  return parseVocabulary(await readFile(join(folder, name)));
};

const withFile = async <Result>(
  folder: string,
  { name }: ModelFile,
  use: (read: ReadBytes) => Promise<Result>,
): Promise<Result> => {
  const handle = await open(join(folder, name));
  try {
    return await use((position, bytes) => readAt(handle, position, bytes));
  } finally {
    await handle.close();
  }
};

const readAt = async (handle: FileHandle, position: number, bytes: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, position);
  return buffer.subarray(0, bytesRead);
};
