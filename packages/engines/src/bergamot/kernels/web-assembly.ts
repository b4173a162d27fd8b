/** A compiled module: nothing to look into. */
export type WasmModule = object;

/** A linear memory; growing it detaches the buffer read before. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface ImportDescriptor {
  readonly module: string;
  readonly name: string;
  readonly kind: string;
}

interface WebAssemblyGlobal {
  readonly Module: {
    new (bytes: Uint8Array): WasmModule;
    imports(module: WasmModule): readonly ImportDescriptor[];
  };
  readonly Instance: new (
    module: WasmModule,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
  readonly Memory: new (limits: { initial: number; maximum: number }) => WasmMemory;
}

/** What is used here of WebAssembly: TypeScript describes it for browsers only. */
export const { Module, Instance, Memory } = (
  globalThis as unknown as { WebAssembly: WebAssemblyGlobal }
).WebAssembly;

/** The size of a page of linear memory, in bytes. */
export const PAGE_BYTES = 65_536;
