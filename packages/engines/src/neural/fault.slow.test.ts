import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAppError } from '@dragoman/contract';
import { silentLogger } from '@dragoman/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNeuralEngine, type NeuralDependencies, type NeuralEngine } from './engine.js';
import { PROCESS_BYTES } from './models/model-catalog.js';
import type { NeuralOptions } from './options.js';
import {
  type EngineProcess,
  type StartProcess,
  startEngineProcess,
} from './process/engine-process.js';
import { copyModel, type ModelChange } from './testing/copy-model.js';

const MEBIBYTE = 1024 ** 2;
// Of the models here, only one at a time.
const ROOM_FOR_ONE = PROCESS_BYTES + 12 * MEBIBYTE;
/** Of a caller who stays. */
const caller = (): AbortSignal => new AbortController().signal;
const sentence = (number: number): string => `Number ${number} of the file.`;

describe('the neural engine, when something goes wrong', () => {
  let models: string;
  let engine: NeuralEngine | undefined;

  beforeEach(async () => {
    models = await mkdtemp(join(tmpdir(), 'models-'));
  });
  afterEach(async () => {
    await engine?.stop();
    engine = undefined;
    await rm(models, { recursive: true, force: true });
  });

  const startEngine = async (
    options: Partial<NeuralOptions> = {},
    dependencies: Partial<NeuralDependencies> = {},
  ): Promise<NeuralEngine> => {
    engine = createNeuralEngine(
      { log: silentLogger, ...dependencies },
      { modelDirectories: [models], threadCount: 1, ...options },
    );
    await engine.start();
    return engine;
  };
  const install = (id: string, target: string, change?: ModelChange): Promise<void> =>
    copyModel(models, id, target, change);
  const translate = async (
    texts: readonly string[],
    { target = 'es', signal = caller() } = {},
  ): Promise<readonly string[]> => {
    const units = texts.map((text) => ({ text, protectedSpans: [] }));
    const batch = { source: 'en', target, modelType: 'latency_optimized' as const, units };
    const call = { signal };
    return ((await engine?.translateBatch(batch, call)) ?? []).map(({ text }) => text);
  };
  const codeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'resolved',
      (error: unknown) => (isAppError(error) ? error.code : String(error)),
    );

  /** Starts real processes, and lets a test step between them and the engine. */
  const tamperedProcesses =
    (onTranslate: (lines: readonly string[], engineProcess: EngineProcess) => void): StartProcess =>
    (start, events) => {
      const engineProcess = startEngineProcess(start, events);
      return {
        ...engineProcess,
        send: (request) => {
          engineProcess.send(request);
          if (request.type === 'translate')
            onTranslate(
              request.lines.map(({ text }) => text),
              engineProcess,
            );
        },
      };
    };

  /** Starts real processes whose translations arrive once a test releases them. */
  const holdAnswers = () => {
    const waiting: (() => void)[] = [];
    let isReleased = false;
    const startProcess: StartProcess = (start, events) =>
      startEngineProcess(start, {
        ...events,
        onAnswer: (answer) => {
          const pass = (): void => events.onAnswer(answer);
          if (answer.type === 'translated' && !isReleased) waiting.push(pass);
          else pass();
        },
      });
    const release = (): void => {
      isReleased = true;
      for (const pass of waiting.splice(0)) pass();
    };
    return { startProcess, release, isHolding: () => expect(waiting).not.toEqual([]) };
  };
  const queued = (): number | undefined => engine?.health().load?.queued;

  it('takes whole words from the phrase book of a model, and no parts of sentences', async () => {
    await install('copy-en-es', 'es', { phraseBook: 'file\tfichero\nnumber\tnúmero\n' });
    await startEngine();
    expect(await translate(['file', 'Number:', 'the file'])).toEqual([
      'fichero',
      'Número:',
      'the file',
    ]);
  });

  it('starts no process once it is stopped', async () => {
    await install('copy-en-es', 'es');
    let running = 0;
    const startProcess: StartProcess = () => {
      running += 1;
      const end = async (): Promise<void> => {
        running -= 1;
      };
      return { pid: undefined, send: () => {}, end };
    };
    engine = createNeuralEngine(
      { log: silentLogger, startProcess },
      { modelDirectories: [models] },
    );
    const started = engine.start();
    await engine.stop();
    await started;
    expect(running).toBe(0);
  });

  it('leaves a model with a damaged phrase book out', async () => {
    await install('copy-en-es', 'es', { phraseBook: 'b\tB\na\tA\n' });
    const started = await startEngine();
    expect(started.pairs()).toEqual([]);
    expect(started.describeModels()).toMatchObject([
      { problem: expect.stringContaining('phrases.tsv is damaged: line 2') },
    ]);
  });

  it('translates everything although a worker ends in the middle of a batch', async () => {
    await install('en-es', 'es');
    let kills = 0;
    const startProcess = tamperedProcesses((_lines, engineProcess) => {
      if (kills++ === 0) void engineProcess.end();
    });
    await startEngine({}, { startProcess });
    const texts = Array.from({ length: 40 }, (_, index) => sentence(1001 + index));
    expect(await translate(texts)).toEqual(texts);
    expect(kills).toBeGreaterThan(1);
    expect(engine?.health().state).toBe('ready');
  });

  it('answers everything although a fault ends a worker in the middle of a batch', async () => {
    await install('en-es', 'es');
    const faulty: number[] = [];
    const startProcess = tamperedProcesses((_lines, { pid = 0 }) => {
      if (faulty.length > 0) return;
      faulty.push(pid);
      process.kill(pid, 'SIGSEGV');
    });
    await startEngine({}, { startProcess });
    const requests = Array.from({ length: 8 }, (_, request) =>
      Array.from({ length: 10 }, (_, index) => sentence(1001 + 10 * request + index)),
    );
    expect(await Promise.all(requests.map((texts) => translate(texts)))).toEqual(requests);
    expect(faulty).toHaveLength(1);
    expect(engine?.health().state).toBe('ready');
  });

  it('gives up only the text that ends every worker, and serves all others', async () => {
    await install('en-es', 'es');
    const startProcess = tamperedProcesses((lines, engineProcess) => {
      if (lines.some((line) => line.includes('poison'))) void engineProcess.end();
    });
    await startEngine({}, { startProcess });
    const sound = Array.from({ length: 10 }, (_, index) => translate([sentence(2001 + index)]));
    const poisoned = codeOf(translate(['A poison in the text.']));
    expect(await poisoned).toBe('engine_failed');
    expect((await Promise.all(sound)).flat()).toEqual(
      Array.from({ length: 10 }, (_, index) => sentence(2001 + index)),
    );
    expect(await translate([sentence(7)])).toEqual([sentence(7)]);
  });

  it('refuses quickly where no process can be started, and says why', async () => {
    await install('en-es', 'es');
    const startProcess: StartProcess = (_start, { onEnd }) => {
      queueMicrotask(() => onEnd('no SIMD here'));
      return { pid: undefined, send: () => {}, end: () => Promise.resolve() };
    };
    await startEngine({}, { startProcess });
    expect(await codeOf(translate([sentence(1)]))).toBe('engine_failed');
    expect(engine?.health()).toMatchObject({ state: 'degraded' });
    expect(engine?.health().notes[0]).toContain('no SIMD here');
  });

  it.each<[string, ModelChange, string]>([
    ['cut in half', { model: (bytes) => bytes.subarray(0, bytes.length / 2) }, 'cut off'],
    ['no model at all', { model: () => Buffer.alloc(5000, 1) }, 'damaged'],
    ['empty but for a byte', { model: () => Buffer.alloc(1) }, 'cut off'],
    ['without its vocabulary', { vocabulary: () => Buffer.alloc(99, 255) }, 'vocabulary'],
    [
      'with a shorter vocabulary',
      { vocabulary: (bytes) => Buffer.concat([bytes, Buffer.from([0x0a, 3, 0x0a, 1, 0x7e])]) },
      'pieces',
    ],
    ['of another size than promised', { promisedBytes: 17 }, 'bytes instead of 17'],
  ])('leaves out a model that is %s, and serves the others', async (_name, change, reason) => {
    await install('bad', 'fr', change);
    await install('en-es', 'es');
    await startEngine();
    expect(engine?.pairs()).toMatchObject([
      { source: 'en', target: 'es', modelTypes: ['latency_optimized'] },
    ]);
    expect(engine?.health().notes.join()).toContain(reason);
    expect(await codeOf(translate([sentence(1)], { target: 'fr' }))).toBe('pair_not_installed');
    expect(await translate([sentence(1)])).toEqual([sentence(1)]);
  });

  it('takes a model out of use that only the engine finds damaged', async () => {
    // A tensor of another name: the header is sound, and the engine aborts when it looks for it.
    const renameTensor = (bytes: Buffer): Buffer =>
      Buffer.from(
        bytes.toString('latin1').replace('encoder_l1_self_Wq\0', 'encoder_l1_self_Wx\0'),
        'latin1',
      );
    await install('bad', 'fr', { model: renameTensor });
    await install('en-es', 'es');
    await startEngine();
    const [bad, good] = await Promise.all([
      codeOf(translate([sentence(1)], { target: 'fr' })),
      translate([sentence(1)]),
    ]);
    expect(bad).toBe('engine_failed');
    expect(good).toEqual([sentence(1)]);
    expect(engine?.pairs()).toHaveLength(1);
    expect(engine?.failedPairs?.()).toMatchObject([{ source: 'en', target: 'fr' }]);
    expect(engine?.health().state).toBe('degraded');
    expect(await codeOf(translate([sentence(1)], { target: 'fr' }))).toBe('engine_failed');
  });

  it('refuses a model larger than all memory it may take', async () => {
    await install('en-es', 'es');
    await startEngine({ maxMemoryBytes: 8 * MEBIBYTE });
    expect(await codeOf(translate([sentence(1)]))).toBe('engine_failed');
    expect(engine?.health().notes.join()).toContain('memory');
  });

  it('lets the model unused for longest make room for another', async () => {
    await install('en-es', 'es');
    await install('en-fr', 'fr');
    await startEngine({ maxMemoryBytes: ROOM_FOR_ONE });
    const loaded = () =>
      engine?.describeModels().flatMap(({ id, loadedIn }) => (loadedIn > 0 ? [id] : []));
    for (const target of ['es', 'fr', 'es']) {
      expect(await translate([sentence(3)], { target })).toEqual([sentence(3)]);
      expect(loaded()).toEqual([`en-${target}`]);
    }
  });

  it('serves two models at once although only one has room', async () => {
    await install('en-es', 'es');
    await install('en-fr', 'fr');
    await startEngine({ maxMemoryBytes: ROOM_FOR_ONE, threadCount: 2 });
    const texts = Array.from({ length: 40 }, (_, index) => sentence(1001 + index));
    const work = ['es', 'fr', 'es', 'fr'].map((target) => translate(texts, { target }));
    expect(await Promise.all(work)).toEqual([texts, texts, texts, texts]);
  });

  it('serves a model that is to make room and gets more lines meanwhile', async () => {
    await install('en-es', 'es');
    await install('en-fr', 'fr');
    const held = holdAnswers();
    await startEngine({ maxMemoryBytes: ROOM_FOR_ONE }, { startProcess: held.startProcess });
    const first = translate([sentence(1)]);
    await vi.waitFor(held.isHolding);
    const other = translate([sentence(2)], { target: 'fr' });
    await vi.waitFor(() => expect(queued()).toBe(1));
    const second = translate([sentence(3)]);
    await vi.waitFor(() => expect(queued()).toBe(2));
    held.release();
    const work = [first, other, second];
    expect(await Promise.all(work)).toEqual([[sentence(1)], [sentence(2)], [sentence(3)]]);
  });

  it('serves a model that is to make room for one that nobody waits for any more', async () => {
    await install('en-es', 'es');
    await install('en-fr', 'fr');
    const held = holdAnswers();
    await startEngine({ maxMemoryBytes: ROOM_FOR_ONE }, { startProcess: held.startProcess });
    const first = translate([sentence(1)]);
    await vi.waitFor(held.isHolding);
    const controller = new AbortController();
    const other = translate([sentence(2)], { target: 'fr', signal: controller.signal });
    await vi.waitFor(() => expect(queued()).toBe(1));
    controller.abort(new Error('gone'));
    await expect(other).rejects.toThrow('gone');
    const second = translate([sentence(3)]);
    await vi.waitFor(() => expect(queued()).toBe(1));
    held.release();
    expect(await Promise.all([first, second])).toEqual([[sentence(1)], [sentence(3)]]);
  });

  it('holds two models at once where there is room', async () => {
    await install('en-es', 'es');
    await install('en-fr', 'fr');
    await startEngine();
    await translate([sentence(1)], { target: 'es' });
    await translate([sentence(1)], { target: 'fr' });
    expect(engine?.describeModels().map(({ loadedIn }) => loadedIn)).toEqual([1, 1]);
  });

  it('gives no more of a batch to the engine once its caller has gone', async () => {
    await install('en-es', 'es');
    const controller = new AbortController();
    let lineCount = 0;
    const startProcess = tamperedProcesses((lines) => {
      lineCount += lines.length;
      controller.abort(new Error('gone'));
    });
    await startEngine({ threadCount: 1, rowsPerThread: 32 }, { startProcess });
    const texts = Array.from({ length: 400 }, (_, index) => sentence(index));
    await expect(translate(texts, { signal: controller.signal })).rejects.toThrow('gone');
    expect(await translate([sentence(8)])).toEqual([sentence(8)]);
    expect(lineCount).toBeLessThan(100);
  });

  it('serves a single sentence while a long batch of another caller waits', async () => {
    await install('en-es', 'es');
    await startEngine();
    const order: string[] = [];
    const long = translate(Array.from({ length: 300 }, (_, index) => sentence(index)));
    const short = translate([sentence(9)]);
    await Promise.all([long.then(() => order.push('long')), short.then(() => order.push('short'))]);
    expect(order).toEqual(['short', 'long']);
  });

  it('takes the portions of one request for one caller, whom another one passes', async () => {
    await install('en-es', 'es');
    const seen: string[] = [];
    const startProcess = tamperedProcesses((lines) => seen.push(...lines));
    await startEngine({ rowsPerThread: 4 }, { startProcess });
    const request = caller();
    const portions = Array.from({ length: 100 }, (_, index) =>
      translate([sentence(index)], { signal: request }),
    );
    const other = translate([sentence(1000)]);
    await Promise.all([...portions, other]);
    expect(seen).toHaveLength(101);
    expect(seen.indexOf(sentence(1000))).toBeLessThan(20);
  });

  it('answers or refuses everything when stopped under load', async () => {
    await install('en-es', 'es');
    await startEngine();
    const work = Array.from({ length: 20 }, (_, index) => codeOf(translate([sentence(index)])));
    await engine?.stop();
    expect(new Set(await Promise.all(work)).size).toBeLessThanOrEqual(2);
    for (const outcome of await Promise.all(work)) {
      expect(['resolved', 'unavailable']).toContain(outcome);
    }
  });

  it('takes up a model that is placed while it runs, and gives up one that is removed', async () => {
    await install('en-es', 'es');
    await startEngine({ rescanDebounceMs: 5 });
    const before = engine?.pairs();
    await engine?.refresh();
    expect(engine?.pairs()).toBe(before);
    await install('.draft', 'fr', { id: 'en-fr' });
    await rename(join(models, '.draft'), join(models, 'en-fr'));
    await expect.poll(() => engine?.pairs().length).toBe(2);
    expect(await translate([sentence(1)], { target: 'fr' })).toEqual([sentence(1)]);
    await rm(join(models, 'en-es'), { recursive: true });
    await expect.poll(() => engine?.pairs().length).toBe(1);
    expect(await codeOf(translate([sentence(1)]))).toBe('pair_not_installed');
  });

  it('has nothing to complain of where no models are installed', async () => {
    await startEngine();
    expect(engine?.health()).toMatchObject({ state: 'ready', notes: [] });
    expect(await codeOf(translate([sentence(1)]))).toBe('pair_not_installed');
  });

  it('puts the prefix of a multilingual model before every line', async () => {
    await install('en-xx', 'es', { prefix: '>>es<<' });
    const seen: string[] = [];
    const startProcess = tamperedProcesses((lines) => seen.push(...lines));
    await startEngine({}, { startProcess });
    await translate([sentence(1), `${'one two three, '.repeat(60)}four.`]);
    expect(seen.length).toBeGreaterThan(2);
    for (const line of seen) expect(line).toMatch(/^>>es<< \w/);
  });

  it('gives a text the same translation alone and among others', async () => {
    await install('en-es', 'es');
    await startEngine();
    const texts = Array.from(
      { length: 60 },
      (_, index) => `${'The text '.repeat(index % 9)}${index}, is it free?`,
    );
    const together = await translate(texts);
    const alone: string[] = [];
    for (const text of texts) alone.push(...(await translate([text])));
    expect(together).toEqual(alone);
  });

  it('loads a model anew once its files were replaced', async () => {
    await install('en-es', 'es');
    await startEngine();
    await translate([sentence(1)]);
    const file = join(models, 'en-es', 'metadata.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"1.0"', '"1.1"'));
    await engine?.refresh();
    expect(engine?.describeModels().map(({ loadedIn }) => loadedIn)).toEqual([0]);
    expect(await translate([sentence(2)])).toEqual([sentence(2)]);
  });

  it('goes on with the new model where one was replaced while lines waited', async () => {
    await install('en-es', 'es');
    await startEngine({ rowsPerThread: 4 });
    const texts = Array.from({ length: 200 }, (_, index) => sentence(index));
    const waiting = translate(texts);
    await vi.waitFor(() => expect(queued()).toBeGreaterThan(0));
    const file = join(models, 'en-es', 'metadata.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"1.0"', '"1.1"'));
    await engine?.refresh();
    expect(await waiting).toEqual(texts);
  });

  it('ends idle workers, and starts them again on demand', async () => {
    await install('en-es', 'es');
    await startEngine({ idleStopMs: 20 });
    await translate([sentence(1)]);
    await expect.poll(() => engine?.describeModels()[0]?.loadedIn).toBe(0);
    expect(await translate([sentence(2)])).toEqual([sentence(2)]);
  });
});
