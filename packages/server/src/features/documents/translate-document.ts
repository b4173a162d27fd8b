import {
  AppError,
  baseOf,
  findTarget,
  invalidParameter,
  isAppError,
  isRetryable,
  type LanguagePair,
  type LanguageTag,
  toTag,
  toWireCode,
} from '@dragoman/contract';
import {
  type DetectLanguages,
  type Formality,
  formalityOf,
  majorityOf,
  type RequestSettings,
  type Translator,
} from '@dragoman/core';
import { type RetryPolicy, withRetries } from '@dragoman/core/retry';
import type { DocumentOptions } from './document-record.js';
import { startDocumentThread } from './start-document-thread.js';
import type { Batch } from './translation-work.js';

/** Why a document is refused that would come back as it is. Clients know the sentence. */
export const SAME_LANGUAGE = 'Source and target language are equal.';

/** An engine that fails is back after a moment; a paragraph that fails always fails again. */
const TRANSIENT: RetryPolicy = {
  maxAttempts: 4,
  firstBackoffMs: 500,
  backoffFactor: 4,
  maxRetryAfterMs: 0,
};

/** Does some work when it is its turn. */
type InTurn = <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/** A file to be translated. */
interface DocumentSource {
  /** Not to be used any more by the one who hands them over. */
  readonly bytes: Uint8Array;
  /** Opens the bytes, and seals the result; undefined for plain bytes, and a plain result. */
  readonly fileKey?: Uint8Array | undefined;
  /** Unicode code points; a longer document is refused. @default any number */
  readonly maxCharacters?: number | undefined;
}

export interface DocumentCall {
  readonly translator: Pick<Translator, 'translate'>;
  readonly detect: DetectLanguages;
  readonly signal: AbortSignal;
  /** The options resolved; the source may still have to be detected. */
  readonly request: RequestSettings;
  /** Told when the text is known. May refuse it by rejecting. */
  readonly onRead: (characters: number) => Promise<void>;
  readonly onProgress: (done: number, all: number) => void;
  /** Each batch is a turn. */
  readonly inTurn: InTurn;
}

/** A document that is done. */
export interface TranslatedDocument {
  readonly bytes: Uint8Array;
  /** Paragraphs that had to be written without their formatting. */
  readonly fallbackCount: number;
  /** What is to be known about it, in sentences for people. */
  readonly notes: readonly string[];
}

/**
 * Translates a document. Nothing of it but one batch is ever in this thread as text.
 *
 * @throws AppError with a message for its owner; the signal's reason once it aborts
 */
export const translateDocument = async (
  { bytes, fileKey, maxCharacters }: DocumentSource,
  options: DocumentOptions,
  call: DocumentCall,
): Promise<TranslatedDocument> => {
  const thread = startDocumentThread(call.signal);
  const { source_lang: sourceCode, target_lang: targetCode, formality } = options.parameters;
  const targetLanguage = tagOf(targetCode);
  try {
    const { characters, sample, workLength } = await thread.read({
      bytes,
      fileKey,
      format: options.format,
      sourceLanguage: sourceCode && toTag(sourceCode.toUpperCase()),
      targetLanguage,
      outputFormat: options.outputFormat,
      dropsSignature: options.dropsSignature === true,
      keepsHeader: options.keepsHeader === true,
      maxCharacters,
    });
    await call.onRead(characters);
    const [detection] = await call.detect([sample], call.signal);
    const detected = detection?.language ?? undefined;
    const source = call.request.source ?? detected ?? 'en';
    const aboutSource = sourceNotes(call.request.source, detected, sample);
    if (sample !== '' && source === baseOf(targetLanguage)) {
      throw new AppError('invalid_file', { message: SAME_LANGUAGE, reason: 'same_language' });
    }
    const spellings = new Map<string, string>();
    let request: RequestSettings = {
      ...call.request,
      source,
      options: { ...call.request.options, spellings },
    };
    const languages = { source, target: targetLanguage };
    let isFormalityOpen = formality === undefined || formality === 'default';
    let done = 0;
    let batch = await thread.next([]);
    while (batch.length > 0) {
      let translations = await translateBatch(batch, request, call);
      if (isFormalityOpen) {
        const forms = formsIn(batch, translations, languages);
        const form = majorityOf(forms) ?? forms[0]?.form;
        if (form) {
          request = { ...request, guidance: { ...request.guidance, formality: form } };
          isFormalityOpen = false;
        }
        if (forms.some((one) => one.form !== form)) {
          translations = await translateBatch(batch, request, call);
        }
      }
      done += batch.reduce((sum, { text }) => sum + text.length, 0);
      call.onProgress(done, workLength);
      batch = await thread.next(translations);
    }
    const written = await thread
      .write({ targetLanguage, outputFormat: options.outputFormat })
      .catch((error: unknown) => {
        // The wrong language is why nothing could be translated.
        if (!isAppError(error) || aboutSource.length === 0) throw error;
        throw new AppError(error.code, {
          message: [error.message, ...aboutSource].join(' '),
          reason: error.reason,
        });
      });
    if (written.problems.length > 0) {
      throw new Error(`the written document is wrong: ${written.problems.slice(0, 5).join(' ')}`);
    }
    return {
      bytes: written.bytes,
      fallbackCount: written.fallbackCount,
      notes: [...aboutSource, ...written.notes],
    };
  } finally {
    await thread.end();
  }
};

const translateBatch = async (
  batch: Batch,
  document: RequestSettings,
  { translator, signal, inTurn }: DocumentCall,
): Promise<Batch> => {
  const texts = batch.map(({ text }) => text);
  const request = { ...document, texts, codes: batch.map(({ codes }) => codes) };
  const translated = await retryTransient(signal, () =>
    inTurn(() => translator.translate(request, signal), signal),
  );
  return translated.map(({ text, codes = [] }) => ({ text, codes }));
};

/** Retries work when it fails with an error that the table of errors calls retryable. */
export const retryTransient = <Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> =>
  withRetries(work, TRANSIENT, {
    signal,
    failureOf: (error) => (isRetryable(error) ? {} : undefined),
  });

/** How the texts of a batch address their reader, those that do. */
const formsIn = (
  sources: Batch,
  translations: Batch,
  languages: LanguagePair,
): readonly { readonly form: Formality }[] =>
  sources.flatMap(({ text }, index) => {
    const translation = translations[index]?.text ?? '';
    const form = formalityOf({ ...languages, text, translation });
    return form === undefined ? [] : { form };
  });

/** The language the document is to say it is in: the variant where there is one. */
const tagOf = (code: string): string => {
  const target = findTarget(code);
  if (!target) throw invalidParameter('target_lang');
  return toTag(code.includes('-') ? (target.variant ?? target.base).code : target.base.code);
};

/** With less text, a language that looks different is a guess. */
const MIN_DETECTED_LENGTH = 200;

/** Says so where a document is clearly in another language than its owner has said. */
const sourceNotes = (
  declared: LanguageTag | undefined,
  detected: LanguageTag | undefined,
  sample: string,
): readonly string[] => {
  if (!declared || !detected || sample.length < MIN_DETECTED_LENGTH) return [];
  if (baseOf(declared) === baseOf(detected)) return [];
  return [
    `source_lang is ${toWireCode(declared)}, but the text looks like ${toWireCode(detected)}.`,
  ];
};
