import { type LinkedController, linkedController } from '@dragoman/core';
import { type ChatRequest, createChatClient, type SendChat } from './chat-client.js';
import type { AnswerFormat, LanguageModelOptions, LanguageModelSettings } from './options.js';
import type { Protocol } from './prompts.js';
import { createExchange } from './protocols.js';
import type { ModelAnswer } from './read-answer.js';
import { RETRYABLE, RequestFailure } from './request-failure.js';

/** Failures that say something about the server, rather than about one text. */
const BLAMED_ON_SERVER: ReadonlySet<RequestFailure['kind']> = new Set([...RETRYABLE, 'timeout']);
/** Statuses that no further call would change. */
const FINAL_STATUSES: readonly (number | undefined)[] = [401, 403, 404];

/** Counts failures, and says when a server needs a rest. */
class CircuitBreaker {
  readonly #limit: number;
  #failures = 0;
  #openings = 0;
  #isOpen: boolean;

  /**
   * @param limit failures one after the other that open it
   * @param isOpen whether it is open at first, until something succeeds
   */
  constructor(limit: number, isOpen: boolean) {
    this.#limit = limit;
    this.#isOpen = isOpen;
  }

  /** While it is open, nothing is sent but trials. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** How often it was opened. */
  get openings(): number {
    return this.#openings;
  }

  noteSuccess(): void {
    this.#failures = 0;
    this.#isOpen = false;
  }

  /** @param isFinal whether the next call will fail as well: the key is wrong, the model is unknown */
  noteFailure(isFinal: boolean): void {
    this.#failures += 1;
    if (this.#isOpen || (!isFinal && this.#failures < this.#limit)) return;
    this.#isOpen = true;
    this.#openings += 1;
  }
}

/** Short, and the same in every language. */
const TRIAL = { source: 'en', target: 'de', texts: [{ text: '1' }] };

/**
 * Finds out how a model can be asked, by asking it something: with a JSON schema where its server
 * knows that, otherwise with delimiters.
 *
 * @throws RequestFailure of the last attempt, where it cannot be asked in any way
 */
const probeProtocol = async (
  ask: SendChat,
  format: AnswerFormat,
  signal: AbortSignal,
): Promise<Protocol> => {
  if (format !== 'auto') {
    await tryProtocol(ask, format, signal);
    return format;
  }
  try {
    await tryProtocol(ask, 'json_schema', signal);
    return 'json_schema';
  } catch (error) {
    if (!(error instanceof RequestFailure && isAboutFormat(error))) throw error;
    await tryProtocol(ask, 'delimiters', signal);
    return 'delimiters';
  }
};

const tryProtocol = async (
  ask: SendChat,
  protocol: Protocol,
  signal: AbortSignal,
): Promise<void> => {
  const { request, read } = createExchange(TRIAL, protocol);
  read((await ask(request, signal)).text);
};

/** A wrong key or model name is no matter of the format. */
const isAboutFormat = ({ kind, status }: RequestFailure): boolean =>
  kind === 'malformed' ||
  kind === 'too_long' ||
  kind === 'server_error' ||
  (kind === 'refused' && !FINAL_STATUSES.includes(status));

/** A model's server: tried out before use, watched in use, left alone while it does not work. */
export class ModelConnection {
  readonly #ask: SendChat;
  readonly #options: LanguageModelOptions;
  readonly #breaker: CircuitBreaker;
  readonly #onChange: () => void;
  #protocol: Protocol | undefined;
  #problem: RequestFailure | undefined;
  #trial: Promise<void> | undefined;
  readonly #calls = new Set<LinkedController>();
  #isClosed = false;

  /** @param onChange called when the server begins or ceases to work */
  constructor(
    settings: LanguageModelSettings,
    options: LanguageModelOptions,
    onChange: () => void,
  ) {
    this.#ask = createChatClient({ ...settings, ...options });
    this.#options = options;
    this.#breaker = new CircuitBreaker(options.failuresToOpen, true);
    this.#onChange = onChange;
  }

  /** How the model is asked; undefined while the server does not work. */
  get protocol(): Protocol | undefined {
    return this.#breaker.isOpen ? undefined : this.#protocol;
  }

  /** The last failure, while the server does not work. */
  get problem(): RequestFailure | undefined {
    return this.#breaker.isOpen ? this.#problem : undefined;
  }

  /** How often a working server ceased to work. */
  get breakdowns(): number {
    return this.#breaker.openings;
  }

  /** Tries a server that does not work, one trial at a time. Resolves when the trial is over. */
  tryServer(): Promise<void> {
    if (!this.#breaker.isOpen || this.#isClosed) return Promise.resolve();
    this.#trial ??= this.#tryServer().finally(() => {
      this.#trial = undefined;
    });
    return this.#trial;
  }

  /** @throws RequestFailure, the signal's reason */
  async ask(request: ChatRequest, signal: AbortSignal): Promise<ModelAnswer> {
    return this.#untilClosed(signal, (own) => this.#ask(request, own));
  }

  noteSuccess(): void {
    this.#breaker.noteSuccess();
  }

  noteFailure(failure: RequestFailure): void {
    const isFinal = FINAL_STATUSES.includes(failure.status);
    if (!isFinal && !BLAMED_ON_SERVER.has(failure.kind)) return;
    this.#problem = failure;
    this.#breaker.noteFailure(isFinal);
    this.#onChange();
  }

  /** Ends every call. */
  close(): void {
    this.#isClosed = true;
    for (const call of this.#calls) call.abort(new RequestFailure('unreachable'));
  }

  /** Does work with a signal that aborts when the caller's does, or when everything ends. */
  async #untilClosed<Result>(
    caller: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const call = linkedController(caller);
    this.#calls.add(call);
    if (this.#isClosed) call.abort(new RequestFailure('unreachable'));
    try {
      return await work(call.signal);
    } finally {
      this.#calls.delete(call);
      call.release();
    }
  }

  async #tryServer(): Promise<void> {
    const { answerFormat, timeoutMs } = this.#options;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new RequestFailure('timeout')), timeoutMs);
    try {
      this.#protocol = await this.#untilClosed(limit.signal, (signal) =>
        probeProtocol(this.#ask, answerFormat, signal),
      );
      this.#breaker.noteSuccess();
    } catch (error) {
      this.#problem = error instanceof RequestFailure ? error : new RequestFailure('unreachable');
    } finally {
      clearTimeout(timer);
    }
    this.#onChange();
  }
}
