import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger, type TranslationUnit } from '@dragoman/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { protect } from '../../host/testing/protect.js';
import { createBergamotEngine } from '../engine.js';
import { copyModel } from '../testing/copy-model.js';
import type { KernelMode } from './choose-kernels.js';

const WORDS = 'the file could not be opened because it is used by another program'.split(' ');

/** 500 sentences of 1 to 40 words, every fifth with a tag around a word. */
const UNITS: readonly TranslationUnit[] = Array.from({ length: 500 }, (_, number) => {
  const length = 1 + ((number * 7) % 40);
  const words = Array.from(
    { length },
    (_, at) => WORDS[(number * 5 + at * 3) % WORDS.length] ?? '',
  );
  if (number % 5 !== 0) return { text: `${words.join(' ')}.`, protectedSpans: [] };
  const text = `<b>${words[0]}</b> ${words.slice(1).join(' ')} ${number}`;
  return protect(text);
});

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-translations-'));
  for (const target of ['es', 'fr', 'de']) await copyModel(folder, `en-${target}`, target);
});
afterAll(() => rm(folder, { recursive: true }));

/** Translates half of the units, makes the engine's memory grow by two more models, then the rest. */
const translateWith = async (kernels: KernelMode) => {
  const engine = createBergamotEngine(
    { log: silentLogger },
    { modelDirectories: [folder], maxWorkers: 1, kernels },
  );
  const translate = async (target: string, units: readonly TranslationUnit[]) => {
    const answers = await engine.translateBatch(
      { source: 'en', target, modelType: 'latency_optimized', units },
      { signal: new AbortController().signal },
    );
    return answers.map((answer) => answer.text);
  };
  try {
    await engine.start();
    const before = await translate('es', UNITS.slice(0, 250));
    await translate('fr', UNITS.slice(0, 1));
    await translate('de', UNITS.slice(0, 1));
    return [...before, ...(await translate('es', UNITS.slice(250)))];
  } finally {
    await engine.stop();
  }
};

describe('500 sentences, with and without markup, while the memory grows', () => {
  it('come out the same with all kinds of kernels', { timeout: 120_000 }, async () => {
    const expected = await translateWith('fallback');
    expect(expected).toHaveLength(500);
    expect(await translateWith('wasm')).toEqual(expected);
    // The native kernels where set-up could compile them, otherwise the WebAssembly ones again.
    expect(await translateWith('auto')).toEqual(expected);
  });
});
