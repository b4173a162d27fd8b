// `npm run test:engine -- arm`: the engine for aarch64, cross-compiled and emulated, says the same as
// the one for this machine. `npm run test:engine -- older`: so it does on processors without AVX2 or
// AVX-512. `npm run test:engine -- fuzz [SECONDS]`: damaged files, under sanitizers. `npm run
// test:engine -- threads`: threads that share a queue, under the thread sanitizer.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  COMMON_SOURCES,
  compileAndLink,
  THREAD_SOURCES,
  unitsOf,
  VOCABULARY_SOURCES,
} from './build-engine.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const DIST = join(ROOT, 'packages/engines/dist/neural/student');
const DEFAULT_FUZZ_SECONDS = 30;
const FUZZ_REPORT_BYTES = 64 * 1024 ** 2;
const ARM_COMPILER = 'aarch64-linux-gnu-g++';
const HOST_COMPILER = process.env.CXX || 'g++';
const FUZZ_COMPILER = 'clang++';
const ROWS = 6;

const runs = (tool) => !spawnSync(tool, ['--version']).error;

const compile = async (
  compiler,
  architecture,
  program,
  { sources = VOCABULARY_SOURCES, flags = [], linkFlags = [], target },
) => {
  const units = [
    ...unitsOf(architecture, [...COMMON_SOURCES, ...sources]),
    { source: `testing/${program}.cc`, name: program, flags: [] },
  ];
  const problem = await compileAndLink(compiler, { units, flags, linkFlags, target });
  if (problem) throw new Error(problem);
};

/** Words of requests that want all there is to be had, behind the number of them. */
const writeRequests = async (path, sources) => {
  const { packJob } = await import(join(DIST, 'native-engine.js'));
  const requests = sources.map((source, id) => {
    const beamSize = 1 + (id % 3);
    const common = { maxTokens: 3 * source.length, isAligned: true, isScored: true };
    return packJob({ id, source, beamSize, bestCount: beamSize, candidateCount: 2, ...common });
  });
  writeFileSync(
    path,
    Buffer.concat(
      requests.flatMap((words) => [
        Buffer.from(Int32Array.of(words.length).buffer),
        Buffer.from(words.buffer),
      ]),
    ),
  );
};

/** Models to be compared, with sources for each: random ones, and those that come along. */
const modelsIn = async (folder) => {
  const { createNoise, createRandomModel } = await import(join(DIST, 'testing/random-model.js'));
  const noise = createNoise(3);
  const sourcesFor = (tokens, count) =>
    Array.from({ length: count }, () => {
      const length = 2 + Math.floor(noise() * 12);
      const source = Array.from({ length }, () => 2 + Math.floor(noise() * (tokens - 2)));
      return Int32Array.from([...source, 0]);
    });
  const shape = { width: 64, forward: 96, heads: 4, encoderLayers: 2, decoderLayers: 2 };
  const random = ['alphas', 'plain', 'floats'].map((kind) => {
    const path = join(folder, `${kind}.bin`);
    writeFileSync(path, createRandomModel({ ...shape, kind, vocabularies: [250] }).file);
    return { path, sources: sourcesFor(250, 20) };
  });
  const starters = join(ROOT, 'models');
  const starter = (existsSync(starters) ? readdirSync(starters) : [])
    .filter((name) => name.startsWith('starter-'))
    .slice(0, 1)
    .flatMap((name) => readdirSync(join(starters, name)).map((file) => join(starters, name, file)))
    .filter((path) => /model\.[^/]*\.bin$/.test(path))
    .map((path) => ({ path, sources: sourcesFor(8000, 12) }));
  return [...random, ...starter];
};

const withFolder = async (use) => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-engine-test-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/**
 * Runs the engine for another processor, and compares all results with those of this one.
 *
 * @param {{ compiler: string, architecture: string, packages: string, linkFlags?: string[],
 *   ways: { emulator: string[], kernels: string }[] }} processor the ways to run it: how the processor
 *   is emulated, and which kernels are taken
 * @returns {Promise<string | undefined>} why it cannot be run here
 */
const testEmulated = ({ compiler, architecture, packages, linkFlags = [], ways }) =>
  withFolder(async (folder) => {
    const missing = [compiler, ways[0].emulator[0]].filter((tool) => !runs(tool));
    if (missing.length > 0) {
      return `${missing.join(' and ')} missing (apt-get install ${packages})`;
    }
    const [host, other] = [join(folder, 'host'), join(folder, 'other')];
    await compile(HOST_COMPILER, 'x64', 'translate', { target: host });
    await compile(compiler, architecture, 'translate', { target: other, linkFlags });
    const requests = join(folder, 'requests');
    const answersOf = (program, path, kernels) => {
      const results = join(folder, 'results');
      const [command, ...parameters] = [...program, path, kernels, ROWS, requests, results];
      const { status, stderr, signal } = spawnSync(command, parameters.map(String), {
        encoding: 'utf8',
      });
      if (status !== 0) {
        throw new Error(`${program.join(' ')} ${kernels}: ${stderr || signal || status}`);
      }
      return readFileSync(results);
    };
    for (const { path, sources } of await modelsIn(folder)) {
      await writeRequests(requests, sources);
      const expected = answersOf([host], path, 'plain');
      for (const { emulator, kernels } of ways) {
        const isSame = answersOf([...emulator, other], path, kernels).equals(expected);
        const way = `${emulator.at(-1)}, ${kernels}`;
        console.log(`${way}: ${path.split('/').at(-1)} ${isSame ? 'is the same' : 'DIFFERS'}`);
        if (!isSame) process.exitCode = 1;
      }
    }
    return undefined;
  });

const testArm = () =>
  testEmulated({
    compiler: ARM_COMPILER,
    architecture: 'arm64',
    packages: 'g++-aarch64-linux-gnu qemu-user',
    linkFlags: ['-static'],
    ways: ['dotprod', 'aarch64', 'plain'].map((kernels) => ({
      emulator: ['qemu-aarch64', '-cpu', 'max'],
      kernels,
    })),
  });

/** Processors without AVX-512, and without AVX2, find out what they have. */
const testOlder = () =>
  testEmulated({
    compiler: HOST_COMPILER,
    architecture: 'x64',
    packages: 'g++ qemu-user',
    ways: ['Nehalem', 'Haswell'].map((processor) => ({
      emulator: ['qemu-x86_64', '-cpu', processor],
      kernels: 'best',
    })),
  });

/** A SentencePiece model of a few pieces: each has a text, a score and a kind. */
const smallVocabulary = (hasTable) => {
  const bytes = (field, data) => Buffer.concat([Buffer.from([8 * field + 2, data.length]), data]);
  const pieces = [
    ...[
      ['</s>', 3],
      ['<unk>', 2],
      ['cat', 4],
    ],
    ...['\u2581', '\u2581The', 'T', 'h', 'he', 'e', 'a', '\u00E9'].map((text) => [text, 1]),
  ].map(([text, kind], index) => {
    const score = Buffer.from(Float32Array.of(-index).buffer);
    const parts = [bytes(1, Buffer.from(text)), Buffer.from([21]), score, Buffer.from([24, kind])];
    return bytes(1, Buffer.concat(parts));
  });
  const trainer = bytes(2, Buffer.from([24, 1]));
  // A double array of two units, and one replacement.
  const map = Buffer.concat([Buffer.from(Uint32Array.of(8, 0x61, 0).buffer), Buffer.from('b\0')]);
  const normalizer = bytes(
    3,
    Buffer.concat([...(hasTable ? [bytes(2, map)] : []), Buffer.from([24, 1, 32, 1, 40, 1])]),
  );
  return Buffer.concat([...pieces, trainer, normalizer]);
};

const fuzz = (seconds) =>
  withFolder(async (folder) => {
    if (!runs(FUZZ_COMPILER)) return 'clang++ missing (apt-get install clang libclang-rt-14-dev)';
    const program = join(folder, 'fuzz');
    const sanitizers = ['-g', '-fsanitize=fuzzer,address,undefined', '-fno-sanitize-recover=all'];
    const options = { flags: ['-O1', ...sanitizers], linkFlags: sanitizers, target: program };
    await compile(FUZZ_COMPILER, 'x64', 'fuzz', options);
    const corpus = join(folder, 'corpus');
    mkdirSync(corpus);
    const { createRandomModel, writeShortlist } = await import(
      join(DIST, 'testing/random-model.js')
    );
    const shape = { width: 16, forward: 24, heads: 2, encoderLayers: 1, decoderLayers: 1 };
    const list = writeShortlist(
      Array.from({ length: 20 }, (_, token) => [0, token]),
      3,
    );
    for (const kind of ['alphas', 'plain', 'floats']) {
      const { file } = createRandomModel({ ...shape, kind, vocabularies: [20] });
      const length = Buffer.from(Uint32Array.of(file.length).buffer);
      writeFileSync(join(corpus, kind), Buffer.concat([length, file, list]));
    }
    for (const hasTable of [false, true]) {
      const seed = Buffer.concat([Buffer.alloc(4, 255), smallVocabulary(hasTable)]);
      writeFileSync(join(corpus, `vocabulary-${hasTable}`), seed);
    }
    const limits = [
      `-max_total_time=${seconds}`,
      '-rss_limit_mb=2048',
      '-timeout=20',
      '-max_len=60000',
    ];
    const result = spawnSync(program, [...limits, '-print_final_stats=1', corpus], {
      cwd: folder,
      encoding: 'utf8',
      // An hour's report is longer than the default, which would end the fuzzer.
      maxBuffer: FUZZ_REPORT_BYTES,
    });
    const lines = (result.stderr ?? '').trim().split('\n');
    console.log(lines.slice(result.status === 0 ? -8 : -60).join('\n'));
    if (result.status !== 0) process.exitCode = 1;
    return undefined;
  });

const testThreads = () =>
  withFolder(async (folder) => {
    if (process.arch !== 'x64') return 'only for x86-64';
    const program = join(folder, 'threads');
    const flags = ['-O1', '-g', '-pthread', '-fsanitize=thread'];
    const options = { sources: THREAD_SOURCES, flags, linkFlags: flags, target: program };
    await compile(HOST_COMPILER, 'x64', 'threads', options);
    const [{ path }] = await modelsIn(folder);
    const { status, stdout, stderr, signal } = spawnSync(program, [path], {
      encoding: 'utf8',
      env: { ...process.env, TSAN_OPTIONS: 'halt_on_error=1' },
    });
    console.log(stdout.trim() || stderr || signal);
    if (status !== 0) process.exitCode = 1;
    return undefined;
  });

const [stage, seconds] = process.argv.slice(2);
const stages = {
  arm: testArm,
  older: testOlder,
  fuzz: () => fuzz(Number(seconds ?? DEFAULT_FUZZ_SECONDS)),
  threads: testThreads,
};
if (!(stage in stages)) {
  console.error('usage: npm run test:engine -- arm | older | fuzz [SECONDS] | threads');
  process.exitCode = 2;
} else {
  const refusal = await stages[stage]();
  if (refusal) console.log(`skipped: ${refusal}`);
}
