import type { Alternative, AlternativesQuestion, Logger } from '@dragoman/core';
import type { EngineWorker } from '../process/engine-worker.js';

const MAX_QUESTIONS = 16;

interface ProcessOfQuestions {
  main(): EngineWorker | undefined;
  /** Called when a question waits for a model to be loaded. */
  onWaiting(): void;
}

/** Questions for alternatives. Answers are best effort: where something goes wrong, there is none. */
export class ModelQuestions {
  readonly #process: ProcessOfQuestions;
  readonly #log: Logger;
  /** What goes on when a model is loaded, or cannot be. */
  readonly #whenLoaded = new Map<string, Set<() => void>>();
  #count = 0;

  constructor(process: ProcessOfQuestions, log: Logger) {
    this.#process = process;
    this.#log = log;
  }

  /** Whether a question waits for this model. */
  isWaitingFor(modelKey: string): boolean {
    return this.#whenLoaded.has(modelKey);
  }

  /** Lets those go on that wait for a model, which is loaded, or will not be. */
  notifyLoaded(modelKey: string): void {
    const waiting = this.#whenLoaded.get(modelKey) ?? new Set();
    this.#whenLoaded.delete(modelKey);
    for (const go of waiting) go();
  }

  /** Lets all go on, which find no process. */
  close(): void {
    for (const modelKey of [...this.#whenLoaded.keys()]) this.notifyLoaded(modelKey);
  }

  /** @throws the signal's reason once it aborts */
  async ask(
    modelKey: string,
    signal: AbortSignal,
    question: AlternativesQuestion,
  ): Promise<readonly Alternative[] | undefined> {
    if (this.#count >= MAX_QUESTIONS) return undefined;
    this.#count++;
    try {
      return await this.#askFor(modelKey, signal, question);
    } finally {
      this.#count--;
    }
  }

  async #askFor(
    modelKey: string,
    signal: AbortSignal,
    question: AlternativesQuestion,
  ): Promise<readonly Alternative[] | undefined> {
    if (!this.#process.main()?.models.get(modelKey)?.isLoaded) {
      await this.#untilLoaded(modelKey, signal);
      signal.throwIfAborted();
    }
    const main = this.#process.main();
    if (!main?.models.get(modelKey)?.isLoaded) return undefined;
    const { alternatives, problem } = await main.findAlternatives(modelKey, question, signal);
    signal.throwIfAborted();
    if (problem !== undefined) this.#log.debug({ problem }, 'no other wordings from this model');
    return alternatives;
  }

  /** Resolves once a model is loaded, cannot be, or nobody waits for it any more. */
  #untilLoaded(modelKey: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#whenLoaded.get(modelKey) ?? new Set();
      this.#whenLoaded.set(modelKey, waiting);
      const go = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.delete(go);
        if (waiting.size === 0) this.#whenLoaded.delete(modelKey);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(go);
      this.#process.onWaiting();
    });
  }
}
