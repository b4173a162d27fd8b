import {
  AppError,
  baseOf,
  findTarget,
  invalidParameter,
  toTag,
  toWireCode,
} from '@dragoman/contract';
import type { DetectLanguages, OwnWords, Translator } from '@dragoman/core';
import type { Unit } from '@dragoman/documents';
import { startParseThread } from '../parsing/parse-thread.js';
import type { DocumentOptions } from '../records/document-record.js';
import type { GiveWay } from './give-way.js';
import { translateUnits } from './translate-units.js';

/** Why a document is refused that would come back as it is. Clients know the sentence. */
export const SAME_LANGUAGE = 'Source and target language are equal.';

/** Enough to tell a language by. */
const SAMPLE_CHARACTERS = 5000;

export interface DocumentCall {
  readonly translator: Pick<Translator, 'translate'>;
  readonly detect: DetectLanguages;
  readonly signal: AbortSignal;
  /** What the names in the options stand for. @default nothing */
  readonly own?: OwnWords;
  /** Told when the text is known. May refuse it by rejecting. */
  readonly onRead: (characters: number) => Promise<void>;
  readonly onProgress: (done: number, all: number) => void;
  /** Called after each batch. */
  readonly giveWay: GiveWay;
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
 * Translates the bytes of a document.
 *
 * @throws AppError with a message for its owner; the signal's reason once it aborts
 */
export const translateDocument = async (
  bytes: Uint8Array,
  options: DocumentOptions,
  call: DocumentCall,
): Promise<TranslatedDocument> => {
  const thread = startParseThread(call.signal);
  const targetLanguage = tagOf(options.targetLanguage);
  try {
    const { units, characters } = await thread.read({
      bytes,
      format: options.format,
      sourceLanguage: options.sourceLanguage && toTag(options.sourceLanguage.toUpperCase()),
      targetLanguage,
      outputFormat: options.outputFormat,
      dropsSignature: options.dropsSignature === true,
    });
    await call.onRead(characters);
    const source = options.sourceLanguage ?? detectSource(units, call.detect);
    if (toTag(source.toUpperCase()) === baseOf(targetLanguage)) {
      throw new AppError('invalid_file', { message: SAME_LANGUAGE });
    }
    const translations = await translateUnits(
      units,
      {
        target_lang: options.targetLanguage,
        source_lang: source,
        // Nobody waits for a document as one waits for a text.
        model_type: 'quality_optimized',
        formality: options.formality,
      },
      call,
    );
    const isSame = (unit: Unit, index: number): boolean =>
      wordsOf(unit) === wordsOf({ ...unit, text: translations[index] ?? '' });
    if (units.every(isSame)) {
      throw new AppError('invalid_file', {
        message: 'Nothing in the document could be translated.',
      });
    }
    const written = await thread.write({
      translations,
      targetLanguage,
      outputFormat: options.outputFormat,
    });
    if (written.problems.length > 0) {
      throw new Error(`the written document is wrong: ${written.problems.slice(0, 5).join(' ')}`);
    }
    return {
      bytes: written.bytes,
      fallbackCount: written.fallbackCount,
      notes: written.notes,
    };
  } finally {
    await thread.end();
  }
};

/** The language the document is to say it is in: the variant where there is one. */
const tagOf = (code: string): string => {
  const target = findTarget(code);
  if (!target) throw invalidParameter('target_lang');
  return toTag(code.includes('-') ? (target.variant ?? target.base).code : target.base.code);
};

/** What a reader sees: a translation that only changes spaces, marks and formatting is none. */
const wordsOf = ({ text, hasMarkup }: Unit): string =>
  (hasMarkup ? text.replace(/<[^>]*>/g, '') : text).replace(/[^\p{L}\p{N}]+/gu, '');

const detectSource = (units: readonly Unit[], detect: DetectLanguages): string => {
  let sample = '';
  for (const { text, hasMarkup } of units) {
    if (sample.length >= SAMPLE_CHARACTERS) break;
    sample += `${hasMarkup ? text.replace(/<[^>]*>/g, ' ') : text}\n`;
  }
  const language = detect([sample.slice(0, SAMPLE_CHARACTERS)])[0]?.language;
  return toWireCode(language ?? 'en');
};
