import { type Batch, createBatcher } from './batcher.js';
import {
  type SourceDocument,
  type TranslateDocumentOptions,
  type TranslatedDocument,
  toDocumentForm,
  translateDocument,
} from './documents.js';
import { ArgumentError, DragomanError } from './errors.js';
import {
  readSourceLanguage,
  readTargetLanguage,
  type SourceLanguageCode,
  type TargetLanguageCode,
} from './languages.js';
import {
  readSourceLanguages,
  readTargetLanguages,
  readTranslations,
  readUsage,
  type SourceLanguage,
  type TargetLanguage,
  type TextResult,
  type Usage,
} from './results.js';
import { createSender, type Deadline, type Sender, startDeadline } from './send.js';
import {
  readEnvironment,
  readMilliseconds,
  readSettings,
  type Settings,
  type TranslatorOptions,
} from './settings.js';
import {
  type CallOptions,
  type TranslateTextOptions,
  toWireParameters,
} from './translate-options.js';

const DOCUMENT_TIMEOUT_MS = 3_600_000;

/** The globals that distinguish Node from a browser. */
export interface HostGlobals {
  readonly process?: {
    readonly versions?: { readonly node?: string };
    /** Set by Electron; the windows are `renderer`. */
    readonly type?: string;
  };
}

/**
 * Throws in a browser, where everyone could read the key. Test environments that emulate a page in
 * Node are allowed.
 *
 * @throws DragomanError `browser_refused`, which says what to use instead
 */
export const refuseBrowser = ({ process }: HostGlobals = globalThis as HostGlobals): void => {
  const isNode = process?.versions?.node !== undefined && process.type !== 'renderer';
  if (isNode) return;
  throw new DragomanError(
    'This library does not run in a browser: anyone who opens the page could read the API key. ' +
      'Let the page call your own server, which keeps the key, with @dragoman/browser-proxy.',
    { code: 'browser_refused' },
  );
};

/**
 * Talks to a translation service of the v2 contract. Holds no connection and need not be closed;
 * one instance per program is enough.
 *
 * All methods throw a `DragomanError`, or the reason of the caller's aborted signal.
 */
export class Translator {
  readonly #settings: Settings;
  readonly #sender: Sender;

  /**
   * @param authKey API key; one that ends in `:fx` belongs to a free plan
   * @throws ArgumentError for an invalid key or setting; DragomanError `browser_refused` in a
   *   browser
   */
  constructor(authKey: string, options: TranslatorOptions = {}) {
    refuseBrowser();
    this.#settings = readSettings(authKey, options);
    this.#sender = createSender(this.#settings);
  }

  /**
   * With the key from `DRAGOMAN_AUTH_KEY`, and the address from `DRAGOMAN_SERVER_URL`, or from
   * `DRAGOMAN_BASE_URL` and `DRAGOMAN_FREE_BASE_URL`, if the options contain no address.
   *
   * @throws ArgumentError when no key is set
   */
  static fromEnvironment(options: TranslatorOptions = {}): Translator {
    refuseBrowser();
    const { authKey, ...addresses } = readEnvironment();
    if (authKey === undefined) {
      throw new ArgumentError('authKey', 'Set DRAGOMAN_AUTH_KEY to the API key.');
    }
    const given = options.serverUrl ?? options.baseUrl ?? options.freeBaseUrl;
    return new Translator(authKey, given === undefined ? { ...options, ...addresses } : options);
  }

  /**
   * Translates one text or a list of any length; a list is sent in as many requests as it needs.
   *
   * @param sourceLanguage base language such as `en`; null to detect it for each text
   * @param targetLanguage language or variant, such as `es` or `pt-BR`, in upper or lower case
   * @returns one result for a text, a list of results in the same order for a list
   */
  translateText(
    text: string,
    sourceLanguage: SourceLanguageCode | null,
    targetLanguage: TargetLanguageCode,
    options?: TranslateTextOptions,
  ): Promise<TextResult>;
  translateText(
    texts: readonly string[],
    sourceLanguage: SourceLanguageCode | null,
    targetLanguage: TargetLanguageCode,
    options?: TranslateTextOptions,
  ): Promise<readonly TextResult[]>;
  async translateText(
    input: string | readonly string[],
    sourceLanguage: SourceLanguageCode | null,
    targetLanguage: TargetLanguageCode,
    options: TranslateTextOptions = {},
  ): Promise<TextResult | readonly TextResult[]> {
    const texts = typeof input === 'string' ? [input] : input;
    if (!Array.isArray(texts)) {
      throw new ArgumentError('text', 'The text must be a string or a list of strings.');
    }
    const batcher = createBatcher(parametersOf(sourceLanguage, targetLanguage, options));
    // Checks all texts first: a text that is too large must not be found in the middle of a long
    // list.
    const batches = [...texts.map((text) => batcher.add(text)), batcher.rest()].filter(isBatch);
    const results = await this.#withDeadline(options, async (deadline) => {
      const done: TextResult[] = [];
      for (const batch of batches) {
        done.push(...(await this.#translate(batch, deadline)));
        options.onProgress?.({ translated: done.length, total: texts.length });
      }
      return done;
    });
    const [first] = results;
    return typeof input === 'string' && first ? first : results;
  }

  /**
   * Translates texts as they arrive and yields each result as soon as possible, in order. Texts are
   * collected until they fill a request; the next ones are read when its results have been
   * consumed.
   */
  translateTextStream(
    texts: Iterable<string> | AsyncIterable<string>,
    sourceLanguage: SourceLanguageCode | null,
    targetLanguage: TargetLanguageCode,
    options: TranslateTextOptions = {},
  ): AsyncGenerator<TextResult, void, undefined> {
    // Not inside the generator, which would only throw when its first value is requested.
    const batcher = createBatcher(parametersOf(sourceLanguage, targetLanguage, options));
    const collect = async function* (): AsyncGenerator<Batch | undefined> {
      for await (const text of texts) yield batcher.add(text);
      yield batcher.rest();
    };
    return this.#translateAll(collect(), options);
  }

  /**
   * Translates a file: uploads it, waits until it is done, and downloads the result, which the
   * service keeps for ten minutes, for a second attempt. If the call ends early, the document is
   * cancelled.
   *
   * @param options `timeoutMs` is an hour by default, because large documents take long
   * @throws DocumentError when the service cannot translate the document
   */
  async translateDocument(
    document: SourceDocument,
    sourceLanguage: string | null,
    targetLanguage: string,
    options: TranslateDocumentOptions = {},
  ): Promise<TranslatedDocument> {
    const form = toDocumentForm(document, languagesOf(sourceLanguage, targetLanguage), options);
    const { timeoutMs = DOCUMENT_TIMEOUT_MS, onProgress } = options;
    return this.#withDeadline({ ...options, timeoutMs }, (deadline) =>
      translateDocument(form, document.fileName, {
        sender: this.#sender,
        clock: this.#settings.clock,
        deadline,
        onProgress,
      }),
    );
  }

  /** The languages that texts can be in. */
  async getSourceLanguages(options: CallOptions = {}): Promise<readonly SourceLanguage[]> {
    return readSourceLanguages(await this.#get('/v2/languages?type=source', options));
  }

  /** The languages and variants that texts can be translated into. */
  async getTargetLanguages(options: CallOptions = {}): Promise<readonly TargetLanguage[]> {
    return readTargetLanguages(await this.#get('/v2/languages?type=target', options));
  }

  /** Usage and limit of this billing period. */
  async getUsage(options: CallOptions = {}): Promise<Usage> {
    return readUsage(await this.#get('/v2/usage', options));
  }

  async *#translateAll(
    batches: AsyncIterable<Batch | undefined>,
    options: TranslateTextOptions,
  ): AsyncGenerator<TextResult, void, undefined> {
    let translated = 0;
    for await (const batch of batches) {
      if (!batch) continue;
      const results = await this.#withDeadline(options, (deadline) =>
        this.#translate(batch, deadline),
      );
      translated += results.length;
      options.onProgress?.({ translated, total: undefined });
      yield* results;
    }
  }

  async #translate({ body, count }: Batch, deadline: Deadline): Promise<readonly TextResult[]> {
    return readTranslations(
      await this.#sender.json({ path: '/v2/translate', body }, deadline),
      count,
    );
  }

  #get(path: string, options: CallOptions): Promise<unknown> {
    return this.#withDeadline(options, (deadline) => this.#sender.json({ path }, deadline));
  }

  async #withDeadline<Result>(
    { timeoutMs = this.#settings.timeoutMs, signal }: CallOptions,
    work: (deadline: Deadline) => Promise<Result>,
  ): Promise<Result> {
    const limitMs = readMilliseconds('timeoutMs', timeoutMs);
    const deadline = startDeadline(limitMs, signal, this.#settings.clock);
    try {
      deadline.signal.throwIfAborted();
      return await work(deadline);
    } finally {
      deadline.end();
    }
  }
}

const isBatch = (batch: Batch | undefined): batch is Batch => batch !== undefined;

/** All members of a request except its texts. */
const parametersOf = (
  sourceLanguage: SourceLanguageCode | null,
  targetLanguage: TargetLanguageCode,
  options: TranslateTextOptions,
): Readonly<Record<string, unknown>> => ({
  ...toWireParameters(options),
  ...languagesOf(sourceLanguage, targetLanguage),
});

const languagesOf = (sourceLanguage: string | null, targetLanguage: string) => ({
  source_lang: readSourceLanguage(sourceLanguage),
  target_lang: readTargetLanguage(targetLanguage),
});
