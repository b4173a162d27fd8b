import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MEBIBYTE } from '@dragoman/contract/sizes';
import { openPhraseBook, type PhraseBook } from '../shortcuts/phrase-book.js';
import { filesOf, type ModelFile, type ModelMetadata, vocabulariesOf } from './metadata.js';
import { parseVocabularyYielding, type Vocabulary } from './vocabulary-file.js';

/** What the header of a Marian model file tells. */
interface MarianModelHeader {
  /** Sizes of the vocabularies the model was made with, source first. */
  readonly vocabularySizes: readonly number[];
  /** Width of the embeddings, which decides most of the memory a model takes. */
  readonly embeddingWidth: number;
  /** Whether it says which of its layers the alignment is read from; else the engine fails there. */
  readonly hasAlignmentLayer: boolean;
}

/** Reads bytes of a file; fewer than asked for where the file ends before. */
export type ReadBytes = (position: number, bytes: number) => Promise<Buffer>;

// Format: marian-dev, src/common/binary.cpp. All numbers are little endian.
const VERSION = 1;
const CONFIGURATION_TENSOR = 'special:model.yml';
// Enough for the headers of small models, and for those of the largest known ones several times over.
const SMALL_HEAD_BYTES = 16_384;
const HEAD_BYTES = 262_144;
const MAX_TENSORS = 5000;
const MAX_CONFIGURATION_BYTES = 100_000;

/** One entry of a model file. */
interface Tensor {
  readonly name: string;
  readonly dataBytes: number;
  /** From the start of the file. */
  readonly position: number;
}

/**
 * Reads the header of a model, and checks that every tensor lies within the file.
 *
 * @throws Error with a sentence when the file is no such model or is damaged.
 */
export const readMarianHeader = async (
  read: ReadBytes,
  fileBytes: number,
): Promise<MarianModelHeader> => {
  const tensors = await readTensors(read, fileBytes);
  const last = tensors.at(-1);
  if (!last || last.position + last.dataBytes > fileBytes) throw new Error('the model is cut off');
  const configuration = tensors.find(({ name }) => name === CONFIGURATION_TENSOR);
  if (!configuration || configuration.dataBytes > MAX_CONFIGURATION_BYTES) {
    throw new Error('the model holds no configuration');
  }
  const yaml = await read(configuration.position, configuration.dataBytes);
  return parseConfiguration(yaml.toString('utf8'));
};

const readTensors = async (read: ReadBytes, fileBytes: number): Promise<readonly Tensor[]> => {
  const start = await read(0, Math.min(SMALL_HEAD_BYTES, fileBytes));
  try {
    return parseTensors(start);
  } catch (error) {
    if (fileBytes <= SMALL_HEAD_BYTES) throw error;
    return parseTensors(await read(0, Math.min(HEAD_BYTES, fileBytes)));
  }
};

/** The tensors of a model, in the order of the file; `head` is the start of it, or all. */
export const parseTensors = (head: Buffer): readonly Tensor[] => {
  const reader = new HeadReader(head);
  if (reader.number() !== VERSION) throw new Error('the model is not in Marian\u2019s format');
  const count = reader.number();
  if (count === 0 || count > MAX_TENSORS) throw new Error('the model is damaged');
  const headers = Array.from({ length: count }, () => {
    const nameBytes = reader.number();
    reader.number(); // Its type: the engine checks it, and the shape.
    return { nameBytes, shapeLength: reader.number(), dataBytes: reader.number() };
  });
  const names = headers.map(({ nameBytes }) => reader.text(nameBytes));
  for (const { shapeLength } of headers) reader.skip(4 * shapeLength);
  reader.skip(reader.number());
  let { position } = reader;
  return headers.map(({ dataBytes }, index) => {
    const name = names[index] ?? '';
    const tensor = { name, dataBytes, position };
    position += dataBytes;
    return tensor;
  });
};

/** Reads on from the start of a buffer; throws where it ends too early. */
class HeadReader {
  position = 0;
  readonly #head: Buffer;

  constructor(head: Buffer) {
    this.#head = head;
  }

  number(): number {
    const start = this.position;
    this.skip(8);
    const value = this.#head.readBigUInt64LE(start);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error('the model is damaged');
    return Number(value);
  }

  /** A text with a zero at its end, which is counted in `bytes`. */
  text(bytes: number): string {
    const start = this.position;
    this.skip(bytes);
    return this.#head.toString('utf8', start, start + bytes - 1);
  }

  skip(bytes: number): void {
    this.position += bytes;
    if (this.position > this.#head.length) throw new Error('the model is cut off');
  }
}

const parseConfiguration = (yaml: string): MarianModelHeader => {
  // A list in either of YAML's forms: `[8000, 8000]`, or one dashed line for each.
  const sizes = /^dim-vocabs:([\s\d,[\]-]*)/m.exec(yaml)?.[1] ?? '';
  const vocabularySizes = (sizes.match(/\d+/g) ?? []).map(Number);
  const embeddingWidth = Number(/^dim-emb:\s*(\d+)/m.exec(yaml)?.[1] ?? 0);
  if (vocabularySizes.length !== 2 || embeddingWidth === 0) {
    throw new Error('the model says nothing of its vocabularies');
  }
  const layer = /^transformer-guided-alignment-layer:\s*(\S+)/m.exec(yaml)?.[1];
  const layers = Number(/^dec-depth:\s*(\d+)/m.exec(yaml)?.[1] ?? 0);
  const isTransformer = /^type:\s*transformer\b/m.test(yaml);
  const isLayer =
    layer === undefined || layer === 'last' || (Number(layer) >= 1 && Number(layer) <= layers);
  return { vocabularySizes, embeddingWidth, hasAlignmentLayer: isTransformer && isLayer };
};

/** What is known of a model's files once they passed all checks. */
export interface ModelInspection extends MarianModelHeader {
  readonly sourceVocabulary: Vocabulary;
  readonly targetVocabulary: Vocabulary;
  readonly phraseBook?: PhraseBook;
}

const MAX_VOCABULARY_BYTES = 64 * MEBIBYTE;
const MAX_PHRASE_BOOK_BYTES = 16 * MEBIBYTE;

// Format: marian-dev, src/data/shortlist.cpp. All numbers are little endian.
const MAGIC = 0xf11a48d5013417f5n;
const HEADER_BYTES = 48;

/**
 * Checks the header of a binary lexical shortlist against the vocabulary and the file's size.
 *
 * @throws Error with a sentence when the file is no shortlist for that vocabulary.
 */
export const checkShortlist = async (
  read: ReadBytes,
  fileBytes: number,
  sourceVocabularySize: number,
): Promise<void> => {
  const header = await read(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES || header.readBigUInt64LE(0) !== MAGIC) {
    throw new Error('the shortlist is not in Marian\u2019s format');
  }
  const offsets = header.readBigUInt64LE(32);
  const identifiers = header.readBigUInt64LE(40);
  const neededBytes = BigInt(HEADER_BYTES) + offsets * 8n + identifiers * 4n;
  if (neededBytes > BigInt(fileBytes)) throw new Error('the shortlist is cut off');
  if (offsets !== BigInt(sourceVocabularySize + 1)) {
    throw new Error('the shortlist belongs to another vocabulary');
  }
};

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
  const phraseBook = files.phraseBook && (await openPhrases(folder, files.phraseBook));
  return { ...header, sourceVocabulary, targetVocabulary, ...(phraseBook && { phraseBook }) };
};

const openPhrases = async (folder: string, { name, bytes }: ModelFile): Promise<PhraseBook> => {
  if (bytes > MAX_PHRASE_BOOK_BYTES) throw new Error(`the file ${name} is too large`);
  return openPhraseBook(join(folder, name)).catch((error) => {
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
  return parseVocabularyYielding(await readFile(join(folder, name)));
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
