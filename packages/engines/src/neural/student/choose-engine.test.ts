import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseEngine, describeEngine } from './choose-engine.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-engine-'));
});
afterAll(() => rm(folder, { recursive: true }));

const missing = () => join(folder, 'missing.node');

describe('the choice of the engine’s build', () => {
  it('falls to WebAssembly where there is no native engine, and says so in a line', () => {
    const { choice } = chooseEngine('auto', { addonPath: missing() });
    expect(describeEngine(choice)).toBe('wasm');
    expect(choice.reason).toMatch(/^the best that works; native: Cannot find module[^\n]*$/);
  });

  it('falls to WebAssembly where the native engine is no program for this machine', async () => {
    const broken = join(folder, 'broken.node');
    await writeFile(broken, 'not a program');
    const { choice } = chooseEngine('auto', { addonPath: broken });
    expect(choice).toMatchObject({ kind: 'wasm', reason: expect.stringContaining('native: ') });
  });

  it('falls to WebAssembly where the native engine was built from other sources', async () => {
    const other = join(folder, 'other.cjs');
    await writeFile(
      other,
      'module.exports = { instructionSets: ["avx2"], requestWords: 3, createPool() {} };',
    );
    const { choice } = chooseEngine('auto', { addonPath: other });
    expect(choice.reason).toBe(
      'the best that works; native: it was built from other sources (node scripts/build-engine.mjs)',
    );
  });

  it('falls to WebAssembly where no instructions of the processor pass the self-test', async () => {
    const none = join(folder, 'none.cjs');
    await writeFile(
      none,
      'module.exports = { instructionSets: [], requestWords: 11, createPool() {} };',
    );
    const { choice } = chooseEngine('auto', { addonPath: none });
    expect(choice).toMatchObject({
      kind: 'wasm',
      reason: expect.stringContaining('no instructions that pass the self-test'),
    });
  });

  it('falls to WebAssembly where the native engine was built for another Node.js', async () => {
    const older = join(folder, 'older.cjs');
    await writeFile(
      older,
      `const error = new Error('The module was compiled against a different Node.js version\\nusing');
error.code = 'ERR_DLOPEN_FAILED';
throw error;`,
    );
    const { choice } = chooseEngine('auto', { addonPath: older });
    expect(choice.reason).toBe(
      'the best that works; native: The module was compiled against a different Node.js version',
    );
  });

  it('takes WebAssembly where that is configured', () => {
    expect(chooseEngine('wasm').choice).toMatchObject({ kind: 'wasm', reason: 'as configured' });
  });

  it('fails where nothing works, with every cause', async () => {
    const broken = join(folder, 'broken.wasm');
    await writeFile(broken, 'not WebAssembly');
    expect(() => chooseEngine('auto', { addonPath: missing(), wasmPath: broken })).toThrow(
      /native: .*; wasm: /,
    );
    expect(() => chooseEngine('native', { addonPath: missing() })).toThrow(
      'does not work on this machine (native: ',
    );
  });
});
