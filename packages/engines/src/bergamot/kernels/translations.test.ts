import { silentLogger, type TranslationUnit } from '@dragoman/core';
import { describe, expect, it } from 'vitest';
import { createBergamotEngine } from '../engine.js';
import { TEST_MODELS } from '../testing/copy-model.js';
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
  const closing = text.indexOf('</b>');
  return {
    text,
    protectedSpans: [
      { start: 0, end: 3 },
      { start: closing, end: closing + 4 },
    ],
  };
});

const translateWith = async (kernels: KernelMode) => {
  const engine = createBergamotEngine(
    { log: silentLogger },
    { modelDirectories: [TEST_MODELS], maxWorkers: 1, kernels },
  );
  try {
    await engine.start({ signal: new AbortController().signal });
    const answers = await engine.translateBatch(
      { source: 'en', target: 'es', modelType: 'latency_optimized', units: UNITS },
      { signal: new AbortController().signal, deadlineMs: performance.now() + 120_000 },
    );
    return answers.map((answer) => answer.text);
  } finally {
    await engine.stop();
  }
};

describe('500 sentences, with and without markup', () => {
  it('come out the same with all kinds of kernels', { timeout: 120_000 }, async () => {
    const expected = await translateWith('fallback');
    expect(expected).toHaveLength(500);
    expect(await translateWith('wasm')).toEqual(expected);
    // The native kernels where set-up could compile them, otherwise the WebAssembly ones again.
    expect(await translateWith('auto')).toEqual(expected);
  });
});
