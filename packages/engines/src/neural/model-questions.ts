import type { Logger, OtherWording, WordingQuestion } from '@dragoman/core';
import type { EngineWorker } from './process/engine-worker.js';

const MAX_QUESTIONS = 16;

interface ProcessOfQuestions {
  main(): EngineWorker | undefined;
  /** Called when a question waits for a model to be loaded. */
  onWaiting(): void;
}

/** Questions for other wordings. Answers are best effort: where something goes wrong, there is none. */
export class ModelQuestions {
  readonly #process: ProcessOfQuestions;
  readonly #log: Logger;
  /** What goes on when a model is loaded, or cannot be. */
  readonly #whenLoaded = new Map<string, (() => void)[]>();
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
  tellLoaded(modelKey: string): void {
    const waiting = this.#whenLoaded.get(modelKey) ?? [];
    this.#whenLoaded.delete(modelKey);
    for (const go of waiting) go();
  }

  /** Lets all go on, which find no process. */
  close(): void {
    for (const modelKey of [...this.#whenLoaded.keys()]) this.tellLoaded(modelKey);
  }

  /** @throws the signal's reason once it aborts */
  ask(
    modelKey: string,
    signal: AbortSignal,
    question: WordingQuestion,
  ): Promise<readonly OtherWording[] | undefined> {
    if (this.#count >= MAX_QUESTIONS) return Promise.resolve(undefined);
    this.#count++;
    return new Promise<readonly OtherWording[] | undefined>((resolve, reject) => {
      const leave = (): void => reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      void this.#askFor(modelKey, question)
        .then(resolve)
        .finally(() => {
          this.#count--;
          signal.removeEventListener('abort', leave);
        });
    });
  }

  async #askFor(
    modelKey: string,
    question: WordingQuestion,
  ): Promise<readonly OtherWording[] | undefined> {
    if (!this.#process.main()?.models.get(modelKey)?.isLoaded) {
      await new Promise<void>((resolve) => {
        const waiting = this.#whenLoaded.get(modelKey);
        if (waiting) waiting.push(resolve);
        else this.#whenLoaded.set(modelKey, [resolve]);
        this.#process.onWaiting();
      });
    }
    const main = this.#process.main();
    if (!main?.models.get(modelKey)?.isLoaded) return undefined;
    const { wordings, problem } = await main.findWordings(modelKey, question);
    if (problem !== undefined) this.#log.debug({ problem }, 'no other wordings from this model');
    return wordings;
  }
}
