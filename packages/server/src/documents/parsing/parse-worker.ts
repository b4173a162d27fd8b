import { parentPort } from 'node:worker_threads';
import {
  checkDocument,
  countCharacters,
  DocumentError,
  readDocument,
  type TranslatableDocument,
  toCheckedDocument,
  writeDocument,
} from '@dragoman/documents';
import type {
  ParseAnswer,
  ParseRequest,
  ReadAnswer,
  ReadRequest,
  WriteRequest,
} from './protocol.js';

/** A thread for one document, which stays here between reading and writing: it holds functions. */
let document: TranslatableDocument | undefined;

const read = async ({
  bytes,
  format,
  sourceLanguage,
  targetLanguage,
  outputFormat,
  dropsSignature,
}: ReadRequest): Promise<ReadAnswer> => {
  document = await readDocument(bytes, {
    format,
    targetLanguage,
    outputFormat,
    dropsSignature,
    ...(sourceLanguage !== undefined && { sourceLanguage }),
  });
  const { units } = document;
  return { type: 'read', units, characters: countCharacters(units) };
};

/** Writes, and lets go of everything that the check does not need: it takes as much memory again. */
const writeOnce = async ({ translations, targetLanguage, outputFormat }: WriteRequest) => {
  const original = document;
  if (!original) throw new Error('nothing was read');
  document = undefined;
  const written = await writeDocument(original, translations, { targetLanguage, outputFormat });
  translations.length = 0;
  const { bytes, fallbacks, notes } = written;
  return {
    bytes,
    notes,
    fallbackCount: fallbacks.length,
    checked: toCheckedDocument(original, written),
  };
};

const write = async (request: WriteRequest): Promise<ParseAnswer> => {
  const { bytes, notes, fallbackCount, checked } = await writeOnce(request);
  const problems = await checkDocument(checked, bytes, request.outputFormat);
  return { type: 'written', bytes, notes, fallbackCount, problems };
};

const answer = (request: ParseRequest): Promise<ParseAnswer> =>
  request.type === 'read' ? read(request) : write(request);

const refuse = (error: unknown): ParseAnswer => {
  if (!(error instanceof DocumentError)) throw error;
  return { type: 'refused', code: error.code, message: error.message };
};

parentPort?.on('message', async (request: ParseRequest) => {
  parentPort?.postMessage(await answer(request).catch(refuse));
});
