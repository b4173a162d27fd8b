import { AppError, baseOf, type LanguageTag } from '@dragoman/contract';
import type {
  Engine,
  EngineBatch,
  EngineCallOptions,
  EngineHealth,
  EnginePair,
  Logger,
  TranslatedUnit,
} from '@dragoman/core';
import { withBatchSignal } from '../host/batch-signal.js';
import { chooseKernels, describeKernels, type KernelChoice } from './kernels/index.js';
import { modelLines } from './model-lines.js';
import {
  type InstalledModel,
  type ModelScan,
  scanModelFolders,
} from './models/files/model-folders.js';
import { type FolderWatch, watchFolders } from './models/folder-watch.js';
import { keyOf, ModelCatalog, type ModelDirection, toScheduled } from './models/model-catalog.js';
import { type ModelReport, reportModels } from './models/model-report.js';
import { translateUnit } from './unit-translator.js';
import { compileEngine } from './workers/engine-module.js';
import { type BergamotOptions, DEFAULT_BERGAMOT_OPTIONS } from './workers/options.js';
import { Scheduler } from './workers/scheduler.js';
import { type StartThread, startEngineThread } from './workers/worker-thread.js';

/** The neural engine, with what is particular to it. */
export interface BergamotEngine extends Engine {
  /** Looks at what is installed now. A running engine does so by itself, too. */
  refresh(): Promise<void>;
  /** Every model folder: in use, or why not. */
  describeModels(): readonly ModelReport[];
  /** Which matrix kernels are in use: `native (avx2)`, `wasm`, `fallback`; undefined until started. */
  describeKernels(): string | undefined;
}

export interface BergamotDependencies {
  readonly log: Logger;
  /** Starts the threads; for tests that need a hand on them. @default startEngineThread */
  readonly startThread?: StartThread;
}

const MAINTENANCE_MS = 15_000;

/** Marian student models in the Bergamot WASM runtime, in worker threads. */
export const createBergamotEngine = (
  dependencies: BergamotDependencies,
  options: Partial<BergamotOptions> & { readonly modelDirectories: readonly string[] },
): BergamotEngine =>
  new NeuralEngine(dependencies, options.modelDirectories, {
    ...DEFAULT_BERGAMOT_OPTIONS,
    ...options,
  });

class NeuralEngine implements BergamotEngine {
  readonly id = 'bergamot';
  readonly capabilities = { maxCharacters: 2000, formality: false };
  readonly #log: Logger;
  readonly #directories: readonly string[];
  readonly #options: BergamotOptions;
  readonly #startThread: StartThread;
  readonly #scheduler: Scheduler;
  #wasmModule: object | undefined;
  #kernels: KernelChoice | undefined;
  #scan: ModelScan = { models: [], broken: [] };
  #catalog = new ModelCatalog([]);
  #pairs: readonly EnginePair[] = [];
  #state: 'new' | 'started' | 'stopped' = 'new';
  #machineProblem: string | undefined;
  #starting: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;
  #refreshing: Promise<void> = Promise.resolve();
  #watch: FolderWatch | undefined;
  #maintenance: NodeJS.Timeout | undefined;

  constructor(
    dependencies: BergamotDependencies,
    directories: readonly string[],
    options: BergamotOptions,
  ) {
    this.#log = dependencies.log;
    this.#directories = directories;
    this.#options = options;
    this.#startThread = dependencies.startThread ?? startEngineThread;
    this.#scheduler = new Scheduler(
      {
        log: dependencies.log,
        startThread: () => this.#startEngineThread(),
        onModelsChanged: () => this.#takeUpModels(),
      },
      options,
    );
  }

  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  pairs(): readonly EnginePair[] {
    return this.#pairs;
  }

  async translateBatch(
    batch: EngineBatch,
    { signal: caller }: EngineCallOptions,
  ): Promise<readonly TranslatedUnit[]> {
    caller.throwIfAborted();
    if (this.#state !== 'started') throw new AppError('unavailable');
    const direction = this.#directionOf(batch);
    return withBatchSignal(caller, (signal) => this.#translateUnits(batch, direction, signal));
  }

  health(): EngineHealth {
    const startProblem = this.#machineProblem ?? this.#scheduler.startProblem;
    const notes = [
      ...(startProblem === undefined ? [] : [`The neural engine does not start: ${startProblem}.`]),
      ...this.describeModels().flatMap(({ id, problem }) =>
        problem === undefined ? [] : [`Model ${id} is left out: ${problem}.`],
      ),
    ];
    const kernels = this.describeKernels();
    const facts = { notes, ...(kernels !== undefined && { details: { kernels } }) };
    if (this.#state === 'stopped') return { state: 'stopped', ...facts };
    if (this.#state === 'new') return { state: 'starting', ...facts };
    const hasFailed = this.#scan.models.some((model) => this.#failureOf(model) !== undefined);
    // No models at all is no fault: none were pulled yet.
    const isUseless = this.#pairs.length === 0 && this.#scan.broken.length > 0;
    const isDegraded = startProblem !== undefined || hasFailed || isUseless;
    return { state: isDegraded ? 'degraded' : 'ready', ...facts };
  }

  refresh(): Promise<void> {
    // One after the other, so that an older look never replaces a newer one.
    this.#refreshing = this.#refreshing.then(() => this.#refresh());
    return this.#refreshing;
  }

  describeModels(): readonly ModelReport[] {
    return reportModels(this.#scan, this.#scheduler);
  }

  describeKernels(): string | undefined {
    return this.#kernels && describeKernels(this.#kernels);
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #start(): Promise<void> {
    const [wasmModule] = await Promise.all([this.#compileEngine(), this.refresh()]);
    if (this.#state === 'stopped') return;
    if (!wasmModule) {
      this.#state = 'started';
      this.#takeUpModels();
      return;
    }
    this.#wasmModule = wasmModule;
    this.#kernels = chooseKernels(this.#options.kernels, { engineModule: wasmModule });
    const { rescanMs: pollMs, rescanDebounceMs: debounceMs } = this.#options;
    this.#watch = watchFolders(this.#directories, () => void this.refresh(), {
      pollMs,
      debounceMs,
    });
    const periodMs = Math.max(10, Math.min(MAINTENANCE_MS, this.#options.idleStopMs / 2));
    this.#maintenance = setInterval(() => this.#scheduler.maintain(performance.now()), periodMs);
    this.#maintenance.unref();
    this.#state = 'started';
    // A thread takes memory: without a model there is none.
    if (this.#scan.models.length > 0) await this.#scheduler.warmUp();
    const { kind, reason } = this.#kernels;
    this.#log.debug(
      { models: this.#scan.models.length, kernels: kind, reason },
      'neural engine up',
    );
  }

  /** Undefined where this machine cannot run the engine; `health` then says why. */
  async #compileEngine(): Promise<object | undefined> {
    try {
      return await compileEngine();
    } catch (error) {
      const cause = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
      this.#machineProblem = `WebAssembly with SIMD does not work on this machine (${cause})`;
      this.#log.error({ cause }, 'the neural engine cannot run on this machine');
      return undefined;
    }
  }

  async #stop(): Promise<void> {
    this.#state = 'stopped';
    this.#watch?.close();
    clearInterval(this.#maintenance);
    await this.#scheduler.close(this.#options.stopGraceMs);
    this.#pairs = [];
  }

  async #refresh(): Promise<void> {
    if (this.#state === 'stopped') return;
    this.#scan = await scanModelFolders(this.#directories, this.#scan);
    this.#scheduler.setModels(this.#scan.models.map((model) => toScheduled(model, this.#options)));
    this.#takeUpModels();
  }

  /** Works out what can be translated now; the same array as before when that is the same. */
  #takeUpModels(): void {
    if (this.#isStopped()) return;
    const sound = this.#scan.models.filter(
      (model) => this.#machineProblem === undefined && this.#failureOf(model) === undefined,
    );
    this.#catalog = new ModelCatalog(sound);
    const { pairs } = this.#catalog;
    if (JSON.stringify(pairs) !== JSON.stringify(this.#pairs)) this.#pairs = pairs;
  }

  #isStopped(): boolean {
    return this.#state === 'stopped';
  }

  async #translateUnits(
    { units }: EngineBatch,
    direction: ModelDirection,
    signal: AbortSignal,
  ): Promise<readonly TranslatedUnit[]> {
    const { maxLineTokens } = this.#options;
    const { model, ...lines } = modelLines(this.#scheduler, direction, signal, maxLineTokens);
    return Promise.all(
      units.map(async (unit) => ({ text: await translateUnit(unit, model, lines) })),
    );
  }

  /** A variant without a model of its own is served by its base language's. */
  #directionOf({ source, target, modelType }: EngineBatch): ModelDirection {
    for (const from of tagAndBase(source)) {
      for (const to of tagAndBase(target)) {
        const direction = this.#catalog.find(from, to, modelType);
        if (direction) return direction;
        if (this.#hasFailedModelFor(from, to)) throw new AppError('engine_failed');
      }
    }
    throw new AppError('pair_not_installed');
  }

  #hasFailedModelFor(source: LanguageTag, target: LanguageTag): boolean {
    return this.#scan.models
      .filter((model) => this.#failureOf(model) !== undefined)
      .some(({ metadata }) =>
        metadata.pairs.some((pair) => pair.source === source && pair.target === target),
      );
  }

  #failureOf(model: InstalledModel): string | undefined {
    return this.#scheduler.failureOf(keyOf(model));
  }

  #startEngineThread(): ReturnType<StartThread> {
    if (!this.#wasmModule || !this.#kernels) throw new AppError('unavailable');
    return this.#startThread({ wasmModule: this.#wasmModule, kernels: this.#kernels });
  }
}

const tagAndBase = (tag: LanguageTag): readonly LanguageTag[] => [...new Set([tag, baseOf(tag)])];
