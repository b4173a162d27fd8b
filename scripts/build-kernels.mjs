// Builds packages/engines/native/gemm.wasm from gemm.c, with identical bytes on every machine: the
// compiler is Debian's clang-16 with lld-16. `--check` builds and compares, and writes nothing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../packages/engines/native/', import.meta.url));
const SOURCE = 'gemm.c';
const BINARY = 'gemm.wasm';
const MANIFEST = 'gemm.json';
const COMPILER = 'clang-16';

const FLAGS = [
  '--target=wasm32',
  '-O3',
  '-std=c11',
  '-nostdlib',
  '-ffreestanding',
  '-ffp-contract=off',
  '-mbulk-memory',
  '-mnontrapping-fptoint',
  '-msimd128',
  '-Wall',
  '-Wextra',
  '-Werror',
  '-Wno-unused-parameter',
  '-Wl,--no-entry',
  '-Wl,--import-memory',
  '-Wl,--max-memory=2147483648',
  '-Wl,--strip-all',
];

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Whether the WebAssembly kernels can be built here. */
export const hasWasmCompiler = () =>
  [COMPILER, 'wasm-ld-16'].every((tool) => !spawnSync(tool, ['--version']).error);

/** The bytes that gemm.c compiles to. */
export const compileWasmKernels = () => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-kernels-'));
  try {
    const target = join(folder, BINARY);
    // A relative name, so that no path of this machine gets into the binary.
    const result = spawnSync(COMPILER, [...FLAGS, SOURCE, '-o', target], {
      cwd: FOLDER,
      encoding: 'utf8',
    });
    if (result.status !== 0) throw new Error(result.stderr || `${COMPILER} failed`);
    return readFileSync(target);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const describeBuild = (binary) => ({
  compiler: 'clang-16 16.0.6 and lld-16 16.0.6 of Debian 12',
  flags: FLAGS,
  source: { file: SOURCE, sha256: sha256(readFileSync(join(FOLDER, SOURCE))) },
  binary: { file: BINARY, sha256: sha256(binary), bytes: binary.length },
});

const main = (isCheck) => {
  if (!hasWasmCompiler()) {
    console.error('Needed: apt-get install --no-install-recommends clang-16 lld-16');
    return 1;
  }
  const binary = compileWasmKernels();
  if (!isCheck) {
    writeFileSync(join(FOLDER, BINARY), binary);
    writeFileSync(
      join(FOLDER, MANIFEST),
      `${JSON.stringify(describeBuild(binary), undefined, 2)}\n`,
    );
    console.log(`${BINARY}: ${binary.length} bytes`);
    return 0;
  }
  const isSame = binary.equals(readFileSync(join(FOLDER, BINARY)));
  console.log(`${BINARY} ${isSame ? 'matches' : 'does not match'} ${SOURCE}`);
  return isSame ? 0 : 1;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = main(process.argv.includes('--check'));
}
