import type { ModelMemory } from './model-memory.js';
import type { PlacedWorker } from './placement.js';
import type { DoneMessage, ModelToLoad, WorkerRequest } from './protocol.js';
import type { EngineThread } from './worker-thread.js';

export interface WorkerTimeouts {
  readonly callTimeoutMs: number;
  readonly loadTimeoutMs: number;
}

interface HeldModel extends ModelMemory {
  lastUsedMs: number;
}

/** One engine thread with what it holds; busy from the start until it is ready. */
export class EngineWorker implements PlacedWorker {
  readonly #thread: EngineThread;
  readonly #timeouts: WorkerTimeouts;
  readonly #models = new Map<string, HeldModel>();
  #isBusy = true;
  #heapBytes = 0;
  #lastUsedMs = performance.now();

  constructor(thread: EngineThread, timeouts: WorkerTimeouts) {
    this.#thread = thread;
    this.#timeouts = timeouts;
  }

  get isIdle(): boolean {
    return !this.#isBusy;
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
    this.#note(await this.#thread.ready);
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

  async translate(modelId: string, lines: readonly string[]): Promise<readonly string[]> {
    const held = this.#models.get(modelId);
    if (held) held.lastUsedMs = performance.now();
    const request = { type: 'translate', modelId, lines } as const;
    return (await this.#ask(request, this.#timeouts.callTimeoutMs)).translations;
  }

  end(): Promise<void> {
    this.#isBusy = true;
    return this.#thread.end();
  }

  async #ask(request: WorkerRequest, timeoutMs: number): Promise<DoneMessage> {
    this.#isBusy = true;
    this.#lastUsedMs = performance.now();
    const answer = await this.#thread.ask(request, timeoutMs);
    this.#note(answer);
    return answer;
  }

  #note({ heapBytes }: DoneMessage): void {
    this.#isBusy = false;
    this.#heapBytes = heapBytes;
  }
}
