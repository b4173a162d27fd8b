import { setTimeout as sleep } from 'node:timers/promises';
import {
  AppError,
  baseOf,
  ERRORS,
  findTarget,
  invalidParameter,
  isAppError,
  type TranslateBody,
  toTag,
  toWireCode,
} from '@dragoman/contract';
import {
  type AddressedSentence,
  addressOf,
  type DetectLanguages,
  type FormOfAddress,
  majorityOf,
  type OwnWords,
  type Translator,
} from '@dragoman/core';
import { UNIT_TAGS } from '@dragoman/documents';
import { startParseThread } from '../parsing/parse-thread.js';
import type { BatchAnswer } from '../parsing/protocol.js';
import type { DocumentOptions } from '../records/document-record.js';

/** Why a document is refused that would come back as it is. Clients know the sentence. */
export const SAME_LANGUAGE = 'Source and target language are equal.';

/** An engine that fails is back after a moment; a paragraph that fails always fails again. */
const RETRY_AFTER_MS = [500, 2000, 8000];

const MARKUP_SETTINGS = {
  tag_handling: 'xml',
  non_splitting_tags: [...UNIT_TAGS.nonSplittingTags],
  splitting_tags: [...UNIT_TAGS.splittingTags],
  ignore_tags: [...UNIT_TAGS.ignoreTags],
} satisfies Partial<TranslateBody>;

/** Does some work when it is its turn. */
export type InTurn = <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/** A file to be translated. */
export interface DocumentSource {
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
  /** What the names in the options stand for. @default nothing */
  readonly own?: OwnWords;
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
  const thread = startParseThread(call.signal);
  const targetLanguage = tagOf(options.targetLanguage);
  try {
    const { characters, sample, workLength } = await thread.read({
      bytes,
      fileKey,
      format: options.format,
      sourceLanguage: options.sourceLanguage && toTag(options.sourceLanguage.toUpperCase()),
      targetLanguage,
      outputFormat: options.outputFormat,
      dropsSignature: options.dropsSignature === true,
      keepsHeader: options.keepsHeader === true,
      maxCharacters,
    });
    await call.onRead(characters);
    const detected = detectSource(sample, call.detect);
    const source = options.sourceLanguage ?? detected ?? 'en';
    const aboutSource = sourceNotes(options.sourceLanguage, detected, sample);
    if (toTag(source.toUpperCase()) === baseOf(targetLanguage)) {
      throw new AppError('invalid_file', { message: SAME_LANGUAGE });
    }
    const settings = {
      target_lang: options.targetLanguage,
      source_lang: source,
      // Nobody waits for a document as one waits for a text.
      model_type: 'quality_optimized',
    } as const;
    const languages = { from: toTag(source.toUpperCase()), to: targetLanguage };
    let formality = options.formality;
    let done = 0;
    let batch = await thread.next([]);
    while (batch.texts.length > 0) {
      let translations = await translateBatch(batch, { ...settings, formality }, call);
      if (formality === undefined || formality === 'default') {
        const forms = formsIn(batch.texts, translations, languages);
        const form = majorityOf(forms) ?? forms[0]?.form;
        formality = form && `prefer_${form}`;
        if (forms.some((one) => one.form !== form)) {
          translations = await translateBatch(batch, { ...settings, formality }, call);
        }
      }
      done += batch.texts.reduce((sum, text) => sum + text.length, 0);
      call.onProgress(done, workLength);
      batch = await thread.next(translations);
    }
    const written = await thread
      .write({ targetLanguage, outputFormat: options.outputFormat })
      .catch((error: unknown) => {
        // The wrong language is why nothing could be translated.
        if (!isAppError(error) || aboutSource.length === 0) throw error;
        throw new AppError(error.code, { message: [error.message, ...aboutSource].join(' ') });
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
  { texts, hasMarkup }: BatchAnswer,
  settings: Omit<TranslateBody, 'text'>,
  { translator, signal, own, inTurn }: DocumentCall,
): Promise<readonly string[]> => {
  const body = { ...settings, ...(hasMarkup && MARKUP_SETTINGS), text: [...texts] };
  for (const pauseMs of [...RETRY_AFTER_MS, undefined]) {
    try {
      const translated = await inTurn(() => translator.translate(body, { ...own, signal }), signal);
      return translated.map(({ text }) => text);
    } catch (error) {
      signal.throwIfAborted();
      const mayPass = isAppError(error) && ERRORS[error.code].retryable;
      if (!mayPass || pauseMs === undefined) throw error;
      await sleep(pauseMs, undefined, { signal });
    }
  }
  throw new Error('unreachable');
};

/** How the texts of a batch address their reader, those that do. */
const formsIn = (
  sources: readonly string[],
  translations: readonly string[],
  languages: Pick<AddressedSentence, 'from' | 'to'>,
): readonly { readonly form: FormOfAddress }[] =>
  sources.flatMap((source, index) => {
    const form = addressOf({ ...languages, source, translation: translations[index] ?? '' });
    return form === undefined ? [] : { form };
  });

/** The language the document is to say it is in: the variant where there is one. */
const tagOf = (code: string): string => {
  const target = findTarget(code);
  if (!target) throw invalidParameter('target_lang');
  return toTag(code.includes('-') ? (target.variant ?? target.base).code : target.base.code);
};

const detectSource = (sample: string, detect: DetectLanguages): string | undefined => {
  const language = detect([sample])[0]?.language;
  return language ? toWireCode(language) : undefined;
};

/** With less text, a language that looks different is a guess. */
const MIN_DETECTED_LENGTH = 200;

/** Says so where a document is clearly in another language than its owner has said. */
const sourceNotes = (
  declared: string | undefined,
  detected: string | undefined,
  sample: string,
): readonly string[] => {
  const isSame = (one: string, other: string): boolean =>
    baseOf(toTag(one.toUpperCase())) === baseOf(toTag(other.toUpperCase()));
  if (!declared || !detected || sample.length < MIN_DETECTED_LENGTH) return [];
  if (isSame(declared, detected)) return [];
  return [
    `source_lang is ${declared.toUpperCase()}, but the text looks like ${detected.toUpperCase()}.`,
  ];
};
