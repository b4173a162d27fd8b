import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
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

describe('the engine under sanitizers', () => {
  it.skipIf(!has('clang++'))(
    'survives files that are damaged in every way',
    () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [TEST_ENGINE, 'fuzz', '20'], {
        encoding: 'utf8',
      });
      expect(`${stdout}${stderr}`).toMatch(/Done \d+ runs|skipped/);
      expect(status).toBe(0);
    },
    10 * MINUTES_MS,
  );
});
