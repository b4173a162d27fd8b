// Compiles the neural engine for this machine, where that is possible. It is optional: the same
// engine comes as WebAssembly, slower. Only `node:` modules may be imported here.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NATIVE = fileURLToPath(new URL('../packages/engines/native/', import.meta.url));
const FOLDER = join(NATIVE, 'student');
const COMPILE_TIMEOUT_MS = 240_000;

/** What every file is compiled with. */
export const FLAGS = [
  '-std=c++17',
  '-O3',
  // A fused multiply-add would round once where others round twice.
  '-ffp-contract=off',
  '-fno-math-errno',
  '-fno-exceptions',
  '-fno-rtti',
  '-fno-threadsafe-statics',
  '-fvisibility=hidden',
  '-Wno-psabi',
];

/** Without kernels and the addon: what is the same everywhere. */
export const COMMON_SOURCES = [
  'kernels/kernels-plain.cc',
  'kernels/kernels.cc',
  'model-file.cc',
  'model.cc',
  'platform.cc',
  'positions.cc',
  'request.cc',
  'sentence.cc',
  'session.cc',
  'student.cc',
];

/** What is compiled for some processors only: a source, its name as an object, its flags. */
export const KERNELS = {
  x64: [
    { source: 'kernels/kernels-sse2.cc', name: 'sse2', flags: [] },
    { source: 'kernels/kernels-avx2.cc', name: 'avx2', flags: ['-mavx2'] },
    {
      source: 'kernels/kernels-avx512vnni.cc',
      name: 'avx512vnni',
      flags: ['-mavx512f', '-mavx512bw', '-mavx512dq', '-mavx512vl', '-mavx512vnni'],
    },
  ],
  arm64: [
    { source: 'kernels/kernels-neon.cc', name: 'neon', flags: [] },
    { source: 'kernels/kernels-neon.cc', name: 'dotprod', flags: ['-march=armv8.2-a+dotprod'] },
  ],
};

// Node-API is the same in every Node.js since the version it is written for, so the package's
// headers fit whichever one runs.
const HEADERS = fileURLToPath(new URL('../node_modules/node-api-headers/include', import.meta.url));

/** All that has to be compiled for a processor: `{ source, name, flags }` each. */
export const unitsOf = (architecture, sources = COMMON_SOURCES) => [
  ...sources.map((source) => ({ source, name: basename(source, '.cc'), flags: [] })),
  ...KERNELS[architecture],
];

/** What texts are cut into tokens with. */
export const VOCABULARY_SOURCES = ['text-vocabulary.cc', 'vocabulary-file.cc', 'vocabulary.cc'];

/** The threads of the addon, which share models. */
export const THREAD_SOURCES = ['shared-model.cc', 'translator.cc'];

const ADDON_SOURCES = ['addon.cc', ...THREAD_SOURCES, ...VOCABULARY_SOURCES, 'vocabulary-addon.cc'];
const ADDON_FLAGS = ['-fPIC', '-pthread', `-I${HEADERS}`];

const run = (compiler, parameters) =>
  new Promise((resolve) => {
    const child = spawn(compiler, parameters, { cwd: FOLDER, timeout: COMPILE_TIMEOUT_MS });
    let output = '';
    child.stderr.on('data', (data) => {
      output += data;
    });
    child.on('error', (error) => resolve(String(error)));
    child.on('close', (code) => resolve(code === 0 ? undefined : output || `exit code ${code}`));
  });

/**
 * Compiles units and links them, two at a time.
 *
 * @returns {Promise<string | undefined>} what the compiler complained of
 */
export const compileAndLink = async (compiler, { units, flags, linkFlags, target }) => {
  const objects = mkdtempSync(join(tmpdir(), 'dragoman-engine-'));
  try {
    const objectOf = ({ name }) => join(objects, `${name}.o`);
    const queue = [...units];
    const problems = [];
    const work = async () => {
      for (let unit = queue.shift(); unit && problems.length === 0; unit = queue.shift()) {
        const parameters = [...FLAGS, ...flags, ...unit.flags];
        const problem = await run(compiler, [
          ...parameters,
          '-c',
          unit.source,
          '-o',
          objectOf(unit),
        ]);
        if (problem) problems.push(problem);
      }
    };
    await Promise.all([work(), work()]);
    return (
      problems[0] ?? (await run(compiler, [...units.map(objectOf), ...linkFlags, '-o', target]))
    );
  } finally {
    rmSync(objects, { recursive: true });
  }
};

/** A checksum of all that the engine is made from, but the compiler. */
export const hashSources = () => {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)));
  for (const file of readdirSync(FOLDER, { recursive: true }).toSorted()) {
    if (/\.(?:cc|h)$/.test(file)) hash.update(file).update(readFileSync(join(FOLDER, file)));
  }
  return hash.digest('hex');
};

const firstError = (output) =>
  output.split('\n').find((line) => /error/i.test(line)) ?? output.trim().split('\n')[0];

/** Where the engine for this machine is put. */
export const ENGINE_PATH = join(
  NATIVE,
  'build',
  `${process.platform}-${process.arch}`,
  'engine.node',
);

/**
 * Compiles the engine for this machine, unless that was already done from these sources by this
 * compiler. Takes about 10 seconds. Never throws: without it, WebAssembly serves. One that was made
 * from other sources is removed where there can be no new one.
 *
 * @returns {Promise<{ isBuilt: boolean, path: string, outcome: string }>} `outcome` is one line for
 *   people
 */
export const ensureNativeEngine = async ({
  compiler = process.env.CXX || 'g++',
  path = ENGINE_PATH,
} = {}) => {
  const hashFile = `${path}.sha256`;
  const skipped = (cause) => ({ isBuilt: false, path, outcome: `skipped: ${cause}` });
  try {
    const sources = hashSources();
    const [madeFrom, madeBy] =
      existsSync(path) && existsSync(hashFile) ? readFileSync(hashFile, 'utf8').split(' ') : [];
    // Nothing may load an engine that does not match what is loaded beside it.
    const giveUp = (cause) => {
      if (madeFrom !== sources) {
        rmSync(path, { force: true });
        rmSync(hashFile, { force: true });
      }
      return skipped(cause);
    };
    if (process.platform !== 'linux' || !(process.arch in KERNELS)) {
      return giveUp('only for Linux on x86-64 and aarch64');
    }
    const version = spawnSync(compiler, ['--version'], { encoding: 'utf8' });
    if (version.status !== 0) return giveUp(`no C++ compiler ${compiler} (apt-get install g++)`);
    if (!existsSync(HEADERS)) return giveUp('npm packages are missing');
    const compilerHash = createHash('sha256').update(version.stdout).digest('hex');
    if (madeFrom === sources && madeBy === compilerHash) {
      return { isBuilt: true, path, outcome: 'up to date' };
    }
    mkdirSync(dirname(path), { recursive: true });
    const unfinished = `${path}.${process.pid}`;
    const problem = await compileAndLink(compiler, {
      units: unitsOf(process.arch, [...COMMON_SOURCES, ...ADDON_SOURCES]),
      flags: ADDON_FLAGS,
      linkFlags: ['-shared', '-pthread', '-static-libgcc', '-nodefaultlibs', '-lgcc', '-lc', '-s'],
      target: unfinished,
    });
    if (problem) {
      rmSync(unfinished, { force: true });
      return giveUp(`${compiler} failed: ${firstError(problem)}`);
    }
    // A rename, so that a running server keeps the file it has loaded.
    renameSync(unfinished, path);
    writeFileSync(hashFile, `${sources} ${compilerHash}`);
    return { isBuilt: true, path, outcome: 'compiled' };
  } catch (error) {
    return skipped(error instanceof Error ? error.message : String(error));
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(`neural engine: ${(await ensureNativeEngine()).outcome}`);
}
