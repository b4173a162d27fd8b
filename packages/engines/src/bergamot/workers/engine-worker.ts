import type { ModelMemory } from '../models/files/model-memory.js';
import type { EngineProcess } from './engine-process.js';
import type { PlacedWorker } from './placement.js';
import type {
  DoneMessage,
  LineToTranslate,
  ModelToLoad,
  TranslatedLine,
  WorkerRequest,
} from './protocol.js';

export interface WorkerTimeouts {
  readonly callTimeoutMs: number;
  readonly loadTimeoutMs: number;
}

interface HeldModel extends ModelMemory {
  lastUsedMs: number;
}

/** One engine process with what it holds; not idle before its first job is done. */
export class EngineWorker implements PlacedWorker {
  readonly #process: EngineProcess;
  readonly #timeouts: WorkerTimeouts;
  readonly #models = new Map<string, HeldModel>();
  #isIdle = false;
  #hasEnded = false;
  #heapBytes = 0;
  #lastUsedMs = performance.now();

  constructor(engineProcess: EngineProcess, timeouts: WorkerTimeouts) {
    this.#process = engineProcess;
    this.#timeouts = timeouts;
  }

  get isIdle(): boolean {
    return this.#isIdle;
  }

  /** Does several things in a row, with nothing else in between. */
  async occupy(job: () => Promise<void>): Promise<void> {
    this.#isIdle = false;
    try {
      await job();
    } finally {
      this.#isIdle = !this.#hasEnded;
      this.#lastUsedMs = performance.now();
    }
  }

  get models(): ReadonlyMap<string, HeldModel> {
    return this.#models;
  }

  get heapBytes(): number {
    return this.#heapBytes;
  }

  get lastUsedMs(): number {
    return this.#lastUsedMs;
  }

  async becomeReady(): Promise<void> {
    this.#note(await this.#process.ready);
  }

  /** Sets room aside for a model that will be loaded next. */
  expect({ id }: ModelToLoad, memory: ModelMemory): void {
    this.#models.set(id, { ...memory, lastUsedMs: performance.now() });
  }

  async load(model: ModelToLoad, memory: ModelMemory): Promise<void> {
    this.expect(model, memory);
    await this.#ask({ type: 'load', model }, this.#timeouts.loadTimeoutMs);
  }

  async unload(modelId: string): Promise<void> {
    this.#models.delete(modelId);
    await this.#ask({ type: 'unload', modelId }, this.#timeouts.callTimeoutMs);
  }

  async translate(
    modelId: string,
    lines: readonly LineToTranslate[],
  ): Promise<readonly TranslatedLine[]> {
    const held = this.#models.get(modelId);
    if (held) held.lastUsedMs = performance.now();
    const request = { type: 'translate', modelId, lines } as const;
    return (await this.#ask(request, this.#timeouts.callTimeoutMs)).translations;
  }

  end(): Promise<void> {
    this.#hasEnded = true;
    this.#isIdle = false;
    return this.#process.end();
  }

  async #ask(request: WorkerRequest, timeoutMs: number): Promise<DoneMessage> {
    const answer = await this.#process.ask(request, timeoutMs);
    this.#note(answer);
    return answer;
  }

  #note({ heapBytes }: DoneMessage): void {
    this.#heapBytes = heapBytes;
  }
}
