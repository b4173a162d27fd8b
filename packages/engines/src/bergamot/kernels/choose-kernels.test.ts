import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileEngine } from '../workers/engine-module.js';
import { chooseKernels } from './choose-kernels.js';
import { describeKernels } from './gemm-imports.js';

const engineModule = await compileEngine();

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-kernels-'));
});
afterAll(() => rm(folder, { recursive: true }));

const missing = () => join(folder, 'missing');

describe('the choice of kernels', () => {
  it('falls to WebAssembly where there are no native ones, and says so', () => {
    const choice = chooseKernels('auto', { engineModule, addonPath: missing() });
    expect(describeKernels(choice)).toBe('wasm');
    expect(choice.reason).toMatch(/^self-test passed; native: Cannot find module/);
  });

  it('falls to the engine’s own where nothing else works', async () => {
    const broken = join(folder, 'broken.wasm');
    await writeFile(broken, 'not WebAssembly');
    const sources = { engineModule, addonPath: missing(), wasmPath: broken };
    const choice = chooseKernels('auto', sources);
    expect(describeKernels(choice)).toBe('fallback');
    expect(choice.reason).toContain('wasm: ');
  });

  it('does not take kernels that calculate otherwise', async () => {
    const empty = join(folder, 'empty.wasm');
    await writeFile(empty, Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
    const sources = { engineModule, addonPath: missing(), wasmPath: empty };
    expect(chooseKernels('auto', sources).kind).toBe('fallback');
  });

  it.each(['wasm', 'fallback'] as const)('takes %s where that is forced', (mode) => {
    expect(chooseKernels(mode, { engineModule }).kind).toBe(mode);
  });

  it('fails where forced ones do not work', () => {
    const sources = { engineModule, addonPath: missing() };
    expect(() => chooseKernels('native', sources)).toThrow(
      expect.objectContaining({ code: 'unavailable' }),
    );
  });
});
