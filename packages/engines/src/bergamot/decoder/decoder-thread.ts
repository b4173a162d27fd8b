import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Logger, OtherWording, WordingQuestion } from '@dragoman/core';
import type { ModelFiles, ThreadAnswer, ThreadRequest } from './protocol.js';

// Tests run from source, where no compiled program lies beside this file.
const PROGRAM = fileURLToPath(
  new URL('../../../dist/bergamot/decoder/thread-main.js', import.meta.url),
);
const IDLE_STOP_MS = 60_000;
const MAX_WAITING = 16;

interface Waiting {
  readonly request: ThreadRequest;
  readonly signal: AbortSignal;
  answer(wordings: readonly OtherWording[] | undefined): void;
}

/**
 * Finds other wordings in a thread of its own, one question after the other. It starts with the first
 * question and ends when nothing was asked for a minute. Answers are a wish: where something goes
 * wrong, there are none.
 */
export class DecoderThread {
  readonly #log: Logger;
  /** The first one is being answered. */
  #waiting: Waiting[] = [];
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  /**
   * @returns undefined where the model cannot be asked, or too many others wait
   * @throws the signal's reason once it aborts
   */
  findWordings(
    files: ModelFiles,
    question: WordingQuestion,
    signal: AbortSignal,
  ): Promise<readonly OtherWording[] | undefined> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.#waiting.length >= MAX_WAITING) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const onAbort = (): void => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      const answer: Waiting['answer'] = (wordings) => {
        signal.removeEventListener('abort', onAbort);
        resolve(wordings);
      };
      this.#waiting.push({ request: { files, question }, signal, answer });
      if (this.#waiting.length === 1) this.#ask();
    });
  }

  /** Ends the thread. Safe to call twice; a later question starts another. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#forget();
    await worker?.terminate();
  }

  /** Has the thread answer the first question that somebody still waits for. */
  #ask(): void {
    clearTimeout(this.#idle);
    this.#waiting = this.#waiting.filter(({ signal }) => !signal.aborted);
    const [next] = this.#waiting;
    if (next) this.#running().postMessage(next.request);
    else this.#idle = setTimeout(() => void this.stop(), IDLE_STOP_MS).unref();
  }

  #running(): Worker {
    this.#worker ??= this.#startThread();
    return this.#worker;
  }

  #startThread(): Worker {
    const worker = new Worker(PROGRAM);
    worker.unref();
    worker.on('message', ({ wordings, problem }: ThreadAnswer) => {
      if (problem !== undefined) this.#log.debug({ problem }, 'no other wordings from this model');
      this.#waiting.shift()?.answer(wordings);
      this.#ask();
    });
    worker.on('error', ({ message: reason }) => {
      this.#log.warn({ reason }, 'the thread for other wordings broke');
      if (this.#worker === worker) this.#forget();
    });
    return worker;
  }

  #forget(): void {
    clearTimeout(this.#idle);
    this.#worker = undefined;
    for (const { answer } of this.#waiting) answer(undefined);
    this.#waiting = [];
  }
}
