import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { compileEngine } from '../workers/engine-module.js';
import { chooseKernels, type KernelMode } from './choose-kernels.js';
import { NATIVE_KERNELS_PATH } from './native-folder.js';

const engineModule = await compileEngine();

// A thread cannot load TypeScript: it takes the built files.
const BUILT = new URL('../../../dist/bergamot/kernels/', import.meta.url).href;
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const load = (name) => import(workerData.built + name);
  (async () => {
    const { instantiateFallbackKernels } = await load('fallback-kernels.js');
    const { createGemmImports } = await load('gemm-imports.js');
    const { findDisagreement } = await load('self-test.js');
    const fallbacks = instantiateFallbackKernels(workerData.engineModule);
    const kernels = createGemmImports(workerData.choice, fallbacks.memory, () => ({}));
    const disagreements = [];
    for (let round = 0; round < 5; round++) disagreements.push(findDisagreement(fallbacks, kernels));
    parentPort.postMessage(disagreements);
  })();
`;

const MODES: readonly KernelMode[] = existsSync(NATIVE_KERNELS_PATH)
  ? ['wasm', 'native']
  : ['wasm'];

describe('kernels in several threads at once', () => {
  it.each(MODES)('work each on the memory of their own engine: %s', async (mode) => {
    const choice = chooseKernels(mode, { engineModule });
    const workerData = { built: BUILT, choice, engineModule };
    const workers = Array.from({ length: 3 }, () => new Worker(THREAD, { eval: true, workerData }));
    const answers = await Promise.all(
      workers.map(async (worker) => {
        const [disagreements] = await once(worker, 'message');
        await worker.terminate();
        return disagreements;
      }),
    );
    expect(answers.flat()).toEqual(Array(15).fill(undefined));
  });

  it('can be chosen again after the threads that used them have ended', () => {
    expect(chooseKernels('auto', { engineModule }).kind).not.toBe('fallback');
  });
});
