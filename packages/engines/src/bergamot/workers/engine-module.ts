import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';

// What is used of the Emscripten module. Objects made with `new` live in the module's memory until
// `delete` is called. Interface: browsermt/bergamot-translator, wasm/bindings/*.cpp.

interface Deletable {
  delete(): void;
}

export interface AlignedMemory extends Deletable {
  getByteArrayView(): Int8Array;
}

interface MemoryList extends Deletable {
  push_back(memory: AlignedMemory): void;
}

export type TranslationModel = Deletable;

interface ResponseOptions {
  readonly qualityScores: boolean;
  readonly alignment: boolean;
  readonly html: boolean;
}

interface Response extends Deletable {
  getTranslatedText(): string;
}

interface TextList extends Deletable {
  push_back(text: string): void;
}

interface OptionsList extends Deletable {
  push_back(options: ResponseOptions): void;
}

interface ResponseList extends Deletable {
  size(): number;
  get(index: number): Response;
}

export interface BlockingService extends Deletable {
  translate(model: TranslationModel, texts: TextList, options: OptionsList): ResponseList;
}

/** The Emscripten module once it runs. */
export interface EngineModule {
  readonly HEAP8: Int8Array;
  readonly AlignedMemory: new (bytes: number, alignment: number) => AlignedMemory;
  readonly AlignedMemoryList: new () => MemoryList;
  readonly VectorString: new () => TextList;
  readonly VectorResponseOptions: new () => OptionsList;
  readonly BlockingService: new (options: { cacheSize: number }) => BlockingService;
  readonly TranslationModel: new (
    configuration: string,
    model: AlignedMemory,
    shortlist: AlignedMemory,
    vocabularies: MemoryList,
    qualityModel: null,
  ) => TranslationModel;
}

/** What the module asks to be instantiated with. */
export interface EngineImports {
  readonly env: { readonly memory: WebAssemblyMemory };
  readonly [module: string]: Readonly<Record<string, unknown>>;
}

interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface EngineInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

interface WebAssemblyFunctions {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<EngineInstance>;
}

// TypeScript describes WebAssembly for browsers only.
const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyFunctions };

const fileOf = (name: string): string =>
  createRequire(import.meta.url).resolve(`@browsermt/bergamot-translator/worker/${name}`);

/** Compiles the engine, in some 30 ms. */
export const compileEngine = async (): Promise<object> =>
  WebAssembly.compile(await readFile(fileOf('bergamot-translator-worker.wasm')));

export interface EngineStart {
  /** From {@link compileEngine}. */
  readonly wasmModule: object;
  /** Makes the `wasm_gemm` imports; `engineExports` must not be called before they are. */
  createKernels(
    memory: WebAssemblyMemory,
    engineExports: () => Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>>;
  /** Gets what the engine writes about its errors. */
  onDiagnostics(line: string): void;
}

/**
 * Starts the engine in this process, which can hold one only: a second one corrupts the first.
 */
export const startEngine = (start: EngineStart): Promise<EngineModule> =>
  new Promise((resolve, reject) => {
    let instance: EngineInstance | undefined;
    const exportsOf = (): EngineInstance['exports'] => instance?.exports ?? {};
    const settings = {
      print: () => {},
      printErr: start.onDiagnostics,
      instantiateWasm: (imports: EngineImports, accept: (instance: EngineInstance) => void) => {
        const kernels = start.createKernels(imports.env.memory, exportsOf);
        WebAssembly.instantiate(start.wasmModule, { ...imports, wasm_gemm: kernels }).then(
          (made) => {
            instance = made;
            accept(made);
          },
          reject,
        );
        return {};
      },
      onRuntimeInitialized: () => resolve(settings as unknown as EngineModule),
      onAbort: (reason: unknown) => reject(new Error(String(reason))),
    };
    // The glue is a sloppy script for browsers that fills the object it finds under `Module`.
    const glue = readFileSync(fileOf('bergamot-translator-worker.js'), 'utf8');
    compileFunction(glue, ['Module']).call(settings, settings);
  });
