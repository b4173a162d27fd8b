import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@dragoman/contract';
import type { StudentEngine } from './engine-binding.js';
import { loadNativeEngine } from './native-engine.js';
import { nativeVocabularies, type OpenVocabulary, wasmVocabularies } from './vocabulary.js';
import { loadWasmEngine, loadWasmVocabularies } from './wasm-engine.js';

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

export interface EngineSources {
  /** Default: where the set-up puts the native engine. */
  readonly addonPath?: string;
  /** Default: the one that comes with the product. */
  readonly wasmPath?: string;
  /** Why the native engine is not to be tried. */
  readonly refusal?: string | undefined;
}

/**
 * Loads the engine: natively where the set-up could compile it, or else as WebAssembly.
 *
 * @throws AppError `unavailable` when what `mode` allows does not work here
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
  throw new AppError('unavailable', {
    message: `The neural engine does not work on this machine (${refusals.join('; ')}).`,
  });
};

/** The build in a few words: `native (avx2)`, `wasm`. */
export const describeEngine = ({ kind, instructionSet }: EngineChoice): string =>
  kind === 'native' ? `native (${instructionSet})` : kind;

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
