import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { AppError, isAppError } from '@dragoman/contract/errors';
import { baseOf, type LanguagePair, type LanguageTag } from '@dragoman/contract/languages';
import type {
  Alternative,
  AlternativesQuestion,
  Engine,
  EngineBatch,
  EngineCallOptions,
  EngineHealth,
  EnginePair,
  FindLetterCase,
  Logger,
  Meter,
  TranslatedUnit,
  TranslationUnit,
} from '@dragoman/core';
import { silentMeter } from '@dragoman/core/dependencies';
import { yieldToLoop } from '@dragoman/core/event-loop';
import { EngineLifecycle } from '../host/engine-lifecycle.js';
import { ModelLines } from './model-lines.js';
import {
  keyOf,
  linePrefix,
  ModelCatalog,
  type ModelDirection,
  toScheduled,
} from './models/model-catalog.js';
import {
  type LoadableModel,
  type ModelScan,
  NO_MODELS,
  scanModelFolders,
} from './models/model-folders.js';
import { type ModelReport, reportModels } from './models/model-report.js';
import type { Vocabulary } from './models/vocabulary-file.js';
import { DEFAULT_NEURAL_OPTIONS, type NeuralOptions } from './options.js';
import { type StartProcess, startEngineProcess } from './process/engine-process.js';
import { Scheduler } from './scheduling/scheduler.js';
import { describeEngine } from './student/choose-engine.js';
import { translateUnit } from './unit-translator.js';

/** The neural engine, with what is particular to it. */
export interface NeuralEngine extends Engine {
  /** Looks at what is installed now. A running engine does so by itself, too. */
  refresh(): Promise<void>;
  /** Every model folder: in use, or why not. */
  describeModels(): readonly ModelReport[];
  /** Which build of the engine is in use: `native (avx2)`, `wasm`; undefined before its process runs. */
  describeBuild(): string | undefined;
}

export interface NeuralDependencies {
  readonly log: Logger;
  /** @default one that notes nothing */
  readonly meter?: Meter;
  /** Starts the processes; for tests that need a hand on them. @default startEngineProcess */
  readonly startProcess?: StartProcess;
}

/** Marian student models, in a child process. */
export const createNeuralEngine = (
  dependencies: NeuralDependencies,
  options: Partial<NeuralOptions> & { readonly modelDirectories: readonly string[] },
): NeuralEngine =>
  new NeuralTranslationEngine(dependencies, options.modelDirectories, {
    ...DEFAULT_NEURAL_OPTIONS,
    ...options,
  });

interface FolderWatchOptions {
  /** How long the folders must be quiet before the change counts. */
  readonly debounceMs: number;
  /** How often to look anyway: not every file system tells of changes. */
  readonly pollMs: number;
}

/** Watches folders until closed. */
interface FolderWatch {
  close(): void;
}

/**
 * Calls `onChange` when something in one of the folders may have changed, and every `pollMs` in
 * any case. Folders that cannot be watched, or do not exist yet, are left to the poll. Does not
 * keep the process alive.
 */
const watchFolders = (
  folders: readonly string[],
  onChange: () => void,
  { debounceMs, pollMs }: FolderWatchOptions,
): FolderWatch => {
  const watchers = new Map<string, FSWatcher>();
  let debounce: NodeJS.Timeout | undefined;

  const announce = (): void => {
    clearTimeout(debounce);
    debounce = setTimeout(onChange, debounceMs);
    debounce.unref();
  };
  const watchMissing = (): void => {
    for (const folder of folders) {
      if (watchers.has(folder)) continue;
      try {
        const watcher = watch(folder, { persistent: false }, announce);
        watcher.on('error', () => {
          watcher.close();
          watchers.delete(folder);
        });
        watchers.set(folder, watcher);
      } catch {
        // Not there, or no watches left: the poll finds out.
      }
    }
  };

  watchMissing();
  const poll = setInterval(() => {
    watchMissing();
    onChange();
  }, pollMs);
  poll.unref();
  return {
    close: () => {
      clearTimeout(debounce);
      clearInterval(poll);
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
};

/** So long units are prepared before other requests have their turn. */
const SLICE_MS = 3;

class NeuralTranslationEngine implements NeuralEngine {
  readonly id = 'neural';
  readonly capabilities = { maxCharacters: 2000, formality: false };
  readonly #log: Logger;
  readonly #directories: readonly string[];
  readonly #options: NeuralOptions;
  readonly #scheduler: Scheduler;
  readonly #lifecycle: EngineLifecycle;
  #scan: ModelScan = NO_MODELS;
  /** The problems of the last look, which the log has. */
  #problems: ReadonlySet<string> = new Set();
  #catalog = new ModelCatalog([]);
  #pairs: readonly EnginePair[] = [];
  #refreshing: Promise<void> = Promise.resolve();
  #watch: FolderWatch | undefined;

  constructor(
    dependencies: NeuralDependencies,
    directories: readonly string[],
    options: NeuralOptions,
  ) {
    this.#log = dependencies.log;
    this.#directories = directories;
    this.#options = options;
    this.#scheduler = new Scheduler(
      {
        log: dependencies.log,
        meter: dependencies.meter ?? silentMeter,
        startProcess: dependencies.startProcess ?? startEngineProcess,
        onModelsChanged: () => this.#refreshPairs(),
      },
      options,
    );
    this.#lifecycle = new EngineLifecycle(
      {
        open: () => this.#open(),
        maintain: () => this.#scheduler.maintain(performance.now()),
        close: () => this.#close(),
      },
      options,
    );
  }

  start(): Promise<void> {
    return this.#lifecycle.start();
  }

  pairs(): readonly EnginePair[] {
    return this.#pairs;
  }

  failedPairs(): readonly LanguagePair[] {
    return this.#scan.models
      .filter((model) => this.#failureOf(model) !== undefined)
      .flatMap(({ metadata }) => metadata.pairs);
  }

  translateBatch(
    batch: EngineBatch,
    { signal, onTranslated }: EngineCallOptions,
  ): Promise<readonly TranslatedUnit[]> {
    return this.#lifecycle.run(signal, (batchSignal) =>
      this.#translateUnits(batch, { signal: batchSignal, ...(onTranslated && { onTranslated }) }),
    );
  }

  findAlternatives(
    pair: Pick<EngineBatch, 'source' | 'target' | 'modelType'>,
    question: AlternativesQuestion,
    { signal }: EngineCallOptions,
  ): Promise<readonly Alternative[] | undefined> {
    return this.#lifecycle.run(
      signal,
      async (ownSignal) => {
        const direction = this.#directionOf(pair);
        const text = linePrefix(direction.pair.prefix) + question.text;
        const asked = { ...question, text };
        const { modelKey, model } = direction;
        const found = await this.#scheduler.findAlternatives(modelKey, ownSignal, asked);
        if (model.metadata.isStarter !== true) return found;
        return found?.filter((alternative) =>
          this.#isMadeOfWords(alternative, direction, question),
        );
      },
      false,
    );
  }

  /**
   * Whether the new word of an alternative is one: starter models put words together that nobody has
   * ever written. Names and the like of the sentence itself are left to them.
   */
  #isMadeOfWords(
    { text, start, end }: Alternative,
    { model, pair }: ModelDirection,
    { text: sentence }: AlternativesQuestion,
  ): boolean {
    const target = baseOf(pair.target);
    const words = text.slice(start, end).match(/[\p{L}\p{M}]+/gu) ?? [];
    return words.every(
      (word) =>
        sentence.includes(word) ||
        isToken(word, model.inspection.targetVocabulary) ||
        this.#scan.models.some(({ metadata, inspection: { phraseBook } }) =>
          metadata.pairs.some(
            (row) =>
              (baseOf(row.target) === target && phraseBook?.holdsWord(word, 'translations')) ||
              (baseOf(row.source) === target && phraseBook?.holdsWord(word, 'phrases')),
          ),
        ),
    );
  }

  findLetterCase(phrase: string, among?: ReadonlySet<LanguageTag>): ReturnType<FindLetterCase> {
    const found = new Map<LanguageTag, 'lower' | 'capital'>();
    for (const { metadata, inspection } of this.#scan.models) {
      const [source, ...others] = new Set(metadata.pairs.map((pair) => pair.source));
      // The book of several source languages does not say which of them a phrase is in.
      if (!inspection.phraseBook || source === undefined || others.length > 0) continue;
      if (found.get(source) === 'lower' || (among && !among.has(source))) continue;
      const writing = inspection.phraseBook.letterCaseOf(phrase);
      if (writing) found.set(source, writing);
    }
    return found;
  }

  health(): EngineHealth {
    const startProblem = this.#scheduler.startProblem;
    const notes = [
      ...(startProblem === undefined ? [] : [`The neural engine does not start: ${startProblem}.`]),
      ...this.#scan.unreadable.map(
        ({ directory, reason }) => `The models of ${directory} are left out: ${reason}.`,
      ),
      ...this.describeModels().flatMap(({ id, problem }) =>
        problem === undefined ? [] : [`Model ${id} is left out: ${problem}.`],
      ),
    ];
    const build = this.describeBuild();
    const facts = {
      notes,
      load: this.#scheduler.load,
      ...(build !== undefined && { details: { build } }),
    };
    const hasFailed = this.#scan.models.some((model) => this.#failureOf(model) !== undefined);
    // No models at all is no fault: none were pulled yet.
    const { broken, unreadable } = this.#scan;
    const isUseless = this.#pairs.length === 0 && broken.length + unreadable.length > 0;
    const isDegraded = startProblem !== undefined || hasFailed || isUseless;
    return { state: this.#lifecycle.healthState(isDegraded), ...facts };
  }

  refresh(): Promise<void> {
    // One after the other, so that an older look never replaces a newer one.
    this.#refreshing = this.#refreshing.catch(() => {}).then(() => this.#refresh());
    return this.#refreshing;
  }

  describeModels(): readonly ModelReport[] {
    return reportModels(this.#scan, this.#scheduler);
  }

  describeBuild(): string | undefined {
    const { choice } = this.#scheduler;
    return choice && describeEngine(choice);
  }

  stop(): Promise<void> {
    return this.#lifecycle.stop();
  }

  async #open(): Promise<void> {
    // A process takes memory: without a model there is none. It starts while the models are read.
    const warmUp = (await this.#hasFolders()) ? this.#scheduler.warmUp() : undefined;
    await this.refresh();
    if (this.#lifecycle.isStopped) return;
    const { rescanMs: pollMs, rescanDebounceMs: debounceMs } = this.#options;
    this.#watch = watchFolders(this.#directories, () => void this.refresh(), {
      pollMs,
      debounceMs,
    });
    await warmUp;
    const engine = this.describeBuild();
    this.#log.debug({ models: this.#scan.models.length, engine }, 'neural engine up');
  }

  /** Whether there may be models. */
  async #hasFolders(): Promise<boolean> {
    for (const directory of this.#directories) {
      const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
      if (entries.some((entry) => !entry.isFile())) return true;
    }
    return false;
  }

  async #close(): Promise<void> {
    this.#watch?.close();
    await this.#scheduler.close();
    this.#pairs = [];
  }

  async #refresh(): Promise<void> {
    if (this.#lifecycle.isStopped) return;
    try {
      this.#scan = await scanModelFolders(this.#directories, this.#scan);
    } catch (error) {
      // The models of the last look are still there, as far as anybody knows.
      this.#log.warn({ reason: String(error) }, 'model folders cannot be read now');
      return;
    }
    this.#logProblems();
    this.#scheduler.setModels(this.#scan.models.map((model) => toScheduled(model, this.#options)));
    this.#refreshPairs();
  }

  /** Once for each: the folders are looked at again and again. */
  #logProblems(): void {
    const { broken, unreadable } = this.#scan;
    const problems = new Set<string>();
    const tell = (folder: string, reason: string, what: string): void => {
      const problem = `${folder}: ${reason}`;
      problems.add(problem);
      if (!this.#problems.has(problem)) this.#log.warn({ folder, reason }, what);
    };
    for (const { directory, reason } of unreadable) tell(directory, reason, 'models left out');
    for (const { folder, reason } of broken) tell(folder, reason, 'model left out');
    this.#problems = problems;
  }

  /** Works out what can be translated now; the same array as before when that is the same. */
  #refreshPairs(): void {
    if (this.#lifecycle.isStopped) return;
    const sound = this.#scan.models.filter((model) => this.#failureOf(model) === undefined);
    this.#catalog = new ModelCatalog(sound);
    const { pairs } = this.#catalog;
    if (JSON.stringify(pairs) !== JSON.stringify(this.#pairs)) this.#pairs = pairs;
  }

  async #translateUnits(
    batch: EngineBatch,
    call: EngineCallOptions,
  ): Promise<readonly TranslatedUnit[]> {
    const direction = this.#directionOf(batch);
    try {
      return await this.#translateInDirection(direction, batch, call);
    } catch (error) {
      if (!isAppError(error) || error.code !== 'pair_not_installed') throw error;
      // The model was replaced meanwhile.
      const now = this.#directionOf(batch);
      if (now.modelKey === direction.modelKey) throw error;
      return this.#translateInDirection(now, batch, call);
    }
  }

  async #translateInDirection(
    direction: ModelDirection,
    batch: EngineBatch,
    { signal, onTranslated }: EngineCallOptions,
  ): Promise<readonly TranslatedUnit[]> {
    const lines = new ModelLines(this.#scheduler, direction, signal, {
      maxTokens: this.#options.maxLineTokens,
      backBook: this.#catalog.findOpposite(direction.pair)?.model.inspection.phraseBook,
      ...(batch.guidance?.formality && { formality: batch.guidance.formality }),
    });
    const translate = async (unit: TranslationUnit): Promise<TranslatedUnit> => {
      const translated = await translateUnit(unit, lines.model, lines);
      onTranslated?.(unit.text.length);
      return translated;
    };
    const begun: Promise<TranslatedUnit>[] = [];
    let sliceEndMs = performance.now() + SLICE_MS;
    for (const unit of batch.units) {
      const translated = translate(unit);
      // One that fails meanwhile is noticed when all of them are awaited.
      translated.catch(() => {});
      begun.push(translated);
      if (performance.now() < sliceEndMs) continue;
      await yieldToLoop();
      signal.throwIfAborted();
      sliceEndMs = performance.now() + SLICE_MS;
    }
    return Promise.all(begun);
  }

  /** A variant without a model of its own is served by its base language's. */
  #directionOf({
    source,
    target,
    modelType,
  }: Pick<EngineBatch, 'source' | 'target' | 'modelType'>): ModelDirection {
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
    return this.failedPairs().some((pair) => pair.source === source && pair.target === target);
  }

  #failureOf(model: LoadableModel): string | undefined {
    return this.#scheduler.failureOf(keyOf(model));
  }
}

const MAX_ENDING_LENGTH = 4;
const SHORTEST_STEM = 4;

/** Whether a word is a token of the model, or one with an ending, as most forms of verbs are. */
const isToken = (word: string, vocabulary: Vocabulary): boolean => {
  // What is joined with an apostrophe: "l'eau".
  if (word.length === 1 || vocabulary.holdsWord(word)) return true;
  for (let length = word.length - 1; length >= SHORTEST_STEM; length--) {
    if (word.length - length > MAX_ENDING_LENGTH) return false;
    if (vocabulary.holdsWord(word.slice(0, length))) return true;
  }
  return false;
};

const tagAndBase = (tag: LanguageTag): readonly LanguageTag[] => [...new Set([tag, baseOf(tag)])];
