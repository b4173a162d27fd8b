import type { AlternativesQuestion } from '@dragoman/core';
import type { EngineChoice } from '../student/choose-engine.js';
import type { EngineProcess, StartProcess } from './engine-process.js';
import type {
  AnsweredQuestion,
  EngineStart,
  LineToTranslate,
  ModelToLoad,
  ProcessAnswer,
  TranslatedLine,
} from './protocol.js';

interface WorkerTimeouts {
  /** How long the process may be silent while it translates. */
  readonly callTimeoutMs: number;
  /** How long loading a model may take. */
  readonly loadTimeoutMs: number;
}

interface WorkerEvents {
  /** It can take requests. */
  onReady(choice: EngineChoice): void;
  /** Something is done: there may be room for more. */
  onProgress(): void;
  /** It has ended, with everything in it. */
  onLost(reason: string): void;
}

/** A model in a process. */
export interface HeldModel {
  readonly residentBytes: number;
  isLoaded: boolean;
  lastUsedMs: number;
  /** Lines it has got since it was loaded. */
  served: number;
}

/** What becomes of a line: a translation, or, without one, the loss of the process. */
type OnTranslated = (translation: TranslatedLine | undefined) => void;

interface RunningLine {
  readonly modelId: string;
  readonly rows: number;
  readonly done: OnTranslated;
}

interface OpenQuestion {
  readonly modelId: string;
  readonly answer: (answer: AnsweredQuestion) => void;
}

const START_TIMEOUT_MS = 30_000;

/** One engine process with what it holds and what it is working on. */
export class EngineWorker {
  readonly models = new Map<string, HeldModel>();
  readonly #process: EngineProcess;
  readonly #timeouts: WorkerTimeouts;
  readonly #events: WorkerEvents;
  readonly #running = new Map<number, RunningLine>();
  readonly #loading = new Map<string, (problem: string | undefined) => void>();
  readonly #questions = new Map<number, OpenQuestion>();
  #isReady = false;
  #hasEnded = false;
  #lastNumber = 0;
  #rows = 0;
  #lastUsedMs = performance.now();
  #silence: NodeJS.Timeout | undefined;

  constructor(
    startProcess: StartProcess,
    start: EngineStart,
    timeouts: WorkerTimeouts,
    events: WorkerEvents,
  ) {
    this.#timeouts = timeouts;
    this.#events = events;
    this.#process = startProcess(start, {
      onAnswer: (answer) => this.#take(answer),
      onEnd: (reason) => this.#lose(reason),
    });
    this.#watch(START_TIMEOUT_MS);
  }

  /** Whether it ever was. */
  get wasReady(): boolean {
    return this.#isReady;
  }

  get isReady(): boolean {
    return this.#isReady && !this.#hasEnded;
  }

  /** How many translations it is working on: those that are kept of all its sentences. */
  get rows(): number {
    return this.#rows;
  }

  get isIdle(): boolean {
    return this.#running.size + this.#loading.size + this.#questions.size === 0;
  }

  get lastUsedMs(): number {
    return this.#lastUsedMs;
  }

  /** Whether it is working on lines or questions for a model. */
  isUsing(modelId: string): boolean {
    for (const works of [this.#running, this.#questions])
      for (const work of works.values()) if (work.modelId === modelId) return true;
    return false;
  }

  /** @returns why the model cannot be used; undefined where it can, or the process was lost */
  load(model: ModelToLoad, residentBytes: number): Promise<string | undefined> {
    this.#use();
    const held = { residentBytes, isLoaded: false, lastUsedMs: this.#lastUsedMs, served: 0 };
    this.models.set(model.id, held);
    return new Promise((resolve) => {
      this.#loading.set(model.id, (problem) => {
        if (problem !== undefined) this.models.delete(model.id);
        held.isLoaded = problem === undefined && !this.#hasEnded;
        resolve(problem);
      });
      this.#process.send({ type: 'load', model });
      this.#watch();
    });
  }

  unload(modelId: string): void {
    this.models.delete(modelId);
    this.#process.send({ type: 'unload', modelId });
  }

  /** Gives it lines of one model, each with how many translations are kept of it at every step. */
  translate(
    modelId: string,
    lines: readonly { readonly request: LineToTranslate; readonly done: OnTranslated }[],
    rowsPerLine: number,
    isUrgent: boolean,
  ): readonly number[] {
    this.#use();
    const held = this.#useModel(modelId);
    if (held) held.served += lines.length;
    const numbered = lines.map(({ request, done }) => {
      const id = this.#number();
      this.#running.set(id, { modelId, rows: rowsPerLine, done });
      return { id, ...request };
    });
    this.#rows += rowsPerLine * lines.length;
    this.#process.send({ type: 'translate', modelId, lines: numbered, isUrgent });
    this.#watch();
    return numbered.map(({ id }) => id);
  }

  /** Takes a line out of the batch; nothing becomes of it then. */
  drop(id: number): void {
    const running = this.#running.get(id);
    if (!running) return;
    this.#running.delete(id);
    this.#rows -= running.rows;
    this.#process.send({ type: 'drop', ids: [id] });
    this.#watch();
  }

  /** Answers with nothing once nobody waits for it. */
  findAlternatives(
    modelId: string,
    question: AlternativesQuestion,
    signal: AbortSignal,
  ): Promise<AnsweredQuestion> {
    this.#use();
    this.#useModel(modelId);
    const id = this.#number();
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#questions.delete(id);
        this.#process.send({ type: 'drop', ids: [id] });
        this.#watch();
        resolve({});
        this.#events.onProgress();
      };
      const answer = (answered: AnsweredQuestion): void => {
        signal.removeEventListener('abort', leave);
        resolve(answered);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#questions.set(id, { modelId, answer });
      this.#process.send({ type: 'findAlternatives', id, modelId, question });
      this.#watch();
    });
  }

  end(): Promise<void> {
    return this.#process.end();
  }

  #number(): number {
    this.#lastNumber = this.#lastNumber === 0x7fff_ffff ? 1 : this.#lastNumber + 1;
    return this.#lastNumber;
  }

  #use(): void {
    this.#lastUsedMs = performance.now();
  }

  #useModel(modelId: string): HeldModel | undefined {
    const held = this.models.get(modelId);
    if (held) held.lastUsedMs = this.#lastUsedMs;
    return held;
  }

  /** Counts the time until it says something, if anything is to come. */
  #watch(limitMs?: number): void {
    clearTimeout(this.#silence);
    if (this.#hasEnded || (this.isIdle && limitMs === undefined)) return;
    const { callTimeoutMs, loadTimeoutMs } = this.#timeouts;
    const silentMs = limitMs ?? (this.#loading.size > 0 ? loadTimeoutMs : callTimeoutMs);
    this.#silence = setTimeout(() => {
      this.#lose(`gave no answer in ${silentMs} ms`);
      void this.#process.end();
    }, silentMs).unref();
  }

  #take(answer: ProcessAnswer): void {
    if (this.#hasEnded) return;
    this.#use();
    switch (answer.type) {
      case 'ready':
        this.#isReady = true;
        this.#events.onReady(answer.choice);
        break;
      case 'loaded':
        this.#settleLoading(answer.modelId, undefined);
        break;
      case 'refused':
        this.#settleLoading(answer.modelId, answer.reason);
        break;
      case 'translated':
        for (const { id, ...translation } of answer.lines) {
          const running = this.#running.get(id);
          if (!running) continue;
          this.#running.delete(id);
          this.#rows -= running.rows;
          running.done(translation);
        }
        break;
      case 'alternatives': {
        const question = this.#questions.get(answer.id);
        this.#questions.delete(answer.id);
        question?.answer(answer);
        break;
      }
      case 'failed':
        break;
    }
    this.#watch();
    this.#events.onProgress();
  }

  #settleLoading(modelId: string, problem: string | undefined): void {
    const settle = this.#loading.get(modelId);
    this.#loading.delete(modelId);
    settle?.(problem);
  }

  #lose(reason: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#silence);
    this.#events.onLost(reason);
    const running = [...this.#running.values()];
    this.#running.clear();
    this.#rows = 0;
    for (const modelId of [...this.#loading.keys()]) this.#settleLoading(modelId, undefined);
    for (const { answer } of this.#questions.values()) answer({ problem: reason });
    this.#questions.clear();
    for (const { done } of running) done(undefined);
  }
}
