import { silentLogger } from '@dragoman/core';
import { engineConformanceCases } from '@dragoman/core/engine/conformance';
import { describe, it } from 'vitest';
import { createNeuralEngine } from './engine.js';
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
