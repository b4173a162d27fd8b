// Compiles the native kernels of the neural engine for this machine, where that is possible. They
// are optional: the WebAssembly kernels do the same, slower. Only `node:` modules may be imported
// here.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../packages/engines/native/', import.meta.url));
const HEADER = 'kernels.h';
const SOURCES = ['addon.cc', 'kernels-avx2.cc', 'kernels-avx512.cc', 'kernels-portable.cc'];
const COMPILE_TIMEOUT_MS = 120_000;

const FLAGS = [
  '-std=c++17',
  '-O3',
  '-shared',
  '-fPIC',
  // A fused multiply-add would round once where the engine rounds twice.
  '-ffp-contract=off',
  '-fno-exceptions',
  '-fno-rtti',
  '-fvisibility=hidden',
  '-static-libgcc',
  '-static-libstdc++',
  '-s',
];

// Node-API is the same in every Node.js since the version it is written for, so the package's
// headers fit whichever one runs.
const HEADERS = fileURLToPath(new URL('../node_modules/node-api-headers/include', import.meta.url));

const isFitting = () => process.platform === 'linux' && process.arch === 'x64';

const hashOf = (compilerVersion) => {
  const hash = createHash('sha256').update(compilerVersion).update(FLAGS.join(' '));
  for (const file of [HEADER, ...SOURCES]) hash.update(readFileSync(join(FOLDER, file)));
  return hash.digest('hex');
};

const firstError = (output) =>
  output.split('\n').find((line) => /error/i.test(line)) ?? output.trim().split('\n')[0];

const compile = (compiler, target) => {
  const unfinished = `${target}.${process.pid}`;
  const result = spawnSync(compiler, [...FLAGS, `-I${HEADERS}`, ...SOURCES, '-o', unfinished], {
    cwd: FOLDER,
    encoding: 'utf8',
    timeout: COMPILE_TIMEOUT_MS,
  });
  if (result.status !== 0) {
    rmSync(unfinished, { force: true });
    return { isBuilt: false, problem: firstError(result.stderr || String(result.error ?? '')) };
  }
  // A rename, so that a running server keeps the file it has loaded.
  renameSync(unfinished, target);
  return { isBuilt: true };
};

/**
 * Compiles `packages/engines/native/build/PLATFORM-ARCH/kernels.node`, unless that file is already
 * made from these sources by this compiler. Takes about 3 seconds. Never throws: without it the
 * WebAssembly kernels are used.
 *
 * @returns {{ isBuilt: boolean, path: string, outcome: string }} `outcome` is one line for people
 */
export const ensureNativeKernels = ({ compiler = process.env.CXX || 'g++' } = {}) => {
  const path = join(FOLDER, 'build', `${process.platform}-${process.arch}`, 'kernels.node');
  const skipped = (cause) => ({ isBuilt: false, path, outcome: `skipped: ${cause}` });
  try {
    if (!isFitting()) return skipped('only for x86-64 Linux');
    const version = spawnSync(compiler, ['--version'], { encoding: 'utf8' });
    if (version.status !== 0) return skipped(`no C++ compiler ${compiler} (apt-get install g++)`);
    if (!existsSync(HEADERS)) return skipped('npm packages are missing');
    const hash = hashOf(version.stdout);
    const hashFile = `${path}.sha256`;
    if (existsSync(path) && existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash) {
      return { isBuilt: true, path, outcome: 'up to date' };
    }
    mkdirSync(dirname(path), { recursive: true });
    const { isBuilt, problem } = compile(compiler, path);
    if (!isBuilt) return skipped(`${compiler} failed: ${problem}`);
    writeFileSync(hashFile, hash);
    return { isBuilt: true, path, outcome: 'compiled' };
  } catch (error) {
    return skipped(error instanceof Error ? error.message : String(error));
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(`native kernels: ${ensureNativeKernels().outcome}`);
}
