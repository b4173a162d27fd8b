import { silentLogger } from '@dragoman/core';
import { engineConformanceCases } from '@dragoman/core/engine/conformance';
import { describe, it } from 'vitest';
import { createBergamotEngine } from './engine.js';
import { TEST_MODELS } from './testing/copy-model.js';

describe('the neural engine', () => {
  const cases = engineConformanceCases({
    create: () =>
      createBergamotEngine(
        { log: silentLogger },
        { modelDirectories: [TEST_MODELS], maxWorkers: 2 },
      ),
    source: 'en',
    target: 'es',
    sentence: (number) => `Number ${number} of the file.`,
  });
  for (const { name, run } of cases) it(name, run);
});
