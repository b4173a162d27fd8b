import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { instantiateFallbackKernels } from '../../packages/engines/src/bergamot/kernels/fallback-kernels.js';
import { WASM_KERNELS_PATH } from '../../packages/engines/src/bergamot/kernels/native-folder.js';
import { findDisagreement } from '../../packages/engines/src/bergamot/kernels/self-test.js';
import {
  compileWasmKernels,
  createWasmKernels,
} from '../../packages/engines/src/bergamot/kernels/wasm-kernels.js';
import { Module } from '../../packages/engines/src/bergamot/kernels/web-assembly.js';
import { compileEngine } from '../../packages/engines/src/bergamot/workers/engine-module.js';
import {
  compileWasmKernels as buildFromSource,
  hasWasmCompiler,
} from '../../scripts/build-kernels.mjs';

const binary = readFileSync(WASM_KERNELS_PATH);
const folder = dirname(WASM_KERNELS_PATH);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

// https://webassembly.github.io/spec/core/binary/modules.html#sections
const GLOBALS = 6;
const START = 8;
const DATA = 11;

/** The sections of a module by number, as views into it. */
const sectionsOf = (module: Buffer): ReadonlyMap<number, Buffer> => {
  const sections = new Map<number, Buffer>();
  let position = 8;
  while (position < module.length) {
    const number = module.readUInt8(position++);
    let size = 0;
    for (let shift = 0, byte = 0x80; byte >= 0x80; shift += 7) {
      byte = module.readUInt8(position++);
      size |= (byte & 0x7f) << shift;
    }
    sections.set(number, module.subarray(position, position + size));
    position += size;
  }
  return sections;
};

/** The module with the linker's stack moved to address 0, below which there is nothing. */
const withoutStack = (module: Buffer): Buffer => {
  const copy = Buffer.from(module);
  const globals = sectionsOf(copy).get(GLOBALS) ?? Buffer.alloc(0);
  // One global: a mutable i32 (7f 01) set by i32.const (41), a LEB128 number, end (0b).
  expect([...globals.subarray(0, 4)]).toEqual([1, 0x7f, 0x01, 0x41]);
  const number = globals.subarray(4, -1);
  number.fill(0x80).writeUInt8(0, number.length - 1);
  return copy;
};

describe('the WebAssembly kernels', () => {
  it('own no data in the memory they share, and run nothing when they are made', () => {
    const sections = sectionsOf(binary);
    expect([START, DATA].filter((number) => sections.has(number))).toEqual([]);
  });

  it('work without a stack, so that they can write over nothing there', async () => {
    const fallbacks = instantiateFallbackKernels(await compileEngine());
    const kernels = createWasmKernels(new Module(withoutStack(binary)), fallbacks.memory);
    expect(findDisagreement(fallbacks, kernels)).toBeUndefined();
  });

  it('import nothing but that memory', () => {
    expect(Module.imports(compileWasmKernels())).toEqual([
      { module: 'env', name: 'memory', kind: 'memory' },
    ]);
  });

  it('are those the record beside them speaks of, made from that source', () => {
    const record = JSON.parse(readFileSync(join(folder, 'gemm.json'), 'utf8'));
    expect(sha256(binary)).toBe(record.binary.sha256);
    expect(sha256(readFileSync(join(folder, record.source.file)))).toBe(record.source.sha256);
  });

  it.runIf(hasWasmCompiler())('come out of their source to the byte', () => {
    expect(sha256(buildFromSource())).toBe(sha256(binary));
  });
});
