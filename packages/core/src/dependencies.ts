import type { Detector } from './detection/detection.js';
import type { DetectionOutcome } from './pipeline/detect-sources.js';
import type { Router } from './router.js';
import type { CarrierFinder } from './terms/carriers.js';

/** What the pipeline gets from its caller: `core` opens no files, reads no time of day and keeps no log. */

/** Structured logging; never hand it keys or text to be translated. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A logger that says nothing, for tests and for commands. */
export const silentLogger: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
};

/** Remembers translated units, bounded in bytes. */
export interface SegmentCache {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

/** What is counted, with the labels each count takes. */
export interface Counts {
  /** A translated unit had a defect; `remaining` says which one it still has, or `none`. */
  guard: { readonly defect: string; readonly remaining: string };
  /** A translation over a route failed a check; `repair` says what found a better one, or `none`. */
  checks: EngineLabels & { readonly defect: string; readonly repair: string };
  /** The engines of a route failed, and another route took their place. */
  fallbacks: EngineLabels;
  /** The language of a text was detected. */
  detection: { readonly outcome: DetectionOutcome };
  /** Characters (Unicode code points) were sent to an engine; cached ones are not among them. */
  characters: EngineLabels;
  /** A term of a glossary was found in a unit; `missed` where the translation does not have it. */
  terms: { readonly outcome: 'honoured' | 'missed' };
  /** A unit was looked up in a translation memory. */
  memories: { readonly match: 'exact' | 'similar' | 'none' };
}

/** Which engine did something, and for which pair of languages. */
export interface EngineLabels {
  readonly engine: string;
  /** Such as `en-es`. */
  readonly pair: string;
}

/**
 * Times that are measured: a sentence's in an engine's queue, an engine's for what it translates at
 * once, and a damaged sentence's in repair.
 */
export type TimedWork = 'queue' | 'engine' | 'repair';

/** Counts and measures for the operator; labels never hold texts or keys. */
export interface Meter {
  /** @param amount by default 1 */
  count<Name extends keyof Counts>(name: Name, labels: Counts[Name], amount?: number): void;
  /** Starts a clock. @returns stops it and notes the time */
  time(work: TimedWork, labels: EngineLabels): () => void;
  /** How many sentences an engine translates at once. */
  noteBatch(sentences: number, labels: EngineLabels): void;
}

/** What translating needs of the world. */
export interface TranslationDependencies {
  readonly router: Router;
  readonly detector: Detector;
  readonly cache: SegmentCache;
  readonly meter: Meter;
  /** Finds words that lend their grammar to terms; without it, terms do without. */
  readonly carriers?: CarrierFinder;
}

/** The time that a request has. */
export interface Deadline {
  /**
   * Checks that an engine can finish a text before the deadline. While its speed is unknown and it is
   * busy, first waits for a measurement.
   *
   * @param engine with the type of its model: better translations may take several times as long
   * @param characters Unicode code points
   * @throws AppError where the engine, as fast as it was lately, would not be done in time
   */
  expect(engine: string, characters: number): Promise<ExpectedWork>;
  /** Whether the time that is left should be kept for what has to be done. */
  isNear(): boolean;
}

/** Text that an engine has. */
interface ExpectedWork {
  /** @param characters Unicode code points that were translated since the last time */
  note(characters: number): void;
  /** The engine is done, or the work was given up. */
  end(): void;
}

/** A meter that notes nothing, for tests and for commands. */
export const silentMeter: Meter = { count() {}, time: () => () => {}, noteBatch() {} };
