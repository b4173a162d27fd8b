import { AppError, baseOf, type LanguagePair } from '@dragoman/contract';
import {
  type Engine,
  type EngineBatch,
  type EngineCallOptions,
  type EngineHealth,
  type EnginePair,
  type Logger,
  linkedController,
  type Meter,
  silentMeter,
  type TranslatedUnit,
  yieldToLoop,
} from '@dragoman/core';
import { withRetries } from '@dragoman/core/retry';
import { EngineLifecycle } from '../host/engine-lifecycle.js';
import { CallerQueue } from '../host/fair-queue.js';
import type { ChatRequest } from './chat-client.js';
import { ModelConnection } from './model-connection.js';
import {
  DEFAULT_LANGUAGE_MODEL_OPTIONS,
  type LanguageModelOptions,
  type LanguageModelSettings,
} from './options.js';
import type { AskedText, Protocol } from './prompts.js';
import { createExchange, estimateTokens, packByTokens } from './protocols.js';
import type { Translations } from './read-translations.js';
import { type FailureKind, RequestFailure } from './request-failure.js';
import { translateChunk } from './translate-chunk.js';

/** A server that wants to be left alone for longer is no use to a waiting caller. */
const MAX_RETRY_AFTER_MS = 10_000;

const NO_PAIRS: readonly EnginePair[] = [];

interface CallOptions extends EngineCallOptions {
  /** Starts the time that the batch has, once. */
  begin(): void;
}

/** A language model behind an address with OpenAI's chat API. */
export const createLanguageModelEngine = (
  dependencies: { readonly log: Logger; readonly meter?: Meter },
  settings: LanguageModelSettings,
  options: Partial<LanguageModelOptions> = {},
): Engine =>
  new LanguageModelEngine({ meter: silentMeter, ...dependencies }, settings, {
    ...DEFAULT_LANGUAGE_MODEL_OPTIONS,
    ...options,
  });

const REASONS: Readonly<Record<FailureKind, string>> = {
  unreachable: 'there is no connection to its server',
  refused: 'its server refuses the requests',
  overloaded: 'its server is overloaded',
  server_error: 'its server fails',
  silent: 'its server does not answer',
  incomplete: 'the answers of its server end too early',
  malformed: 'it does not answer in the form that it is asked for',
  too_long: 'its answers do not end',
  timeout: 'its server takes too long',
};

const REFUSALS: Readonly<Record<number, string>> = {
  401: 'its server refuses the key',
  403: 'its server refuses the key',
  404: 'its server knows no such model, or no chat completions at this address',
};

/** What an operator is told about the connection to a model. */
const describeHealth = (
  connection: ModelConnection,
  calls: CallerQueue,
  model: string,
): Pick<EngineHealth, 'notes' | 'details' | 'load'> => {
  const { problem, protocol } = connection;
  const waiting = protocol
    ? []
    : [`The language model ${model} is not used yet: it is being tried.`];
  return {
    notes: problem
      ? [`The language model ${model} is not used now: ${reasonOf(problem)}.`]
      : waiting,
    details: { model, ...(protocol && { protocol }) },
    load: {
      workers: calls.running,
      models: protocol ? 1 : 0,
      memoryBytes: 0,
      queued: calls.waiting,
      restarts: connection.breakdowns,
    },
  };
};

const reasonOf = ({ kind, status }: RequestFailure): string => {
  const known = status === undefined ? undefined : REFUSALS[status];
  const reason = known ?? REASONS[kind];
  return status === undefined ? reason : `${reason} (status ${status})`;
};

class LanguageModelEngine implements Engine {
  readonly id: string;
  readonly capabilities = {
    maxCharacters: 4000,
    formality: true,
    context: true,
    instructions: true,
    terms: true,
    rewriting: true,
    isLanguageModel: true,
  };
  readonly destination: string;
  readonly #log: Logger;
  readonly #meter: Meter;
  readonly #options: LanguageModelOptions;
  readonly #pairs: readonly EnginePair[];
  readonly #connection: ModelConnection;
  readonly #model: string;
  readonly #calls: CallerQueue;
  readonly #lifecycle: EngineLifecycle;
  #isUp = false;

  constructor(
    { log, meter }: { readonly log: Logger; readonly meter: Meter },
    settings: LanguageModelSettings,
    options: LanguageModelOptions,
  ) {
    this.id = `llm-${settings.name}`;
    this.destination = settings.address;
    this.#model = settings.model;
    this.#log = log;
    this.#meter = meter;
    this.#options = options;
    this.#pairs = settings.pairs.map(({ source, target }) => ({
      source,
      target,
      modelTypes: ['quality_optimized'],
      revision: settings.model,
    }));
    this.#connection = new ModelConnection(settings, options, () => this.#noteConnection());
    this.#calls = new CallerQueue(options.maxConcurrency);
    this.#lifecycle = new EngineLifecycle(
      {
        open: () => this.#open(),
        maintain: () => void this.#connection.tryServer(),
        close: async () => this.#connection.close(),
      },
      // The server is tried as often as other engines look for what is idle.
      { idleStopMs: options.recoveryMs * 2, stopGraceMs: options.stopGraceMs },
    );
  }

  start(): Promise<void> {
    return this.#lifecycle.start();
  }

  pairs(): readonly EnginePair[] {
    return this.#isUp && !this.#lifecycle.isStopped ? this.#pairs : NO_PAIRS;
  }

  failedPairs(): readonly LanguagePair[] {
    return this.#isUp ? NO_PAIRS : this.#pairs;
  }

  translateBatch(
    batch: EngineBatch,
    { signal, budget }: EngineCallOptions,
  ): Promise<readonly TranslatedUnit[]> {
    return this.#lifecycle.run(signal, (batchSignal) =>
      this.#translate(batch, { signal: batchSignal, ...(budget && { budget }) }),
    );
  }

  health(): EngineHealth {
    return {
      state: this.#lifecycle.healthState(!this.#isUp),
      ...describeHealth(this.#connection, this.#calls, this.#model),
    };
  }

  stop(): Promise<void> {
    return this.#lifecycle.stop();
  }

  /** A server that takes long to answer is waited for in the background. */
  async #open(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#options.startTimeoutMs);
    });
    await Promise.race([this.#connection.tryServer(), enough]);
    clearTimeout(timer);
  }

  #noteConnection(): void {
    const { protocol, problem } = this.#connection;
    const isUp = protocol !== undefined;
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    if (isUp) this.#log.info({ engine: this.id, protocol }, 'the language model can be used');
    else
      this.#log.warn(
        { engine: this.id, reason: problem?.message },
        'the language model gets a rest',
      );
  }

  async #translate(
    batch: EngineBatch,
    { signal: caller, ...options }: EngineCallOptions,
  ): Promise<readonly TranslatedUnit[]> {
    this.#requirePair(batch);
    const { protocol } = this.#connection;
    if (protocol === undefined) throw new AppError('engine_failed');
    const { signal, abort, release } = linkedController(caller);
    let timer: NodeJS.Timeout | undefined;
    const begin = (): void => {
      const { timeoutMs } = this.#options;
      timer ??= setTimeout(() => abort(new RequestFailure('timeout')), timeoutMs);
    };
    try {
      return await this.#translateUnits(batch, protocol, { ...options, signal, begin });
    } catch (error) {
      // Its other calls would go on, and be paid for.
      abort(error);
      caller.throwIfAborted();
      throw error instanceof RequestFailure
        ? new AppError('engine_failed', { cause: error })
        : error;
    } finally {
      clearTimeout(timer);
      release();
    }
  }

  async #translateUnits(
    batch: EngineBatch,
    protocol: Protocol,
    options: CallOptions,
  ): Promise<readonly TranslatedUnit[]> {
    const ask = (texts: readonly AskedText[]): Promise<Translations> =>
      this.#ask(batch, texts, protocol, options);
    const units = batch.units.map((unit, index) => ({
      unit,
      text: unit.text,
      rejected: batch.rejected?.[index],
    }));
    const asked = units.filter(({ text }) => text.trim() !== '');
    const chunks = packByTokens(asked, this.#options.maxBatchTokens);
    const translated = await Promise.all(chunks.map((chunk) => translateChunk(chunk, ask)));
    const results = translated.flat().values();
    return units.map(({ text }) =>
      text.trim() === '' ? { text, spans: [] } : (results.next().value ?? { text: '', spans: [] }),
    );
  }

  /** One call for some texts, and more where it fails in a way that may pass. */
  async #ask(
    { source, target, guidance, rewriting }: EngineBatch,
    texts: readonly AskedText[],
    protocol: Protocol,
    { signal, budget, begin }: CallOptions,
  ): Promise<Translations> {
    const labels = { engine: this.id, pair: `${baseOf(source)}-${baseOf(target)}` };
    const { maxAttempts, backoffMs } = this.#options;
    return withRetries(
      async () => {
        const stopWaiting = this.#meter.time('queue', labels);
        return this.#calls.run(signal, async () => {
          stopWaiting();
          // Other calls of the request have spent it.
          if (budget?.isSpent()) throw new AppError('engine_failed');
          begin();
          this.#meter.noteBatch(texts.length, labels);
          const stopClock = this.#meter.time('engine', labels);
          const question = { source, target, guidance, rewriting, texts };
          const { request, read } = createExchange(question, protocol);
          try {
            const { text, tokens } = await this.#connection.ask(request, signal);
            await yieldToLoop();
            budget?.spend(tokens ?? estimateCall(request, text));
            const translations = read(text);
            this.#connection.noteSuccess();
            return translations;
          } catch (error) {
            if (error instanceof RequestFailure) this.#noteFailure(error);
            throw error;
          } finally {
            stopClock();
          }
        });
      },
      {
        maxAttempts,
        firstBackoffMs: backoffMs,
        maxRetryAfterMs: MAX_RETRY_AFTER_MS,
        random: Math.random,
      },
      {
        signal,
        failureOf: (error) =>
          error instanceof RequestFailure && error.isRetryable ? error : undefined,
      },
    );
  }

  #noteFailure(failure: RequestFailure): void {
    this.#connection.noteFailure(failure);
    const { kind, status } = failure;
    this.#log.warn(
      { engine: this.id, reason: kind, status },
      'a call to the language model failed',
    );
  }

  /** A variant is written by the model of its base language; what it writes, it can rewrite. */
  #requirePair({ source, target, rewriting }: EngineBatch): void {
    const isServed = this.#pairs.some(
      (pair) =>
        (rewriting !== undefined || pair.source === baseOf(source)) &&
        (pair.target === target || pair.target === baseOf(target)),
    );
    if (!isServed) throw new AppError('pair_not_installed');
  }
}

/** What a call costs, where its server does not say. */
const estimateCall = ({ messages }: ChatRequest, answer: string): number =>
  [...messages.map(({ content }) => content), answer].reduce(
    (sum, text) => sum + estimateTokens(text),
    0,
  );
