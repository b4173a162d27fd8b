import { silentLogger } from '@dragoman/core';
import { engineConformanceCases } from '@dragoman/core/engine/conformance';
import { describe, expect, it } from 'vitest';
import { createNeuralEngine, withoutQualifier } from './engine.js';
import { TEST_MODELS } from './testing/copy-model.js';

describe('the neural engine', () => {
  const cases = engineConformanceCases({
    create: () =>
      createNeuralEngine(
        { log: silentLogger },
        // The model was trained with short sentences only.
        { modelDirectories: [TEST_MODELS], threadCount: 2, maxLineTokens: 25 },
      ),
    source: 'en',
    target: 'es',
    sentence: (number) => `Number ${number} of the file.`,
  });
  for (const { name, run } of cases) it(name, run);
});

describe('a qualifier of a catalogue that a model has learnt', () => {
  it.each([
    ['butterflies', '?plural:Papillons', 'Papillons'],
    ['Admiral', '?female: Admirale', 'Admirale'],
    ['What is it?', 'Was ist es?', 'Was ist es?'],
    ['Really?: yes', 'Wirklich?: ja', 'Wirklich?: ja'],
  ])('is taken off: %s', (source, translation, expected) => {
    expect(withoutQualifier(source, translation)).toBe(expected);
  });

  it('stays where the text has one itself', () => {
    expect(withoutQualifier('?plural:units', '?plural:Einheiten')).toBe('?plural:Einheiten');
  });
});
