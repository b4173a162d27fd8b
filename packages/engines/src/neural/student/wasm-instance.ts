import { readFileSync } from 'node:fs';
import type { ModelFacts, ModelPaths } from './engine-binding.js';
import { DEFAULT_TOKENS } from './native-engine.js';
import type { VocabularyExports } from './vocabulary.js';

// WebAssembly is not among the types of Node.js.
interface WebAssemblyNamespace {
  Module: new (bytes: Uint8Array) => WasmModule;
  Instance: new (module: WasmModule, imports: object) => { readonly exports: unknown };
}
/** The compiled engine; it can be sent to other threads. */
export interface WasmModule {
  readonly wasmModule?: never;
}

declare const WebAssembly: WebAssemblyNamespace;

/** What `native/student/engine.h` exports. Pointers are numbers; 0 is none. */
interface EngineExports extends VocabularyExports {
  engine_kernels(index: number): number;
  engine_open_model(
    bytes: number,
    length: number,
    shortlist: number,
    shortlistLength: number,
    options: number,
    problem: number,
    problemSize: number,
  ): number;
  engine_model_facts(model: number, facts: number): void;
  engine_close_model(model: number): void;
  engine_open_session(model: number, maxRows: number): number;
  engine_close_session(session: number): void;
  engine_check(model: number, words: number, count: number): number;
  engine_add(session: number, words: number, count: number): number;
  engine_drop(session: number, id: number): void;
  engine_urgent(session: number): number;
  engine_step(session: number, isForUrgent: number): number;
  engine_take(session: number): number;
}

const PROBLEM_BYTES = 256;
const FACTS = 8;

/** Compiles the engine. @throws Error where the file is missing or damaged */
export const compileEngine = (path: string): WasmModule =>
  new WebAssembly.Module(readFileSync(path));

/** An instance of the engine with a memory of its own; for one thread. */
export class WasmInstance {
  readonly exports: EngineExports;

  constructor(module: WasmModule) {
    this.exports = new WebAssembly.Instance(module, {}).exports as EngineExports;
  }

  /** A model in this instance's memory. @throws Error with a sentence where it is none */
  openModel({ model, shortlist, ...tokens }: ModelPaths): WasmModel {
    const { endToken = DEFAULT_TOKENS.end, unknownToken = DEFAULT_TOKENS.unknown } = tokens;
    const { exports } = this;
    const copies = [this.#copyFile(model), this.#copyFile(shortlist)] as const;
    const [file, list] = copies;
    const options = this.#copy(new Int32Array([endToken, unknownToken, 0]));
    const problem = this.#copy(new Int32Array(PROBLEM_BYTES / 4));
    const pointer = exports.engine_open_model(
      file.pointer,
      file.length,
      list.pointer,
      list.length,
      options,
      problem,
      PROBLEM_BYTES,
    );
    const text = this.textAt(problem);
    exports.engine_release(options);
    exports.engine_release(problem);
    const release = () => {
      for (const { pointer } of copies) exports.engine_release(pointer);
    };
    if (pointer === 0) {
      release();
      throw new Error(text);
    }
    return new WasmModel(this, pointer, release);
  }

  /** Copies words into the memory for the time of a call. */
  withWords<Result>(words: Int32Array, use: (pointer: number) => Result): Result {
    const pointer = this.#copy(words);
    try {
      return use(pointer);
    } finally {
      this.exports.engine_release(pointer);
    }
  }

  /** Words that stand in the memory. */
  wordsAt(pointer: number, count: number): Int32Array {
    return new Int32Array(this.exports.memory.buffer, pointer, count);
  }

  /** A text that ends with a zero. */
  textAt(pointer: number): string {
    const bytes = new Uint8Array(this.exports.memory.buffer);
    return Buffer.from(bytes.subarray(pointer, bytes.indexOf(0, pointer))).toString('latin1');
  }

  #copy(values: Uint8Array | Int32Array): number {
    const pointer = this.exports.engine_allocate(Math.max(1, values.byteLength));
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    new Uint8Array(this.exports.memory.buffer).set(bytes, pointer);
    return pointer;
  }

  #copyFile(path: string | undefined): { readonly pointer: number; readonly length: number } {
    if (path === undefined) return { pointer: 0, length: 0 };
    const bytes = readFileSync(path);
    return { pointer: this.#copy(bytes), length: bytes.length };
  }
}

/** A model in the memory of an instance. */
export class WasmModel {
  readonly #instance: WasmInstance;
  readonly #pointer: number;
  readonly #release: () => void;

  constructor(instance: WasmInstance, pointer: number, release: () => void) {
    this.#instance = instance;
    this.#pointer = pointer;
    this.#release = release;
  }

  facts(): ModelFacts {
    return this.#instance.withWords(new Int32Array(FACTS), (pointer) => {
      this.#instance.exports.engine_model_facts(this.#pointer, pointer);
      const [sourceTokens = 0, targetTokens = 0, width = 0, encoderLayers = 0, ...others] =
        this.#instance.wordsAt(pointer, FACTS);
      const [decoderLayers = 0, hasShortlist = 0, hasInputFactors = 0, ownBytes = 0] = others;
      return {
        sourceTokens,
        targetTokens,
        width,
        encoderLayers,
        decoderLayers,
        ownBytes,
        hasShortlist: hasShortlist === 1,
        hasInputFactors: hasInputFactors === 1,
      };
    });
  }

  /** Why a request is refused. */
  problemOf(words: Int32Array): string | undefined {
    const { exports } = this.#instance;
    return this.#instance.withWords(words, (pointer) => {
      const problem = exports.engine_check(this.#pointer, pointer, words.length);
      return problem === 0 ? undefined : this.#instance.textAt(problem);
    });
  }

  openSession(maxRows: number): WasmSession {
    return new WasmSession(
      this.#instance,
      this.#instance.exports.engine_open_session(this.#pointer, maxRows),
    );
  }

  close(): void {
    this.#instance.exports.engine_close_model(this.#pointer);
    this.#release();
  }
}

/** Sentences in flight on one model. */
export class WasmSession {
  readonly #instance: WasmInstance;
  readonly #pointer: number;

  constructor(instance: WasmInstance, pointer: number) {
    this.#instance = instance;
    this.#pointer = pointer;
  }

  add(words: Int32Array): void {
    const { exports } = this.#instance;
    this.#instance.withWords(words, (pointer) =>
      exports.engine_add(this.#pointer, pointer, words.length),
    );
  }

  drop(id: number): void {
    this.#instance.exports.engine_drop(this.#pointer, id);
  }

  /** Whether there are sentences that go first. */
  hasUrgent(): boolean {
    return this.#instance.exports.engine_urgent(this.#pointer) > 0;
  }

  /** Brings all, or all urgent ones, one token further. @returns whether anything is left to do */
  step(isForUrgent: boolean): boolean {
    return this.#instance.exports.engine_step(this.#pointer, isForUrgent ? 1 : 0) > 0;
  }

  /** Words of a finished sentence. */
  take(): Int32Array | undefined {
    const pointer = this.#instance.exports.engine_take(this.#pointer);
    if (pointer === 0) return undefined;
    const [size = 0] = this.#instance.wordsAt(pointer, 1);
    return this.#instance.wordsAt(pointer, size).slice();
  }

  close(): void {
    this.#instance.exports.engine_close_session(this.#pointer);
  }
}
