import { type AskModel, type ChatRequest, createChatClient } from './chat-client.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { type Follower, followSignal } from './follow-signal.js';
import type { LanguageModelOptions, LanguageModelSettings } from './options.js';
import { probeProtocol } from './probe.js';
import type { Answer } from './read-answer.js';
import { RETRYABLE, RequestFailure } from './request-failure.js';
import type { Protocol } from './system-prompt.js';

/** Failures that say something about the server, rather than about one text. */
const BLAMED_ON_SERVER: ReadonlySet<RequestFailure['kind']> = new Set([...RETRYABLE, 'timeout']);
/** Statuses that no further call would change. */
const FINAL = [401, 403, 404];

/** A model's server: tried out before use, watched in use, left alone while it does not work. */
export class ModelConnection {
  readonly #ask: AskModel;
  readonly #options: LanguageModelOptions;
  readonly #breaker: CircuitBreaker;
  readonly #onChange: () => void;
  #protocol: Protocol | undefined;
  #problem: RequestFailure | undefined;
  #trial: Promise<void> | undefined;
  readonly #calls = new Set<Follower>();
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
  async ask(request: ChatRequest, signal: AbortSignal): Promise<Answer> {
    return this.#untilClosed(signal, (own) => this.#ask(request, own));
  }

  noteSuccess(): void {
    this.#breaker.noteSuccess();
  }

  noteFailure(failure: RequestFailure): void {
    const isFinal = failure.status !== undefined && FINAL.includes(failure.status);
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
    const call = followSignal(caller);
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
