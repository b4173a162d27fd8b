import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type {
  Job,
  ModelPaths,
  StudentEngine,
  StudentModel,
  StudentTranslator,
  TranslatorOptions,
} from './engine-binding.js';
import { loadNativeEngine, packJob, unpackResults } from './native-engine.js';
import {
  nativeVocabularies,
  type OpenVocabulary,
  type VocabularyExports,
  wasmVocabularies,
} from './vocabulary.js';
import { compileEngine, WasmInstance, type WasmModel, type WasmModule } from './wasm-instance.js';
import type { ThreadData, ThreadMessage } from './wasm-thread.js';

const require = createRequire(import.meta.url);

/** Which build of the engine to use: the best that works, or one kind and no other. */
export const ENGINE_MODES = ['auto', 'native', 'wasm'] as const;
export type EngineMode = (typeof ENGINE_MODES)[number];

/** Which build is used; plain JSON. */
export interface EngineChoice {
  readonly kind: 'native' | 'wasm';
  /** `avx2` and the like; `wasm`. */
  readonly instructionSet: string;
  /** One line for people: why this one, with the cause of passing over a better one. */
  readonly reason: string;
}

// The same number of folders up from src and from dist.
const FOLDER = fileURLToPath(new URL('../../../native/', import.meta.url));

/** The engine as a WebAssembly module; it comes with the product. */
export const WASM_ENGINE_PATH = join(FOLDER, 'engine.wasm');

/** Where the set-up puts the engine it has compiled for this machine, if it could. */
export const NATIVE_ENGINE_PATH = join(
  FOLDER,
  'build',
  `${process.platform}-${process.arch}`,
  'engine.node',
);

/** The engine of this process. */
export interface ChosenEngine {
  readonly engine: StudentEngine;
  readonly openVocabulary: OpenVocabulary;
  readonly choice: EngineChoice;
}

interface EngineSources {
  /** Default: where the set-up puts the native engine. */
  readonly addonPath?: string;
  /** Default: the one that comes with the product. */
  readonly wasmPath?: string;
  /** Why the native engine is not to be tried. */
  readonly refusal?: string | undefined;
}

// Tests run from source, where no compiled program lies beside this file.
const PROGRAM = new URL('../../../dist/neural/student/wasm-thread.js', import.meta.url);

/** A model as the threads know it. */
interface KnownModel {
  readonly id: number;
  readonly paths: ModelPaths;
  readonly checked: WasmModel;
}

interface Thread {
  readonly worker: Worker;
  /** Source tokens in flight. */
  load: number;
}

/** Vocabularies in WebAssembly, in a memory of their own. */
export const loadWasmVocabularies = (wasmPath: string): VocabularyExports =>
  new WasmInstance(compileEngine(wasmPath)).exports;

/**
 * Loads the engine as WebAssembly: slower than native code, but the same on every machine. Every
 * thread has its own copy of each model that it uses.
 *
 * @throws Error where the file is missing or damaged
 */
export const loadWasmEngine = (wasmPath: string): StudentEngine => {
  const module = compileEngine(wasmPath);
  const known = new WeakMap<StudentModel, KnownModel>();
  const translators = new Set<(model: number) => void>();
  let lastModel = 0;
  return {
    instructionSet: 'wasm',
    openModel: (paths) => {
      // For what requests are checked with; in an instance of its own, whose memory goes with it.
      const checked = new WasmInstance(module).openModel(paths);
      lastModel++;
      const id = lastModel;
      const model = {
        facts: checked.facts(),
        close: () => {
          if (!known.delete(model)) return;
          for (const forget of translators) forget(id);
        },
      };
      known.set(model, { id, paths, checked });
      return model;
    },
    createTranslator: (options) => createTranslator(module, known, translators, options),
  };
};

const createTranslator = (
  module: WasmModule,
  known: WeakMap<StudentModel, KnownModel>,
  translators: Set<(model: number) => void>,
  { threadCount, rowsPerThread, onResults, onFailure }: TranslatorOptions,
): StudentTranslator => {
  const inFlight = new Map<number, { readonly thread: Thread; readonly load: number }>();
  const forget = (id: number): boolean => {
    const entry = inFlight.get(id);
    if (!entry) return false;
    inFlight.delete(id);
    entry.thread.load -= entry.load;
    if (entry.thread.load === 0) entry.thread.worker.unref();
    return true;
  };
  const startThread = (): Thread => {
    const workerData: ThreadData = { module, maxRows: rowsPerThread };
    const worker = new Worker(PROGRAM, { workerData });
    worker.unref();
    worker.on('message', (words: Int32Array) => {
      const results = unpackResults(words).filter(({ id }) => forget(id));
      if (results.length > 0) onResults(results);
    });
    worker.on('error', (error) => onFailure?.(error));
    return { worker, load: 0 };
  };
  const threads = Array.from({ length: threadCount }, startThread);
  const tell = ({ worker }: Thread, message: ThreadMessage): void => worker.postMessage(message);
  const forgetModel = (model: number): void => {
    for (const thread of threads) tell(thread, { kind: 'close', model });
  };
  translators.add(forgetModel);
  return {
    add: (job: Job) => {
      const model = known.get(job.model);
      if (!model) throw new RangeError('the model is closed, or belongs to another engine');
      if (inFlight.has(job.id)) throw new RangeError('a job in flight has the same id');
      const words = packJob(job);
      const problem = model.checked.problemOf(words);
      if (problem !== undefined) throw new RangeError(problem);
      const thread = threads.reduce((best, other) => (other.load < best.load ? other : best));
      const load = job.source.length;
      inFlight.set(job.id, { thread, load });
      if (thread.load === 0) thread.worker.ref();
      thread.load += load;
      tell(thread, { kind: 'add', model: model.id, paths: model.paths, words });
    },
    drop: (id) => {
      const entry = inFlight.get(id);
      if (entry && forget(id)) tell(entry.thread, { kind: 'drop', id });
    },
    close: () => {
      inFlight.clear();
      translators.delete(forgetModel);
      for (const { worker } of threads) void worker.terminate();
    },
  };
};

/**
 * Loads the engine: natively where the set-up could compile it, or else as WebAssembly.
 *
 * @throws Error when what `mode` allows does not work here, with the causes
 */
export const chooseEngine = (mode: EngineMode, sources: EngineSources = {}): ChosenEngine => {
  const { addonPath = NATIVE_ENGINE_PATH, wasmPath = WASM_ENGINE_PATH, refusal } = sources;
  const loaders = {
    native: () => {
      if (refusal !== undefined) throw new Error(refusal);
      const engine = loadNativeEngine(addonPath);
      return { engine, openVocabulary: nativeVocabularies(require(addonPath)) };
    },
    wasm: () => ({
      engine: loadWasmEngine(wasmPath),
      openVocabulary: wasmVocabularies(loadWasmVocabularies(wasmPath)),
    }),
  };
  const refusals: string[] = [];
  for (const kind of mode === 'auto' ? (['native', 'wasm'] as const) : [mode]) {
    try {
      const loaded = loaders[kind]();
      const reason = [mode === 'auto' ? 'the best that works' : 'as configured', ...refusals];
      const { instructionSet } = loaded.engine;
      return { ...loaded, choice: { kind, instructionSet, reason: reason.join('; ') } };
    } catch (error) {
      refusals.push(`${kind}: ${error instanceof Error ? firstLine(error.message) : error}`);
    }
  }
  throw new Error(`The neural engine does not work on this machine (${refusals.join('; ')}).`);
};

/** The build in a few words: `native (avx2)`, `wasm`. */
export const describeEngine = ({ kind, instructionSet }: EngineChoice): string =>
  kind === 'native' ? `native (${instructionSet})` : kind;

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
