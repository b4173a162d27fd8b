import { fileURLToPath } from 'node:url';
import { silentLogger } from '@dragoman/core';
import { engineConformanceCases } from '@dragoman/core/engine/conformance';
import { describe, it } from 'vitest';
import { createBergamotEngine } from './engine.js';

const MODELS = fileURLToPath(new URL('../../../../tests/fixtures/models', import.meta.url));

describe('the neural engine', () => {
  const cases = engineConformanceCases({
    create: () =>
      createBergamotEngine({ log: silentLogger }, { modelDirectories: [MODELS], maxWorkers: 2 }),
    source: 'en',
    target: 'es',
    sentence: (number) => `Number ${number} of the file.`,
  });
  for (const { name, run } of cases) it(name, run);
});
