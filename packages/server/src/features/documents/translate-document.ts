import { setTimeout as sleep } from 'node:timers/promises';
import {
  AppError,
  baseOf,
  ERRORS,
  findTarget,
  invalidParameter,
  isAppError,
  type LanguageTag,
  MEBIBYTE,
  toTag,
  toWireCode,
} from '@dragoman/contract';
import {
  type AddressedSentence,
  addressOf,
  type DetectLanguages,
  type FormOfAddress,
  majorityOf,
  type TranslationRequest,
  type Translator,
} from '@dragoman/core';
import { cpuMsOf, startThread } from '../../platform/threads.js';
import type { DocumentOptions } from './document-record.js';
import { createGrowthMeter } from './memory-growth.js';
import type {
  BatchAnswer,
  ParseAnswer,
  ParseRequest,
  ReadAnswer,
  ReadRequest,
  RefusedAnswer,
  WriteRequest,
  WrittenAnswer,
} from './parse-protocol.js';
import type { Batch } from './translation-work.js';

/** Why a document is refused that would come back as it is. Clients know the sentence. */
export const SAME_LANGUAGE = 'Source and target language are equal.';

/** An engine that fails is back after a moment; a paragraph that fails always fails again. */
const RETRY_AFTER_MS = [500, 2000, 8000];

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
  /** The options resolved, without texts; the source may still have to be detected. */
  readonly request: TranslationRequest;
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

/** One document in a thread of its own, with bounds on time and memory. */
interface ParseThread {
  /** @throws AppError `invalid_file`, with the reason; the signal's reason once it aborts */
  read(request: Omit<ReadRequest, 'type'>): Promise<ReadAnswer>;
  /** @throws as {@link ParseThread.read} */
  write(request: Omit<WriteRequest, 'type'>): Promise<WrittenAnswer>;
  /**
   * The next texts to be translated.
   *
   * @param translations of those before
   * @throws as {@link ParseThread.read}
   */
  next(translations: Batch): Promise<Batch>;
  /** Ends the thread, whatever it is doing. */
  end(): Promise<void>;
}

/** How long a core may work for a step: far beyond what a sound document of a size takes. */
const STEP_CPU_MS = { always: 30_000, perMebibyte: 15_000 };
/** A step that takes this many times as long by the clock does not go on at all. */
const WALL_PER_CPU = 10;
/** Less young heap than usual: what does not outlive a paragraph is as quickly gone, and takes less room. */
const LIMITS = { heapMebibytes: 1024, youngHeapMebibytes: 8 };
/**
 * Bytes outside the heap, such as what a PDF inflates to, have no bound of their own in Node. What
 * the process grows by while the thread works tells of them.
 */
const MAX_GROWTH_BYTES = 1536 * 1024 * 1024;
const WATCH_INTERVAL_MS = 100;
/** One for all documents of the process, which it divides the growth among. */
const growthMeter = createGrowthMeter();

const invalid = (reason: string, message: string): AppError =>
  new AppError('invalid_file', { message, reason });
const tooSlow = (): AppError =>
  invalid('too_slow', 'The document takes too long to read or write.');
const tooLarge = (): AppError => invalid('too_large', 'The document is too large.');
const sameLanguage = (): AppError => invalid('same_language', SAME_LANGUAGE);

/** Bytes with nothing else in the same memory, copied if need be. */
const aloneInMemory = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? new Uint8Array(bytes.buffer)
    : new Uint8Array(bytes);

/** @param signal ends the thread when it aborts */
export const startParseThread = (
  signal: AbortSignal,
  stepCpuMs: typeof STEP_CPU_MS = STEP_CPU_MS,
): ParseThread => {
  const worker = startThread('features/documents/parse-worker.js', LIMITS);
  let maxCpuMs = stepCpuMs.always;
  const ask = (request: ParseRequest, transfer: readonly ArrayBuffer[]): Promise<ParseAnswer> =>
    new Promise<ParseAnswer>((resolve, reject) => {
      const growth = growthMeter.enter(() => cpuMsOf(worker));
      const beganCpuMs = cpuMsOf(worker) ?? 0;
      const onSlow = () => settle(() => reject(tooSlow()));
      const watch = setInterval(() => {
        if (growth.bytes() > MAX_GROWTH_BYTES) settle(() => reject(tooLarge()));
        else if ((cpuMsOf(worker) ?? 0) - beganCpuMs > maxCpuMs) onSlow();
      }, WATCH_INTERVAL_MS);
      const timer = setTimeout(onSlow, WALL_PER_CPU * maxCpuMs);
      const onMessage = (answer: ParseAnswer) => settle(() => resolve(answer));
      const onError = (error: Error & { readonly code?: string }) =>
        settle(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error));
      const onExit = () => settle(() => reject(new Error('the thread of the document ended')));
      const onAbort = () => settle(() => reject(signal.reason));
      const settle = (tell: () => void) => {
        clearInterval(watch);
        growth.leave();
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        signal.removeEventListener('abort', onAbort);
        tell();
      };
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      else worker.postMessage(request, transfer);
    });
  // Without a listener an error between two steps would end the server.
  worker.on('error', () => {});

  const step = async <Answer extends ParseAnswer>(
    request: ParseRequest,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<Answer> => {
    const answer = await ask(request, transfer);
    if (answer.type === 'refused') {
      const { code, message } = answer satisfies RefusedAnswer;
      throw invalid(code, message);
    }
    return answer as Answer;
  };

  return {
    read: (request) => {
      const mebibytes = request.bytes.length / MEBIBYTE;
      maxCpuMs += stepCpuMs.perMebibyte * mebibytes;
      // The bytes are moved: nothing has them twice.
      const bytes = aloneInMemory(request.bytes);
      return step<ReadAnswer>({ type: 'read', ...request, bytes }, [bytes.buffer]);
    },
    next: async (translations) => (await step<BatchAnswer>({ type: 'batch', translations })).batch,
    write: (request) => step<WrittenAnswer>({ type: 'write', ...request }),
    end: async () => {
      await worker.terminate();
    },
  };
};

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
    const [detection] = await call.detect([sample]);
    const detected = detection?.language ?? undefined;
    const source = call.request.source ?? detected ?? 'en';
    const aboutSource = sourceNotes(call.request.source, detected, sample);
    if (source === baseOf(targetLanguage)) {
      throw sameLanguage();
    }
    const spellings = new Map<string, string>();
    let request: TranslationRequest = {
      ...call.request,
      source,
      options: { ...call.request.options, spellings },
    };
    const languages = { from: source, to: targetLanguage };
    const { formality } = options;
    let isAddressOpen = formality === undefined || formality === 'default';
    let done = 0;
    let batch = await thread.next([]);
    while (batch.length > 0) {
      let translations = await translateBatch(batch, request, call);
      if (isAddressOpen) {
        const forms = formsIn(batch, translations, languages);
        const form = majorityOf(forms) ?? forms[0]?.form;
        if (form) {
          request = { ...request, wording: { ...request.wording, formality: form } };
          isAddressOpen = false;
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
  document: TranslationRequest,
  { translator, signal, inTurn }: DocumentCall,
): Promise<Batch> => {
  const texts = batch.map(({ text }) => text);
  const request = { ...document, texts, codes: batch.map(({ codes }) => codes) };
  const translated = await withRetries(signal, () =>
    inTurn(() => translator.translate(request, signal), signal),
  );
  return translated.map(({ text, codes = [] }) => ({ text, codes }));
};

/** Retries work, after pauses, when it fails with an error that the table of errors calls retryable. */
export const withRetries = async <Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> => {
  for (const pauseMs of [...RETRY_AFTER_MS, undefined]) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      const isRetryable = isAppError(error) && ERRORS[error.code].retryable;
      if (!isRetryable || pauseMs === undefined) throw error;
      await sleep(pauseMs, undefined, { signal });
    }
  }
  throw new Error('unreachable');
};

/** How the texts of a batch address their reader, those that do. */
const formsIn = (
  sources: Batch,
  translations: Batch,
  languages: Pick<AddressedSentence, 'from' | 'to'>,
): readonly { readonly form: FormOfAddress }[] =>
  sources.flatMap(({ text: source }, index) => {
    const translation = translations[index]?.text ?? '';
    const form = addressOf({ ...languages, source, translation });
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
