import {
  AppError,
  baseOf,
  invalidParameter,
  type LanguagePair,
  type LanguageTag,
} from '@dragoman/contract';
import {
  type DictionaryEntry,
  type Engine,
  type EngineBatch,
  type EngineCallOptions,
  type EngineHealth,
  type EngineLoad,
  type EnginePair,
  type Logger,
  type Meter,
  type NounGrammar,
  type PhraseForm,
  silentMeter,
  type TranslatedUnit,
} from '@dragoman/core';
import { EngineLifecycle } from '../host/engine-lifecycle.js';
import { MemoryBudget } from '../host/memory-budget.js';
import { Dictionaries, KnownGrammars } from './dictionaries.js';
import { findDictionaryEntries, OpenedDictionaries } from './dictionary-entries.js';
import { encodeText } from './escaping.js';
import { ModeRunner } from './mode-runner.js';
import { type Mode, type ModeScan, scanModes } from './modes.js';
import { type ApertiumOptions, DEFAULT_APERTIUM_OPTIONS } from './options.js';
import { findPhraseForms } from './phrase-forms.js';
import { translateUnit } from './unit-translator.js';

/** An engine that can look again for language pairs installed since. */
export interface ApertiumEngine extends Engine {
  /** Looks at what is installed now. Pipelines of modes that stayed the same keep running. */
  refresh(): Promise<void>;
}

// Callers cut at `maxCharacters`; this only bounds what a mistake can cost.
const MAX_UNIT_CHARACTERS = 20_000;

/** The rule-based engine: Apertium's installed language pairs, each as a persistent pipeline. */
export const createApertiumEngine = (
  dependencies: { readonly log: Logger; readonly meter?: Meter },
  options: Partial<ApertiumOptions> = {},
): ApertiumEngine =>
  new PipelineEngine(
    { meter: silentMeter, ...dependencies },
    { ...DEFAULT_APERTIUM_OPTIONS, ...options },
  );

class PipelineEngine implements ApertiumEngine {
  readonly id = 'apertium';
  readonly capabilities = {
    maxCharacters: 5000,
    formality: false,
    keepsForeignWords: true,
    isRuleBased: true,
  };
  readonly #log: Logger;
  readonly #meter: Meter;
  readonly #options: ApertiumOptions;
  readonly #budget: MemoryBudget;
  readonly #runners = new Map<string, ModeRunner>();
  readonly #lifecycle: EngineLifecycle;
  readonly #dictionaries = new Dictionaries((mode) => this.#createRunner(mode));
  readonly #grammars = new KnownGrammars();
  readonly #opened: OpenedDictionaries;
  #refreshing: Promise<void> = Promise.resolve();
  #runnerByPair = new Map<string, ModeRunner>();
  #pairs: readonly EnginePair[] = [];
  #scanNotes: readonly string[] = [];

  constructor(
    { log, meter }: { readonly log: Logger; readonly meter: Meter },
    options: ApertiumOptions,
  ) {
    this.#log = log;
    this.#meter = meter;
    this.#options = options;
    this.#budget = new MemoryBudget(options.maxMemoryBytes, options.busyMaxMemoryBytes);
    this.#opened = new OpenedDictionaries(log);
    this.#lifecycle = new EngineLifecycle(
      {
        open: () => this.#open(),
        maintain: () => this.#maintain(),
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

  translateBatch(
    batch: EngineBatch,
    { signal: caller, onTranslated }: EngineCallOptions,
  ): Promise<readonly TranslatedUnit[]> {
    const translate = async (signal: AbortSignal): Promise<readonly TranslatedUnit[]> => {
      const runner = this.#runnerOf(batch.source, batch.target);
      if (batch.units.some((unit) => unit.text.length > MAX_UNIT_CHARACTERS))
        throw invalidParameter('text');
      return Promise.all(
        batch.units.map(async (unit) => {
          const translated = await translateUnit(unit, batch, (body, kind) =>
            runner.send(signal, body, kind),
          );
          onTranslated?.(unit.text.length);
          return translated;
        }),
      );
    };
    return this.#lifecycle.run(caller, translate, batch.units.length > 1);
  }

  async findNounGrammar(
    { source, target }: LanguagePair,
    phrases: readonly string[],
    { signal: caller }: EngineCallOptions,
  ): Promise<readonly (NounGrammar | undefined)[] | undefined> {
    const analyser = this.#dictionaries.analyserOf(baseOf(target), baseOf(source));
    if (!analyser) return undefined;
    return this.#lifecycle.run(caller, (signal) =>
      this.#grammars.find(analyser.mode.name, phrases, (phrase) =>
        analyser.send(signal, encodeText(phrase), 'whole'),
      ),
    );
  }

  async findForms(
    language: LanguageTag,
    phrases: readonly string[],
    { signal: caller }: EngineCallOptions,
  ): Promise<readonly PhraseForm[] | undefined> {
    const base = baseOf(language);
    const dictionary = this.#dictionaries.dictionaryOf(base);
    if (!dictionary) return undefined;
    return this.#lifecycle.run(caller, (signal) =>
      findPhraseForms(base, phrases, {
        analyse: (text) => dictionary.analyser.send(signal, text, 'whole'),
        generate: (analyses) => dictionary.generator.send(signal, analyses, 'whole'),
      }),
    );
  }

  async findEntries(
    { source, target }: LanguagePair,
    words: readonly string[],
    { signal: caller }: EngineCallOptions,
  ): Promise<readonly (readonly DictionaryEntry[])[] | undefined> {
    const files = this.#dictionaries.filesOf(baseOf(source), baseOf(target));
    if (!files) return undefined;
    return this.#lifecycle.run(caller, async (signal) => {
      const dictionaries = await this.#opened.open({ ...files });
      signal.throwIfAborted();
      return dictionaries && findDictionaryEntries(words, dictionaries);
    });
  }

  health(): EngineHealth {
    const problems = [...this.#runners.values()].flatMap((runner) =>
      runner.problem === undefined ? [] : [`Apertium mode ${runner.mode.name} ${runner.problem}.`],
    );
    const notes = [...problems, ...this.#scanNotes];
    const isDegraded = problems.length > 0 || this.#pairs.length === 0;
    return { state: this.#lifecycle.healthState(isDegraded), notes, load: this.#load() };
  }

  #load(): EngineLoad {
    const runners = this.#allRunners();
    const running = runners.filter(({ isRunning }) => isRunning).length;
    return {
      workers: running,
      models: running,
      memoryBytes: this.#budget.usedBytes,
      queued: runners.reduce((sum, { queued }) => sum + queued, 0),
      restarts: runners.reduce((sum, { restarts }) => sum + restarts, 0),
      loadedPairs: [...this.#runnerByPair]
        .filter(([, { isRunning }]) => isRunning)
        .map(([pair]) => pair.replace(' ', '-')),
    };
  }

  refresh(): Promise<void> {
    // One after the other, so that an older look never replaces a newer one.
    this.#refreshing = this.#refreshing.catch(() => {}).then(() => this.#refresh());
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const scan = await scanModes(this.#options);
    if (this.#lifecycle.isStopped) return;
    if (scan.problem !== undefined && !this.#scanNotes.includes(scan.problem)) {
      this.#log.warn({ engine: this.id, reason: scan.problem }, 'the engine has no languages');
    }
    this.#scanNotes = notesOf(scan);
    const installed = new Set(scan.modes.map((mode) => mode.name));
    this.#dictionaries.useModes(scan.modes, new AppError('unavailable'));
    this.#grammars.clear();
    this.#opened.clear();
    for (const [name, runner] of this.#runners) {
      if (!installed.has(name)) {
        this.#runners.delete(name);
        runner.close(new AppError('pair_not_installed'));
      }
    }
    const runnerByPair = new Map<string, ModeRunner>();
    const pairs: EnginePair[] = [];
    for (const mode of scan.modes) {
      const runner = this.#runnerOfMode(mode);
      for (const source of mode.sources) {
        for (const target of mode.targets) {
          if (source === target) continue;
          runnerByPair.set(pairKey(source, target), runner);
          pairs.push({ source, target, modelTypes: ['latency_optimized'] });
        }
      }
    }
    this.#runnerByPair = runnerByPair;
    this.#pairs = pairs;
  }

  stop(): Promise<void> {
    return this.#lifecycle.stop();
  }

  async #open(): Promise<void> {
    await this.refresh();
    this.#log.debug({ pairs: this.#pairs.length }, 'Apertium pairs found');
  }

  async #close(): Promise<void> {
    for (const runner of this.#allRunners()) runner.close(new AppError('unavailable'));
    this.#pairs = [];
  }

  #maintain(): void {
    const limitMs = performance.now() - this.#options.idleStopMs;
    this.#opened.closeIdleSince(limitMs);
    for (const runner of this.#allRunners()) {
      runner.stopIfIdleSince(limitMs);
      void runner.measure();
    }
    this.#budget.trim();
  }

  /** A variant without a mode of its own is served by its base language's. */
  #runnerOf(source: LanguageTag, target: LanguageTag): ModeRunner {
    const from = baseOf(source);
    const runner =
      this.#runnerByPair.get(pairKey(from, target)) ??
      this.#runnerByPair.get(pairKey(from, baseOf(target)));
    if (!runner) throw new AppError('pair_not_installed');
    return runner;
  }

  #runnerOfMode(mode: Mode): ModeRunner {
    const existing = this.#runners.get(mode.name);
    if (existing?.mode.script === mode.script) return existing;
    existing?.close(new AppError('engine_failed'));
    const runner = this.#createRunner(mode);
    this.#runners.set(mode.name, runner);
    return runner;
  }

  #allRunners(): readonly ModeRunner[] {
    return [...this.#runners.values(), ...this.#dictionaries.runners];
  }

  #createRunner(mode: Mode): ModeRunner {
    return new ModeRunner(mode, {
      options: this.#options,
      budget: this.#budget,
      log: this.#log,
      meter: this.#meter,
    });
  }
}

const pairKey = (source: LanguageTag, target: LanguageTag): string => `${source} ${target}`;

const notesOf = (scan: ModeScan): readonly string[] => [
  ...(scan.problem === undefined ? [] : [scan.problem]),
  ...scan.reports
    .filter((report) => report.isBroken)
    .map(({ mode, status, reason }) =>
      status === 'repaired'
        ? `Apertium mode ${mode} is repaired: ${reason}.`
        : `Apertium mode ${mode} is left out: ${reason}.`,
    ),
];
