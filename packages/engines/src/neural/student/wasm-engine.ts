import { Worker } from 'node:worker_threads';
import type {
  Job,
  ModelPaths,
  StudentEngine,
  StudentModel,
  Translator,
  TranslatorOptions,
} from './engine-binding.js';
import { packJob, unpackResults } from './packing.js';
import type { VocabularyExports } from './vocabulary.js';
import { compileEngine, WasmInstance, type WasmModel, type WasmModule } from './wasm-instance.js';
import type { ThreadData, ThreadMessage } from './wasm-thread.js';

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
  /** Source tokens under way. */
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
): Translator => {
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
