import { fileURLToPath } from 'node:url';
import { formalityOf, silentLogger, type TranslationUnit } from '@dragoman/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNeuralEngine } from '../engine.js';

const MODELS = fileURLToPath(new URL('../../../../../models', import.meta.url));

const engine = createNeuralEngine({ log: silentLogger }, { modelDirectories: [MODELS] });
beforeAll(() => engine.start());
afterAll(() => engine.stop());

const translate = async (
  units: readonly TranslationUnit[],
  target: string,
  formality?: 'more' | 'less',
) =>
  engine.translateBatch(
    {
      source: 'en',
      target,
      modelType: 'latency_optimized',
      units,
      ...(formality && { guidance: { formality } }),
    },
    { signal: new AbortController().signal },
  );

const plain = (text: string): TranslationUnit => ({ text, protectedSpans: [] });
const SENTENCES = [
  'Can you help me?',
  'Where do you live?',
  'Your order has arrived.',
  'I will show you the way.',
  'Do you have your passport?',
  'What would you like to drink?',
];

describe('the form of address of a translation by the starter models', () => {
  it.each(['de', 'fr', 'nl'])('is the one that was asked for, into %s', async (target) => {
    for (const form of ['more', 'less'] as const) {
      const answers = await translate(SENTENCES.map(plain), target, form);
      const forms = answers.map(({ text }, index) =>
        formalityOf({ source: 'en', target, text: SENTENCES[index] ?? '', translation: text }),
      );
      expect(forms.filter((one) => one === form).length).toBeGreaterThanOrEqual(5);
    }
  });

  it.each(['es', 'it'])('is not the other one, into %s', async (target) => {
    const answers = await translate(SENTENCES.map(plain), target, 'more');
    const forms = answers.map(({ text }, index) =>
      formalityOf({ source: 'en', target, text: SENTENCES[index] ?? '', translation: text }),
    );
    expect(forms.filter((one) => one === 'less').length).toBeLessThanOrEqual(1);
  });

  it('leaves sentences alone that address nobody', async () => {
    const units = ['The train is late.', 'She sold her car.', 'Settings'].map(plain);
    expect(await translate(units, 'de', 'more')).toEqual(await translate(units, 'de'));
  });

  it('keeps tags around their words', async () => {
    const text = 'Can you open <b>your bag</b> for me?';
    const tag = (mark: string, kind: 'open' | 'close') => {
      const start = text.indexOf(mark);
      return { start, end: start + mark.length, kind, pair: 1 };
    };
    const unit = { text, protectedSpans: [tag('<b>', 'open'), tag('</b>', 'close')] };
    for (const form of ['more', 'less'] as const) {
      const [answer] = await translate([unit], 'de', form);
      expect(answer?.text).toMatch(
        form === 'more' ? /<b>.*Ihre?n?\b.*<\/b>/ : /<b>.*deine?n?\b.*<\/b>/,
      );
      expect(answer?.spans).toHaveLength(2);
    }
  });

  it('is offered for the languages whose forms can be told apart', () => {
    const offered = engine.pairs().filter(({ choosesFormality }) => choosesFormality);
    expect(offered.map(({ target }) => target).sort()).toEqual([
      'de',
      'es',
      'fr',
      'it',
      'nl',
      'pl',
      'pt-BR',
      'pt-PT',
      'ru',
    ]);
  });
});
