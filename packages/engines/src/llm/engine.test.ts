import { silentLogger } from '@dragoman/core';
import { engineConformanceCases } from '@dragoman/core/engine/conformance';
import { afterAll, describe, it } from 'vitest';
import { createLanguageModelEngine } from './engine.js';
import { echo, startScriptedServer } from './testing/scripted-server.js';

const server = await startScriptedServer(echo);
afterAll(() => server.stop());

describe.each(['json_schema', 'delimiters'] as const)(
  'a language model that answers with %s',
  (answerFormat) => {
    const cases = engineConformanceCases({
      create: () =>
        createLanguageModelEngine(
          { log: silentLogger },
          {
            name: 'test',
            address: server.address,
            model: 'echo',
            pairs: [{ source: 'en', target: 'es' }],
          },
          { answerFormat },
        ),
      source: 'en',
      target: 'es',
      sentence: (number) => `Number ${number} of the file.`,
    });
    for (const { name, run } of cases) it(name, run);
  },
);
