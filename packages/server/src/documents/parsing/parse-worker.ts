import { parentPort } from 'node:worker_threads';
import {
  checkDocument,
  countCharacters,
  DocumentError,
  readDocument,
  type TranslatableDocument,
  writeDocument,
} from '@dragoman/documents';
import type { ParseAnswer, ParseRequest } from './protocol.js';

/** A thread for one document, which stays here between reading and writing: it holds functions. */
let document: TranslatableDocument | undefined;

const answer = async (request: ParseRequest): Promise<ParseAnswer> => {
  if (request.type === 'read') {
    const { bytes, format, sourceLanguage, targetLanguage } = request;
    document = await readDocument(bytes, {
      format,
      targetLanguage,
      ...(sourceLanguage !== undefined && { sourceLanguage }),
    });
    const { units } = document;
    return { type: 'read', units, characters: countCharacters(units) };
  }
  if (!document) throw new Error('nothing was read');
  const { translations, targetLanguage, outputFormat } = request;
  const { bytes, fallbacks } = await writeDocument(document, translations, {
    targetLanguage,
    outputFormat,
  });
  const problems = await checkDocument(document, bytes, outputFormat);
  return { type: 'written', bytes, fallbackCount: fallbacks.length, problems };
};

const refuse = (error: unknown): ParseAnswer => {
  if (!(error instanceof DocumentError)) throw error;
  return { type: 'refused', code: error.code, message: error.message };
};

parentPort?.on('message', async (request: ParseRequest) => {
  parentPort?.postMessage(await answer(request).catch(refuse));
});
