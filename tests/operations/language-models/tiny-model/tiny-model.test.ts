import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLogger } from '@dragoman/core';
import { createLanguageModelEngine } from '@dragoman/engines/llm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDragoman } from '../../../support/run-command.js';
import { postTranslate, startTestServer, type TestServer } from '../../../support/start-server.js';
import { installLlamaCpp } from './llama-cpp.js';
import { tinyModel } from './tiny-model.js';

const MINUTES_MS = 60_000;
/** Much longer than anything that the model writes by accident. */
const TEXTS = [
  'The house on the other side of the river is very big, and the people who live in it are friends of my parents.',
  'When we came back from the market in the afternoon, all the shops around the old church were closed already.',
];
const MODEL_SERVER = fileURLToPath(new URL('model-server.mjs', import.meta.url));

const library = await installLlamaCpp();
if (library === undefined)
  process.stderr.write('Skipped: node-llama-cpp cannot be installed from the npm registry.\n');

let directory: string;
const servers: ChildProcess[] = [];

/** @returns its address */
const startModel = async (enforcesSchemas: boolean): Promise<string> => {
  const modelPath = join(directory, 'tiny.gguf');
  await writeFile(modelPath, tinyModel(1));
  const child = fork(MODEL_SERVER, [library ?? '', modelPath, enforcesSchemas ? 'yes' : 'no']);
  servers.push(child);
  const [address] = (await once(child, 'message')) as [string];
  return address;
};

const environmentFor = (address: string) => ({
  DRAGOMAN_ENGINES: 'fake',
  DRAGOMAN_CACHE_MAX_BYTES: '0',
  DRAGOMAN_REQUEST_TIMEOUT_MS: '300000',
  DRAGOMAN_LANGUAGE_MODELS: JSON.stringify([
    {
      name: 'tiny',
      address,
      model: 'tiny',
      languages: ['en', 'es'],
      timeoutMs: 240_000,
      silenceTimeoutMs: 240_000,
      maxAttempts: 1,
      parameters: { temperature: 1, seed: 3 },
    },
  ]),
});

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dragoman-tiny-model-'));
});
afterAll(async () => {
  for (const child of servers) child.kill();
  await rm(directory, { recursive: true, force: true });
});

describe.skipIf(library === undefined)('a real model with random weights', () => {
  let server: TestServer;
  let environment: ReturnType<typeof environmentFor>;
  beforeAll(async () => {
    environment = environmentFor(await startModel(true));
    server = await startTestServer({ environment });
  }, 5 * MINUTES_MS);
  afterAll(() => server?.stop());

  it(
    'answers by the schema, as llama.cpp enforces it',
    async () => {
      const doctor = await runDragoman(['doctor'], environment);
      expect(doctor).toContain('protocol: json_schema');
    },
    5 * MINUTES_MS,
  );

  it(
    'never gets its words into a translation',
    async () => {
      const response = await postTranslate(server, {
        text: TEXTS,
        source_lang: 'EN',
        target_lang: 'ES',
        model_type: 'quality_optimized',
      });
      const { translations } = (await response.json()) as {
        translations: readonly { readonly text: string }[];
      };
      // What the other engine of the pair answers, the one for tests.
      expect(translations.map(({ text }) => text)).toEqual(TEXTS);
      const metrics = await fetch(`${server.url}/metrics`, {
        headers: { authorization: `Service-Auth-Key ${server.key}` },
      });
      expect(await metrics.text()).toMatch(
        /dragoman_check_failures_total\{engine="llm-tiny",pair="en-es",defect="\w+",repair="other_engine"\} \d/,
      );
    },
    5 * MINUTES_MS,
  );
});

describe.skipIf(library === undefined)('a real model that cannot follow instructions', () => {
  it(
    'is not used where its server does not enforce a schema',
    async () => {
      const engine = createLanguageModelEngine(
        { log: silentLogger },
        {
          name: 'tiny',
          address: await startModel(false),
          model: 'tiny',
          pairs: [{ source: 'en', target: 'es' }],
        },
        {
          startTimeoutMs: 4 * MINUTES_MS,
          timeoutMs: 4 * MINUTES_MS,
          silenceTimeoutMs: 4 * MINUTES_MS,
        },
      );
      await engine.start();
      expect(engine.pairs()).toEqual([]);
      expect(engine.health().notes).toEqual([
        expect.stringMatching(
          /^The language model tiny is not used now: (its answers do not end|it does not answer in the form)/,
        ),
      ]);
      await engine.stop();
    },
    5 * MINUTES_MS,
  );
});
