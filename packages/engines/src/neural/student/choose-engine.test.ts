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
      expect.objectContaining({ code: 'unavailable' }),
    );
  });
});
