import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@dragoman/core';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MARKUP, protect } from '../host/testing/protect.js';
import { createNeuralEngine, type NeuralEngine } from './engine.js';
import { type EngineProcess, startEngineProcess } from './process/engine-process.js';
import type { NumberedLine, TranslatedLine } from './process/protocol.js';
import { blindAlignedHead } from './testing/blind-head.js';
import { copyModel, type ModelChange } from './testing/copy-model.js';

const never = new AbortController().signal;

describe('inline tags', () => {
  let models: string;
  let engine: NeuralEngine | undefined;
  const answers = new Map<number, TranslatedLine>();

  beforeEach(async () => {
    models = await mkdtemp(join(tmpdir(), 'models-'));
  });
  afterEach(async () => {
    await engine?.stop();
    await rm(models, { recursive: true, force: true });
  });

  /** Starts an engine with one model that copies, and notes the lines it gets. */
  const start = async (
    change: ModelChange = {},
    onLines: (lines: readonly NumberedLine[], engineProcess: EngineProcess) => void = () => {},
  ) => {
    await copyModel(models, 'en-es', 'es', change);
    const lines: NumberedLine[] = [];
    answers.clear();
    engine = createNeuralEngine(
      {
        log: silentLogger,
        startProcess: (given, events) => {
          const engineProcess = startEngineProcess(given, {
            ...events,
            onAnswer: (answer) => {
              if (answer.type === 'translated') {
                for (const { id, ...line } of answer.lines) answers.set(id, line);
              }
              events.onAnswer(answer);
            },
          });
          return {
            ...engineProcess,
            send: (request) => {
              engineProcess.send(request);
              if (request.type !== 'translate') return;
              lines.push(...request.lines);
              onLines(request.lines, engineProcess);
            },
          };
        },
      },
      { modelDirectories: [models], threadCount: 1 },
    );
    await engine.start();
    return lines;
  };
  const translate = async (...texts: readonly string[]): Promise<readonly string[]> => {
    const units = texts.map((text) => protect(text));
    const batch = { source: 'en', target: 'es', modelType: 'latency_optimized' as const, units };
    const call = { signal: never };
    return ((await engine?.translateBatch(batch, call)) ?? []).map(({ text }) => text);
  };
  const textsOf = (lines: readonly NumberedLine[]) => lines.map(({ text }) => text);

  it('are taken out of the sentence, and put back around their words', async () => {
    const lines = await start();
    const text = 'Press the <x1>small <x2>button</x2></x1> and wait <x3/>for it.';
    expect(await translate(text)).toEqual([text]);
    expect(lines).toMatchObject([
      { text: 'Press the small button and wait for it.', isAligned: true },
      { text: 'small button', isAligned: false },
      { text: 'button', isAligned: false },
    ]);
  });

  it('leave the translation of the sentence as it is without them', async () => {
    const lines = await start();
    const word = fc.constantFrom(
      'the',
      'file',
      'is',
      'open',
      '&',
      '<',
      '>',
      '&amp;',
      '</i>',
      '<i 0="">',
      '3.5',
      '5%',
      '(so)',
      '"it"',
      '...',
      'é',
      '-',
      '\u00a0',
      'foo.bar',
      '1,000',
      '<!--',
      '{',
      '&nbsp;',
    );
    const texts = fc.sample(
      fc.array(word, { minLength: 2, maxLength: 12 }).map((words) => `It ${words.join(' ')}`),
      { numRuns: 60, seed: 1 },
    );
    await translate(...texts, ...texts.map((text) => `${text} <x99/>`));
    const plain = new Map<string, string | undefined>();
    const aligned = new Map<string, string | undefined>();
    for (const { id, text, isAligned } of lines) {
      (isAligned ? aligned : plain).set(text, answers.get(id)?.text);
    }
    let count = 0;
    for (const [text, translated] of aligned) {
      if (!plain.has(text)) continue;
      expect(translated).toBe(plain.get(text));
      count++;
    }
    expect(count).toBeGreaterThan(20);
  });

  it('share batches with sentences that have none', async () => {
    const lines = await start();
    const texts = ['The file is open.', 'The <x1>file</x1> is open.', 'Is it free?'];
    expect(await translate(...texts)).toEqual(texts);
    expect(lines.map(({ isAligned }) => isAligned).toSorted()).toEqual([false, false, false, true]);
    // What the pair is around is translated by itself, too.
    expect(textsOf(lines)).toContain('file');
  });

  it('find their words behind the prefix of a multilingual model', async () => {
    const lines = await start({ prefix: '1 2' });
    const [translated] = await translate('The <x1>file</x1> is open.');
    expect(textsOf(lines)).toEqual(['1 2 The file is open.', '1 2 file']);
    // The model of this test copies its prefix, too.
    expect(translated).toMatch(/<x1>.*file<\/x1> is open\.$/);
  });

  it('come back from signs that mean something in markup', async () => {
    await start();
    const text = 'The file <x1>&amp; the</x1> A > B & C < D is open.';
    const [translated] = await translate(text);
    expect(translated?.match(MARKUP)).toEqual(['<x1>', '</x1>']);
    expect(translated).toContain('The file');
  });

  it('travel as words where the model was trained with no alignment', async () => {
    const lines = await start({ model: blindAlignedHead(128) });
    const text = 'Press the <x1>small button</x1> and wait for it.';
    const [plain] = await translate('Press the small button and wait for it.');
    expect(plain).toBe('Press the small button and wait for it.');
    lines.length = 0;
    expect((await translate(text))[0]?.match(MARKUP)).toEqual(['<x1>', '</x1>']);
    // It says so, once; then it is not asked again.
    expect(textsOf(lines).slice(0, 3)).toEqual([
      'Press the small button and wait for it.',
      'small button',
      'Press the X1 small button X2 and wait for it.',
    ]);
    lines.length = 0;
    await translate('Open the <x1>file</x1> and wait.');
    expect(lines.every(({ isAligned }) => !isAligned)).toBe(true);
  });

  it('travel as words where the engine breaks on their sentence', async () => {
    const lines = await start({}, (batch, engineProcess) => {
      if (batch.some(({ text, isAligned }) => isAligned && text.includes('poison'))) {
        void engineProcess.end();
      }
    });
    const texts = ['The <x1>file</x1> is open.', 'The <x1>poison</x1> is free.', 'It is open.'];
    const translated = await translate(...texts);
    expect(translated.map((text) => text.match(MARKUP))).toEqual([
      ['<x1>', '</x1>'],
      ['<x1>', '</x1>'],
      null,
    ]);
    expect(translated[0]).toBe(texts[0]);
    expect(textsOf(lines)).toContain('The X1 poison X2 is free.');
  });

  it('stay around their words in sentences too long for the engine', async () => {
    await start();
    const part = 'the <x1>file</x1> is open, and it is free, ';
    const text = Array.from({ length: 40 }, (_, index) => part.replaceAll('x1', `x${index}`)).join(
      '',
    );
    const [translated] = await translate(`${text}so.`);
    expect(translated?.match(MARKUP)).toEqual(text.match(MARKUP));
    expect(translated).toContain('<x7>file</x7> is open');
  });
});
