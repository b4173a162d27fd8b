// Builds packages/engines/native/engine.wasm from the engine's sources, with identical bytes on every
// machine: the compiler is Debian's clang-14 with lld-14. `--check` builds and compares, and writes
// nothing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMON_SOURCES, FLAGS, VOCABULARY_SOURCES } from './build-engine.mjs';

const NATIVE = fileURLToPath(new URL('../packages/engines/native/', import.meta.url));
const FOLDER = join(NATIVE, 'student');
const BINARY = 'engine.wasm';
const MANIFEST = 'engine.json';
const COMPILER = 'clang-14';
const LINKER = 'wasm-ld-14';

const SOURCES = [...COMMON_SOURCES, 'kernels/kernels-wasm.cc', ...VOCABULARY_SOURCES];

const WASM_FLAGS = [
  '--target=wasm32',
  ...FLAGS,
  '-nostdlib',
  '-ffreestanding',
  '-mbulk-memory',
  '-mnontrapping-fptoint',
  '-msimd128',
  '-Wall',
  '-Wextra',
  '-Werror',
  '-Wl,--no-entry',
  '-Wl,--export-dynamic',
  '-Wl,--max-memory=2147483648',
  '-Wl,-z,stack-size=262144',
  '-Wl,--strip-all',
];

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Whether the WebAssembly engine can be built here. */
export const hasWasmCompiler = () =>
  [COMPILER, LINKER].every((tool) => !spawnSync(tool, ['--version']).error);

/** The bytes that the engine's sources compile to. */
export const compileWasmEngine = () => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-engine-'));
  try {
    const target = join(folder, BINARY);
    // Relative names, so that no path of this machine gets into the binary.
    const result = spawnSync(COMPILER, [...WASM_FLAGS, ...SOURCES, '-o', target], {
      cwd: FOLDER,
      encoding: 'utf8',
    });
    if (result.status !== 0) throw new Error(result.stderr || `${COMPILER} failed`);
    return readFileSync(target);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** A checksum of all that the binary is made from. */
export const hashWasmSources = () => {
  const headers = readdirSync(FOLDER, { recursive: true }).filter((file) => file.endsWith('.h'));
  const hash = createHash('sha256');
  for (const file of [...SOURCES, ...headers].toSorted()) {
    hash.update(file).update(readFileSync(join(FOLDER, file)));
  }
  return hash.digest('hex');
};

const describeBuild = (binary) => ({
  compiler: 'clang-14 14.0.6 and lld-14 14.0.6 of Debian 12',
  flags: WASM_FLAGS,
  sources: { files: SOURCES, sha256: hashWasmSources() },
  binary: { file: BINARY, sha256: sha256(binary), bytes: binary.length },
});

const main = (isCheck) => {
  if (!hasWasmCompiler()) {
    console.error('Needed: apt-get install --no-install-recommends clang-14 lld-14');
    return 1;
  }
  const binary = compileWasmEngine();
  if (!isCheck) {
    writeFileSync(join(NATIVE, BINARY), binary);
    writeFileSync(
      join(NATIVE, MANIFEST),
      `${JSON.stringify(describeBuild(binary), undefined, 2)}\n`,
    );
    console.log(`${BINARY}: ${binary.length} bytes`);
    return 0;
  }
  const isSame = binary.equals(readFileSync(join(NATIVE, BINARY)));
  console.log(`${BINARY} ${isSame ? 'matches' : 'does not match'} its sources`);
  return isSame ? 0 : 1;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = main(process.argv.includes('--check'));
}
