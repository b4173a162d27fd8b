import {
  checkDocument,
  countCharacters,
  DocumentError,
  NO_TEXT,
  readDocument,
  type TranslatableDocument,
  toCheckedDocument,
  writeDocument,
} from '@dragoman/documents';
import { portOfThread, yieldToServer } from '../../platform/threads.js';
import { decrypt, encrypt } from './document-cipher.js';
import type {
  DocumentThreadAnswer,
  DocumentThreadRequest,
  ReadAnswer,
  ReadRequest,
  WriteRequest,
} from './translation-work.js';
import { createTranslationWork, type TranslationWork } from './translation-work.js';

// A thread for one document, which stays here from reading to writing.

const port = portOfThread();
yieldToServer();

let document: TranslatableDocument | undefined;
let work: TranslationWork | undefined;
let fileKey: Buffer | undefined;

const read = async (request: ReadRequest): Promise<ReadAnswer> => {
  const {
    bytes,
    format,
    sourceLanguage,
    targetLanguage,
    outputFormat,
    dropsSignature,
    keepsHeader,
    maxCharacters,
  } = request;
  fileKey = request.fileKey && Buffer.from(request.fileKey);
  const plain = fileKey ? decrypt(fileKey, 'source', Buffer.from(bytes.buffer)) : bytes;
  document = await readDocument(plain, {
    format,
    targetLanguage,
    outputFormat,
    dropsSignature,
    keepsHeader,
    ...(sourceLanguage !== undefined && { sourceLanguage }),
  });
  const { paragraphs } = document;
  const characters = countCharacters(paragraphs);
  if (maxCharacters !== undefined && characters > maxCharacters) {
    throw new DocumentError(
      'too_large',
      `It has ${characters} characters; at most ${maxCharacters} are translated.`,
    );
  }
  work = createTranslationWork(paragraphs);
  return { type: 'read', characters, sample: work.sample, workLength: work.length };
};

/** Writes, and lets go of everything that the check does not need: it takes as much memory again. */
const writeOnce = async ({ targetLanguage, outputFormat }: WriteRequest) => {
  const original = document;
  const translations = work?.finish();
  if (!original || !work) throw new Error('nothing was read');
  document = undefined;
  work = undefined;
  if (!translations) {
    throw new DocumentError('nothing_translated');
  }
  const written = await writeDocument(original, translations, { targetLanguage, outputFormat });
  translations.length = 0;
  const { bytes, fallbacks, notes } = written;
  return {
    bytes,
    notes: original.paragraphs.length === 0 ? [...notes, NO_TEXT] : notes,
    fallbackCount: fallbacks.length,
    checked: toCheckedDocument(original, written),
  };
};

const write = async (request: WriteRequest): Promise<DocumentThreadAnswer> => {
  const { bytes, notes, fallbackCount, checked } = await writeOnce(request);
  const problems = await checkDocument(checked, bytes, request.outputFormat);
  const sealed = fileKey ? encrypt(fileKey, 'result', bytes) : bytes;
  return { type: 'written', bytes: sealed, notes, fallbackCount, problems };
};

const answer = async (request: DocumentThreadRequest): Promise<DocumentThreadAnswer> => {
  if (request.type === 'read') return read(request);
  if (request.type === 'write') return write(request);
  if (!work) throw new Error('nothing was read');
  return { type: 'batch', batch: work.next(request.translations) };
};

const refuse = (error: unknown): DocumentThreadAnswer => {
  if (!(error instanceof DocumentError)) throw error;
  return { type: 'refused', code: error.code, message: error.message };
};

port.on('message', async (request: DocumentThreadRequest) => {
  const answered = await answer(request).catch(refuse);
  // Moved, not copied, where nothing else is in the same memory.
  const moved =
    answered.type === 'written' && answered.bytes.byteLength === answered.bytes.buffer.byteLength
      ? [answered.bytes.buffer as ArrayBuffer]
      : [];
  port.postMessage(answered, moved);
});
