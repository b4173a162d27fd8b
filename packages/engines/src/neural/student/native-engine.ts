import { createRequire } from 'node:module';
import {
  type Job,
  type JobResult,
  type JobTranslation,
  MAX_JOB_TOKENS,
  type ModelFacts,
  type ModelPaths,
  type StudentEngine,
  type StudentModel,
  type StudentTranslator,
  type TranslatorOptions,
} from './engine-binding.js';

const require = createRequire(import.meta.url);

/** What is behind a handle is the addon's own. */
type Handle = object;

/** What `native/student/addon.cc` exports. */
interface StudentAddon {
  readonly instructionSets: readonly string[];
  readonly requestWords: number;
  openModel(
    path: string,
    shortlist: string,
    endToken: number,
    unknownToken: number,
    instructionSet: string,
  ): Handle;
  modelFacts(model: Handle): Record<keyof ModelFacts, number>;
  closeModel(model: Handle): void;
  createPool(threads: number, rows: number, onWords: (words: Int32Array) => void): Handle;
  addJob(pool: Handle, model: Handle, words: Int32Array): void;
  dropJob(pool: Handle, id: number): void;
  keepRunning(pool: Handle, isAwaited: boolean): void;
  closePool(pool: Handle): void;
}

/** Vocabularies' tokens for the end and for what is unknown, where nobody says otherwise. */
export const DEFAULT_TOKENS = { end: 0, unknown: 1 };

/**
 * Loads the engine that was compiled for this machine.
 *
 * @param wanted an instruction set other than the best one
 * @throws Error where the file is missing, was built for another system, or fails its self-test
 */
export const loadNativeEngine = (addonPath: string, wanted?: string): StudentEngine => {
  const addon: unknown = require(addonPath);
  if (!isStudentAddon(addon)) throw new TypeError(`${addonPath} holds no engine.`);
  if (addon.requestWords !== REQUEST_WORDS) {
    throw new Error('it was built from other sources (node scripts/build-engine.mjs)');
  }
  const instructionSet = addon.instructionSets.find((name) => name === (wanted ?? name));
  if (instructionSet === undefined) {
    throw new Error(`this processor has no ${wanted ?? 'instructions'} that pass the self-test`);
  }
  const handles = new WeakMap<StudentModel, Handle>();
  return {
    instructionSet,
    openModel: (paths) => openModel(addon, handles, paths, instructionSet),
    createTranslator: (options) => createTranslator(addon, handles, options),
  };
};

const isStudentAddon = (addon: unknown): addon is StudentAddon =>
  typeof addon === 'object' &&
  addon !== null &&
  'instructionSets' in addon &&
  Array.isArray(addon.instructionSets) &&
  'createPool' in addon;

const openModel = (
  addon: StudentAddon,
  handles: WeakMap<StudentModel, Handle>,
  { model: path, shortlist = '', ...tokens }: ModelPaths,
  instructionSet: string,
): StudentModel => {
  const { endToken = DEFAULT_TOKENS.end, unknownToken = DEFAULT_TOKENS.unknown } = tokens;
  const handle = addon.openModel(path, shortlist, endToken, unknownToken, instructionSet);
  const { hasShortlist, hasInputFactors, ...sizes } = addon.modelFacts(handle);
  const model = {
    facts: { ...sizes, hasShortlist: hasShortlist === 1, hasInputFactors: hasInputFactors === 1 },
    close: () => addon.closeModel(handle),
  };
  handles.set(model, handle);
  return model;
};

// How jobs and results cross the border to the engine: rows of 32-bit words. The layout is that of
// native/student/engine.h.

const REQUEST_WORDS = 11;
const REQUEST_NAMES =
  'id flags maxTokens beamSize bestCount lengthPower scoreMargin candidateCount priority'.split(
    ' ',
  );
const RESULT_WORDS = 5;
const TRANSLATION_WORDS = 5;
const FLAGS = { aligned: 1, scored: 2, scoredOnly: 4, withoutShortlist: 8 };
const NO_TOKENS = new Int32Array(0);
const NO_NUMBERS = new Float32Array(0);

/**
 * A job as words.
 *
 * @throws RangeError for a number that is no 32-bit one; the engine checks the rest
 */
export const packJob = (job: Job): Int32Array => {
  const { source, prefix = NO_TOKENS } = job;
  if (source.length > MAX_JOB_TOKENS || prefix.length > MAX_JOB_TOKENS) {
    throw new RangeError('source or prefix has too many tokens');
  }
  const flags =
    (job.isAligned ? FLAGS.aligned : 0) |
    (job.isScored ? FLAGS.scored : 0) |
    (job.isScoredOnly ? FLAGS.scoredOnly : 0) |
    (job.isWithoutShortlist ? FLAGS.withoutShortlist : 0);
  const { maxTokens, beamSize, bestCount = 1, candidateCount = 0 } = job;
  const { id, priority = 0, lengthPower = 1, scoreMargin = 0 } = job;
  const words = new Int32Array(REQUEST_WORDS + source.length + prefix.length);
  const numbers = [id, flags, maxTokens, beamSize, bestCount, 0, 0, candidateCount, priority];
  for (const [place, value] of numbers.entries()) {
    if ((value | 0) !== value) throw new RangeError(`${REQUEST_NAMES[place]} is out of range`);
    words[place] = value;
  }
  new Float32Array(words.buffer).set([lengthPower, scoreMargin], 5);
  words[9] = source.length;
  words[10] = prefix.length;
  words.set(source, REQUEST_WORDS);
  words.set(prefix, REQUEST_WORDS + source.length);
  return words;
};

/** What the engine says: any number of results, one after the other. They share its memory. */
export const unpackResults = (words: Int32Array): readonly JobResult[] => {
  const results: JobResult[] = [];
  for (let at = 0; at < words.length; at += words[at] as number) {
    results.push(unpackResult(words.subarray(at, at + (words[at] as number))));
  }
  return results;
};

const unpackResult = (words: Int32Array): JobResult => {
  const [, id = 0, sourceLength = 0, candidateCount = 0, count = 0] = words;
  let at = RESULT_WORDS;
  const take = (length: number): Int32Array => {
    at += length;
    return words.subarray(at - length, at);
  };
  const takeNumbers = (length: number): Float32Array => {
    if (length === 0) return NO_NUMBERS;
    const { buffer, byteOffset } = take(length);
    return new Float32Array(buffer, byteOffset, length);
  };
  const takeTranslation = (): JobTranslation => {
    const [length = 0, isEnded = 0, flags = 0] = take(TRANSLATION_WORDS - 2);
    const [score = 0, lengthScore = 0] = takeNumbers(2);
    return {
      tokens: take(length),
      isEnded: isEnded === 1,
      score,
      lengthScore,
      tokenScores: takeNumbers(flags & FLAGS.scored ? length : 0),
      alignment: takeNumbers(flags & FLAGS.aligned ? length * sourceLength : 0),
      candidates: take(length * candidateCount),
      candidateScores: takeNumbers(length * candidateCount),
    };
  };
  return { id, translations: Array.from({ length: count }, takeTranslation) };
};

const createTranslator = (
  addon: StudentAddon,
  handles: WeakMap<StudentModel, Handle>,
  { threadCount, rowsPerThread, onResults }: TranslatorOptions,
): StudentTranslator => {
  // What was dropped when its result was already on the way is not handed over.
  const inFlight = new Set<number>();
  const forget = (id: number): boolean => {
    const isKnown = inFlight.delete(id);
    if (isKnown && inFlight.size === 0) addon.keepRunning(pool, false);
    return isKnown;
  };
  const pool = addon.createPool(threadCount, rowsPerThread, (words) => {
    const results = unpackResults(words).filter(({ id }) => forget(id));
    if (results.length > 0) onResults(results);
  });
  return {
    add: (job) => {
      const model = handles.get(job.model);
      if (!model) throw new RangeError('the model belongs to another engine');
      if (inFlight.has(job.id)) throw new RangeError('a job in flight has the same id');
      addon.addJob(pool, model, packJob(job));
      if (inFlight.size === 0) addon.keepRunning(pool, true);
      inFlight.add(job.id);
    },
    drop: (id) => {
      if (forget(id)) addon.dropJob(pool, id);
    },
    close: () => {
      inFlight.clear();
      addon.closePool(pool);
    },
  };
};
