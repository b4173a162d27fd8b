import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureNativeEngine, hashSources } from '../../scripts/build-engine.mjs';
import {
  compileWasmEngine,
  hashWasmSources,
  hasWasmCompiler,
} from '../../scripts/build-engine-wasm.mjs';

const MINUTES_MS = 60_000;
const NATIVE = new URL('../../packages/engines/native/', import.meta.url);
const TEST_ENGINE = fileURLToPath(new URL('../../scripts/test-engine.mjs', import.meta.url));
const has = (tool: string): boolean => !spawnSync(tool, ['--version']).error;

describe('the WebAssembly that comes with the product', () => {
  const binary = readFileSync(new URL('engine.wasm', NATIVE));
  const manifest = JSON.parse(readFileSync(new URL('engine.json', NATIVE), 'utf8'));

  it('was built from these sources', () => {
    expect(manifest.sources.sha256).toBe(hashWasmSources());
    expect(manifest.binary.sha256).toBe(createHash('sha256').update(binary).digest('hex'));
  });

  it.skipIf(!hasWasmCompiler())('is built again to the byte', () => {
    expect(compileWasmEngine().equals(binary)).toBe(true);
  });
});

describe('the engine where it cannot be compiled', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-engine-'));
  const path = join(folder, 'engine.node');
  const failing = join(folder, 'failing');
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(() => {
    writeFileSync(path, 'an engine');
    writeFileSync(
      failing,
      '#!/bin/sh\n[ "$1" = --version ] || { echo "error: no" >&2; exit 1; }\n',
    );
    chmodSync(failing, 0o755);
  });

  it.each([
    ['the compiler fails', failing, /^skipped: .*failing failed: error: no$/],
    ['there is no compiler', join(folder, 'none'), /^skipped: no C\+\+ compiler /],
  ])('leaves none of other sources where %s', async (_, compiler, outcome) => {
    writeFileSync(`${path}.sha256`, 'other sources');
    expect(await ensureNativeEngine({ compiler, path })).toMatchObject({
      isBuilt: false,
      outcome: expect.stringMatching(outcome),
    });
    expect(existsSync(path)).toBe(false);
  });

  it('says so where nothing can be written', async () => {
    // Below a file, so that it holds for root, too.
    const outcome = expect.stringMatching(/^skipped: .*(ENOTDIR|EEXIST)/);
    const unwritable = join(failing, 'engine.node');
    expect(await ensureNativeEngine({ path: unwritable })).toMatchObject({
      isBuilt: false,
      outcome,
    });
  });

  it('keeps the one of these sources where the compiler is gone', async () => {
    writeFileSync(`${path}.sha256`, `${hashSources()} made-by`);
    await ensureNativeEngine({ compiler: join(folder, 'none'), path });
    expect(existsSync(path)).toBe(true);
  });
});

describe('the engine under sanitizers', () => {
  it.skipIf(!has('clang++'))(
    'survives files that are damaged in every way',
    () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [TEST_ENGINE, 'fuzz', '5'], {
        encoding: 'utf8',
      });
      expect(`${stdout}${stderr}`).toMatch(/Done \d+ runs|skipped/);
      expect(status).toBe(0);
    },
    10 * MINUTES_MS,
  );

  it.skipIf(!has('g++'))(
    'has no race between its threads, and keeps nothing for those without work',
    () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [TEST_ENGINE, 'threads'], {
        encoding: 'utf8',
      });
      expect(`${stdout}${stderr}`).toMatch(/no result is missing|skipped/);
      expect(status).toBe(0);
    },
    10 * MINUTES_MS,
  );
});
