import { createRequire } from 'node:module';
import type {
  ModelFacts,
  ModelPaths,
  StudentEngine,
  StudentModel,
  Translator,
  TranslatorOptions,
} from './engine-binding.js';
import { packJob, unpackResults } from './packing.js';

const require = createRequire(import.meta.url);

/** What is behind a handle is the addon's own. */
type Handle = object;

/** What `native/student/addon.cc` exports. */
interface StudentAddon {
  readonly instructionSets: readonly string[];
  openModel(
    path: string,
    shortlist: string,
    endToken: number,
    unknownToken: number,
    instructionSet: string,
  ): Handle;
  modelFacts(model: Handle): Record<keyof ModelFacts, number>;
  closeModel(model: Handle): void;
  createTranslator(threads: number, rows: number, onWords: (words: Int32Array) => void): Handle;
  addJob(translator: Handle, model: Handle, words: Int32Array): void;
  dropJob(translator: Handle, id: number): void;
  keepRunning(translator: Handle, isAwaited: boolean): void;
  closeTranslator(translator: Handle): void;
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
  'createTranslator' in addon;

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

const createTranslator = (
  addon: StudentAddon,
  handles: WeakMap<StudentModel, Handle>,
  { threadCount, rowsPerThread, onResults }: TranslatorOptions,
): Translator => {
  // What was dropped when its result was already on the way is not handed over.
  const inFlight = new Set<number>();
  const forget = (id: number): boolean => {
    const isKnown = inFlight.delete(id);
    if (isKnown && inFlight.size === 0) addon.keepRunning(translator, false);
    return isKnown;
  };
  const translator = addon.createTranslator(threadCount, rowsPerThread, (words) => {
    const results = unpackResults(words).filter(({ id }) => forget(id));
    if (results.length > 0) onResults(results);
  });
  return {
    add: (job) => {
      const model = handles.get(job.model);
      if (!model) throw new RangeError('the model belongs to another engine');
      if (inFlight.has(job.id)) throw new RangeError('a job in flight has the same id');
      addon.addJob(translator, model, packJob(job));
      if (inFlight.size === 0) addon.keepRunning(translator, true);
      inFlight.add(job.id);
    },
    drop: (id) => {
      if (forget(id)) addon.dropJob(translator, id);
    },
    close: () => {
      inFlight.clear();
      addon.closeTranslator(translator);
    },
  };
};
