import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadWasmEngine, NATIVE_ENGINE_PATH, WASM_ENGINE_PATH } from './choose-engine.js';
import type { Job, JobResult, StudentEngine, StudentModel } from './engine-binding.js';
import { loadNativeEngine, packJob, unpackResults } from './native-engine.js';
import {
  createNoise,
  createRandomModel,
  type ModelShape,
  type RandomModel,
  writeShortlist,
} from './testing/random-model.js';
import { scoreByReference } from './testing/reference-student.js';
import { compileEngine, WasmInstance } from './wasm-instance.js';

const folder = mkdtempSync(join(tmpdir(), 'dragoman-student-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const write = (bytes: Uint8Array): string => {
  files++;
  const path = join(folder, String(files));
  writeFileSync(path, bytes);
  return path;
};

type JobWithoutModel = Omit<Job, 'id' | 'model'>;

// A number that lies between two integers may be rounded to the other one, which a deep model of
// random weights carries on.
const expectNear = (actual: number | undefined, expected: number | undefined): void => {
  expect(Math.abs((actual ?? Number.NaN) - (expected ?? Number.NaN))).toBeLessThan(0.2);
};

/** Runs jobs together; the results in the order of the jobs. */
const run = async (
  engine: StudentEngine,
  model: StudentModel,
  jobs: readonly JobWithoutModel[],
  { threadCount = 1, rowsPerThread = 64 } = {},
): Promise<readonly JobResult[]> => {
  const results: JobResult[] = [];
  let left = jobs.length;
  await new Promise<void>((resolve, reject) => {
    const translator = engine.createTranslator({
      threadCount,
      rowsPerThread,
      onFailure: reject,
      onResults: (done) => {
        for (const result of done) results[result.id] = result;
        left -= done.length;
        if (left > 0) return;
        translator.close();
        resolve();
      },
    });
    for (const [id, job] of jobs.entries()) translator.add({ id, model, ...job });
  });
  return results;
};

const tiny: ModelShape = {
  width: 64,
  forward: 96,
  heads: 4,
  encoderLayers: 2,
  decoderLayers: 2,
  vocabularies: [250],
  kind: 'alphas',
};
const SHAPES: Readonly<Record<string, ModelShape>> = {
  'a tiny one': { ...tiny, width: 256, forward: 320, heads: 8, encoderLayers: 6 },
  'a base one': { ...tiny, width: 512, forward: 640, heads: 8, vocabularies: [120] },
  'one with two vocabularies': { ...tiny, vocabularies: [200, 310] },
  'one with an output of its own': { ...tiny, output: 'decoder_ff_logit_out_W' },
  'one with an output in rows': { ...tiny, output: 'decoder_ff_logit_out_Wt', decoderLayers: 1 },
  'one without factors for inputs': { ...tiny, kind: 'plain' },
  'one in 32 bits': { ...tiny, kind: 'floats', vocabularies: [200, 310] },
  'one of another width': { ...tiny, width: 80, heads: 2, forward: 70, vocabularies: [131] },
  'one whose width is an odd number of eights': { ...tiny, width: 72, heads: 3, forward: 200 },
  'one that aligns in its first layer': { ...tiny, alignmentLayer: '1' },
};

const sentencesOf = (count: number, vocabulary: number, seed = 5): readonly Int32Array[] => {
  const noise = createNoise(seed);
  return Array.from({ length: count }, () => {
    const length = 1 + Math.floor(noise() * 17);
    const tokens = Array.from({ length }, () => 2 + Math.floor(noise() * (vocabulary - 2)));
    return Int32Array.from([...tokens, 0]);
  });
};

const isNativeBuilt = existsSync(NATIVE_ENGINE_PATH);
const engines: Readonly<Record<string, () => StudentEngine>> = {
  ...(isNativeBuilt && { native: () => loadNativeEngine(NATIVE_ENGINE_PATH) }),
  wasm: () => loadWasmEngine(WASM_ENGINE_PATH),
};
const [anyEngine = () => loadWasmEngine(WASM_ENGINE_PATH)] = Object.values(engines);

const openRandom = (engine: StudentEngine, model: RandomModel): StudentModel =>
  engine.openModel({ model: write(model.file) });

describe.each(Object.entries(SHAPES))('a model like %s', (_, shape) => {
  const random = createRandomModel(shape);
  const [sources, targets = sources] = shape.vocabularies;
  const source = Int32Array.of(5, 17, 100, 8, 23, 9, 44, 12, 0);
  const target = Int32Array.of(77, 12, 45, 45, 3, 0);

  it('scores translations as the arithmetic on paper does', async () => {
    const engine = anyEngine();
    const model = openRandom(engine, random);
    expect(model.facts).toMatchObject({
      sourceTokens: sources,
      targetTokens: targets,
      width: shape.width,
      hasInputFactors: shape.kind === 'alphas',
    });
    const job = { source, prefix: target, isScoredOnly: true, isAligned: true };
    const [result] = await run(engine, model, [
      { ...job, maxTokens: 1, beamSize: 1, candidateCount: 4 },
    ]);
    const [scored] = result?.translations ?? [];
    const expected = scoreByReference(random, [...source], [...target]);
    expect([...(scored?.tokens ?? [])]).toEqual([...target]);
    for (const [place, token] of target.entries()) {
      const chances = expected.logProbabilities[place] ?? [];
      expectNear(scored?.tokenScores[place], chances[token]);
      const alignment = scored?.alignment.slice(place * source.length, (place + 1) * source.length);
      for (const [at, weight] of (expected.alignment[place] ?? []).entries()) {
        expectNear(alignment?.[at], weight);
      }
      const candidate = scored?.candidates[4 * place] as number;
      const best = Math.max(...chances.filter((_, token) => token !== 1));
      expectNear(chances[candidate], best);
      expectNear(scored?.candidateScores[4 * place], best);
    }
    const total = [...target].reduce(
      (sum, token, place) => sum + (expected.logProbabilities[place]?.[token] as number),
      0,
    );
    expect(scored?.score).toBeCloseTo(total, 0);
    model.close();
  });

  it('gives the same bits with every instruction set and in WebAssembly', async () => {
    const sentences = sentencesOf(7, sources);
    // More tokens than any kernel has rows at a time.
    const long = Int32Array.from({ length: 150 }, (_, at) =>
      at === 149 ? 0 : 2 + ((at * 31) % 97),
    );
    const jobs = [...sentences, long].map((source) => ({
      source,
      maxTokens: 12,
      beamSize: 3,
      bestCount: 2,
      isAligned: true,
      candidateCount: 2,
    }));
    const outcomes: unknown[] = [];
    const loaded = [loadWasmEngine(WASM_ENGINE_PATH)];
    if (isNativeBuilt) {
      const { instructionSets } = createRequire(import.meta.url)(NATIVE_ENGINE_PATH);
      for (const name of instructionSets) loaded.push(loadNativeEngine(NATIVE_ENGINE_PATH, name));
    }
    for (const engine of loaded) {
      const model = openRandom(engine, random);
      outcomes.push(await run(engine, model, jobs));
      model.close();
    }
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
  });
});

describe('urgent sentences', () => {
  const random = createRandomModel(tiny);
  const path = write(random.file);
  const job = { model: { facts: {} } as StudentModel, beamSize: 1, maxTokens: 12, isScored: true };
  const others = sentencesOf(9, 250).map((source, id) => packJob({ ...job, id, source }));
  const urgent = packJob({ ...job, id: 99, source: Int32Array.of(5, 8, 0), priority: 1 });
  const openSession = () =>
    new WasmInstance(compileEngine(WASM_ENGINE_PATH)).openModel({ model: path }).openSession(4);
  const takeAll = (session: ReturnType<typeof openSession>): JobResult[] => {
    const results: JobResult[] = [];
    for (let words = session.take(); words; words = session.take()) {
      results.push(...unpackResults(words));
    }
    return results;
  };
  const finish = (session: ReturnType<typeof openSession>): JobResult[] => {
    const results: JobResult[] = [];
    for (let isBusy = true; isBusy; ) {
      isBusy = session.step(false);
      results.push(...takeAll(session));
    }
    return results;
  };

  it('are brought further alone, also where the others take all room', () => {
    const session = openSession();
    for (const words of others) session.add(words);
    session.step(false);
    session.add(urgent);
    const first: JobResult[] = [];
    while (session.hasUrgent()) {
      session.step(true);
      first.push(...takeAll(session));
    }
    expect(first.map(({ id }) => id)).toEqual([99]);
    expect(finish(session)).toHaveLength(others.length);
  });

  it('share the steps of the others, and change nothing in them', () => {
    const [alone, shared] = [openSession(), openSession()];
    for (const words of others) alone.add(words);
    for (const words of [...others, urgent]) shared.add(words);
    const results = finish(shared);
    expect(results.map(({ id }) => id)).toContain(99);
    expect(results.filter(({ id }) => id !== 99)).toEqual(finish(alone));
  });
});

describe.each(Object.entries(engines))('the %s engine', (_, load) => {
  const engine = load();
  const random = createRandomModel(tiny);
  const model = openRandom(engine, random);
  const sentences = sentencesOf(40, 250);
  const greedy = { maxTokens: 20, beamSize: 1, isScored: true, isAligned: true };

  it('translates a sentence in the same way whatever else is in the batch', async () => {
    const jobs = sentences.map((source, at) => ({
      source,
      maxTokens: 5 + (at % 30),
      isScored: true,
      isAligned: true,
      beamSize: 1 + (at % 4),
      bestCount: 1 + (at % 2 ? at % 4 : 0),
      priority: at % 5 === 0 ? 1 : 0,
    }));
    const alone = [];
    for (const job of jobs.slice(0, 12)) alone.push((await run(engine, model, [job]))[0]);
    const translationsOf = (results: readonly (JobResult | undefined)[]) =>
      results.slice(0, 12).map((result) => result?.translations);
    const together = await run(engine, model, jobs);
    const inTurn = await run(engine, model, jobs, { threadCount: 2, rowsPerThread: 5 });
    expect(translationsOf(together)).toEqual(translationsOf(alone));
    expect(translationsOf(inTurn)).toEqual(translationsOf(alone));
  });

  it('takes the most probable token at each place with a beam of one', async () => {
    const source = sentences[3] as Int32Array;
    const [result] = await run(engine, model, [{ source, ...greedy }]);
    const [{ tokens, tokenScores, score } = expect.fail()] = result?.translations ?? [];
    const expected = scoreByReference(random, [...source], [...tokens]);
    for (const [place, token] of tokens.entries()) {
      const chances = expected.logProbabilities[place] ?? [];
      const best = Math.max(...chances.filter((_, other) => other !== 1));
      expect(chances[token]).toBeGreaterThan(best - 0.1);
    }
    const sum = tokenScores.reduce((total, one) => total + one, 0);
    expect(score).toBeCloseTo(sum, 3);
    expect(tokens).not.toContain(1);
  });

  it('finds better translations with a wider beam, best first', async () => {
    const job = { source: sentences[5] as Int32Array, maxTokens: 10, isScored: true };
    const [narrow, wide] = await run(engine, model, [
      { ...job, beamSize: 1 },
      { ...job, beamSize: 6, bestCount: 6 },
    ]);
    const scores = wide?.translations.map(({ lengthScore }) => lengthScore) ?? [];
    expect(scores).toHaveLength(6);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(scores[0]).toBeGreaterThanOrEqual(narrow?.translations[0]?.lengthScore ?? 0);
    const texts = wide?.translations.map(({ tokens }) => tokens.join(' ')) ?? [];
    expect(new Set(texts).size).toBe(6);
  });

  it('scores a translation as the search that found it did', async () => {
    const source = sentences[8] as Int32Array;
    const found = await run(engine, model, [{ source, maxTokens: 9, beamSize: 4, bestCount: 4 }]);
    const translations = found[0]?.translations ?? [];
    const scored = await run(
      engine,
      model,
      translations.map(({ tokens: prefix }) => ({
        source,
        prefix,
        maxTokens: 1,
        beamSize: 1,
        isScoredOnly: true,
      })),
    );
    expect(scored.map(({ translations: [one] }) => one)).toEqual(translations);
  });

  it('goes on with what is probable enough only, down to a greedy search', async () => {
    const jobs = sentences.slice(0, 8).map((source) => ({ source, maxTokens: 20, beamSize: 3 }));
    const tokensOf = async (more: object) =>
      (
        await run(
          engine,
          model,
          jobs.map((job) => ({ ...job, ...more })),
        )
      ).map(({ translations: [best] }) => best?.tokens);
    expect(await tokensOf({ scoreMargin: 1000 })).toEqual(await tokensOf({}));
    expect(await tokensOf({ scoreMargin: 1e-6 })).toEqual(await tokensOf({ beamSize: 1 }));
    expect(await tokensOf({ scoreMargin: 1 })).not.toEqual(await tokensOf({ beamSize: 1 }));
  });

  it('goes on from a prefix', async () => {
    const source = sentences[2] as Int32Array;
    const [free] = await run(engine, model, [{ source, ...greedy }]);
    const [{ tokens } = expect.fail()] = free?.translations ?? [];
    const prefix = tokens.slice(0, 3);
    const other = Int32Array.of(33, 90);
    const [same, different] = await run(engine, model, [
      { source, ...greedy, maxTokens: 17, prefix },
      { source, ...greedy, maxTokens: 5, prefix: other },
    ]);
    expect(same?.translations).toEqual(free?.translations);
    expect([...(different?.translations[0]?.tokens ?? [])].slice(0, 2)).toEqual([33, 90]);
    expect(different?.translations[0]?.tokens.length).toBeLessThanOrEqual(7);
  });

  it('says only what a shortlist leaves, unless it is told to look at everything', async () => {
    const rows = Array.from({ length: 250 }, (_, token) => [
      0,
      (token * 7) % 250,
      40 + (token % 9),
    ]);
    const list = rows.map((row) => [...new Set(row)].toSorted((one, other) => one - other));
    const paths = { model: write(random.file), shortlist: write(writeShortlist(list, 4)) };
    const short = engine.openModel(paths);
    const source = sentences[1] as Int32Array;
    const [kept, all, full] = [
      ...(await run(engine, short, [
        { source, ...greedy },
        { source, ...greedy, isWithoutShortlist: true },
      ])),
      ...(await run(engine, model, [{ source, ...greedy }])),
    ];
    const allowed = new Set([
      0,
      2,
      3,
      ...source,
      ...[...source].flatMap((token) => list[token] ?? []),
    ]);
    for (const token of kept?.translations[0]?.tokens ?? []) expect(allowed).toContain(token);
    expect(all?.translations).toEqual(full?.translations);
    short.close();
  });

  it('leaves out what is dropped, and goes on with the rest', async () => {
    const ids: number[] = [];
    await new Promise<void>((resolve) => {
      const translator = engine.createTranslator({
        threadCount: 1,
        rowsPerThread: 4,
        onResults: (results) => {
          ids.push(...results.map(({ id }) => id));
          if (ids.length < 20) return;
          translator.close();
          resolve();
        },
      });
      const jobs = sentences.map((source, id) => ({ id, model, source, ...greedy }));
      for (const job of jobs) translator.add(job);
      for (const { id } of jobs) if (id % 2 === 1) translator.drop(id);
    });
    expect(ids.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 20 }, (_, index) => 2 * index),
    );
  });

  it.each([
    ['source', { source: new Int32Array(0) }],
    ['source', { source: Int32Array.of(250, 0) }],
    ['source', { source: Int32Array.of(-1, 0) }],
    ['source', { source: new Int32Array(1025) }],
    ['prefix', { prefix: Int32Array.of(7, 250) }],
    ['prefix', { prefix: Int32Array.of(7, 0, 8) }],
    ['prefix', { isScoredOnly: true }],
    ['maxTokens', { maxTokens: 0 }],
    ['maxTokens', { maxTokens: 1025 }],
    ['beamSize', { beamSize: 17 }],
    ['bestCount', { bestCount: 2 }],
    ['candidateCount', { candidateCount: 257 }],
    ['lengthPower', { lengthPower: Number.NaN }],
    ['scoreMargin', { scoreMargin: -1 }],
    ['scoreMargin', { scoreMargin: Number.NaN }],
    ['priority', { priority: 0.5 }],
  ])('refuses a job with another %s than there can be', (name, wrong) => {
    const options = { threadCount: 1, rowsPerThread: 4, onResults: () => undefined };
    const translator = engine.createTranslator(options);
    const job = { id: 1, model, source: Int32Array.of(5, 0), ...greedy, ...wrong };
    expect(() => translator.add(job)).toThrow(RangeError);
    expect(() => translator.add(job)).toThrow(name);
    translator.close();
  });

  const written = (from: string, to: string) => () => replaced(random.file, from, to);
  it.each([
    ['is empty', () => Buffer.alloc(0), 'the model cannot be read'],
    ['is of another format', () => Buffer.from('no model'.repeat(100)), "not in Marian's format"],
    ['is cut off in its header', () => random.file.subarray(0, 1000), 'the model is cut off'],
    ['is cut off in its data', () => random.file.subarray(0, random.file.length / 2), 'cut off'],
    [
      'is of another kind',
      written('dec-cell: ssru', 'dec-cell: lstm'),
      "the model's dec-cell is 'lstm'; only 'ssru' is supported",
    ],
    ['lacks a setting', written('dec-cell:', 'dec-xxxx:'), "dec-cell is ''; only 'ssru'"],
    ['lacks a matrix', written('l1_self_Wq', 'l1_self_Wx'), 'no encoder_l1_self_Wq'],
    [
      'has a bias of another shape',
      // The names change places: an output has 96 numbers, an input 64.
      () => {
        const swapped = replaced(random.file, 'encoder_l1_ffn_b1', 'encoder_l1_ffn_b#');
        const other = replaced(swapped, 'encoder_l1_ffn_b2', 'encoder_l1_ffn_b1');
        return replaced(other, 'encoder_l1_ffn_b#', 'encoder_l1_ffn_b2');
      },
      'tensor encoder_l1_ffn_b1 has the wrong shape: 1 x 64 instead of 1 x 96',
    ],
  ])('refuses a model that %s', (_, damage, reason) => {
    // In WebAssembly a file without bytes is one in another format.
    const allowed = reason.includes('be read') ? /the model/ : reason;
    expect(() => engine.openModel({ model: write(damage()) })).toThrow(allowed);
  });

  it('refuses a shortlist of another vocabulary, and one that points outside', () => {
    const rows = Array.from({ length: 250 }, () => [3, 8]);
    const open = (bytes: Buffer) =>
      engine.openModel({ model: write(random.file), shortlist: write(bytes) });
    expect(() => open(writeShortlist(rows.slice(1), 4))).toThrow('another vocabulary');
    expect(() => open(writeShortlist([...rows.slice(1), [250]], 4))).toThrow('damaged');
    expect(() => open(writeShortlist(rows, 4).subarray(0, 2100))).toThrow('cut off');
  });
});

describe.runIf(isNativeBuilt)('a handle of the addon', () => {
  const addon = createRequire(import.meta.url)(NATIVE_ENGINE_PATH);
  const modelPath = write(createRandomModel(tiny).file);
  const handles: Readonly<Record<string, () => object>> = {
    model: () => addon.openModel(modelPath, '', 0, 1, addon.instructionSets[0]),
    pool: () => addon.createPool(1, 4, () => undefined),
    plain: () => ({}),
  };
  const words = packJob({
    id: 1,
    model: { facts: {} } as StudentModel,
    source: Int32Array.of(5, 0),
    maxTokens: 1,
    beamSize: 1,
  });

  it.each([
    ['model', 'pool'],
    ['model', 'plain'],
    ['pool', 'model'],
    ['pool', 'plain'],
  ])('that should be a %s is not read where it is a %s', (wanted, actual) => {
    const handle = handles[actual]?.();
    const right = handles[wanted]?.();
    if (wanted === 'model') {
      expect(() => addon.modelFacts(handle)).toThrow('not a model');
      expect(addon.closeModel(handle)).toBeUndefined();
      expect(() => addon.addJob(handles.pool?.(), handle, words)).toThrow('not a model');
    } else {
      expect(() => addon.addJob(handle, handles.model?.(), words)).toThrow('not a pool');
      for (const call of [addon.dropJob, addon.keepRunning])
        expect(call(handle, 1)).toBeUndefined();
      expect(addon.closePool(handle)).toBeUndefined();
    }
    for (const call of [addon.encodeText, addon.decodeTokens]) {
      expect(() => call(right, words)).toThrow('expected a vocabulary');
    }
  });
});

/** A file with some text changed to another of the same length. */
const replaced = (file: Buffer, from: string, to: string): Buffer => {
  const copy = Buffer.from(file);
  copy.write(to, copy.indexOf(from));
  return copy;
};
