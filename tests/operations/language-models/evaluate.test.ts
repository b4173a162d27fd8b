import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ScriptedServer,
  startScriptedServer,
} from '../../../packages/engines/dist/llm/testing/scripted-server.js';
import { runDragoman } from '../../support/run-command.js';
import { postTranslate, startTestServer } from '../../support/start-server.js';

const SPANISH = 'La casa es grande.';
/** The other engine of these tests returns its input, which this sentence survives. */
const SAME = 'No.';

let answer: string;
let model: ScriptedServer;
let folder: string;
let environment: Readonly<Record<string, string>>;
beforeAll(async () => {
  model = await startScriptedServer(({ question }) => ({
    translations: question.texts.map(() => answer),
  }));
  folder = await mkdtemp(join(tmpdir(), 'dragoman-evaluate-'));
  environment = {
    DRAGOMAN_DATA_DIR: folder,
    DRAGOMAN_ENGINES: 'fake',
    DRAGOMAN_LANGUAGE_MODELS: JSON.stringify([
      { name: 'test', address: model.address, model: 'scripted', languages: ['en', 'es'] },
    ]),
  };
});
afterAll(async () => {
  await model.stop();
  await rm(folder, { recursive: true });
});

const evaluate = async (line: string): Promise<readonly { route: string; chrf: number }[]> => {
  await writeFile(join(folder, 'en-es.tsv'), `${line}\n`);
  const flags = ['--pairs', 'en-es', '--testset', folder, '--json'];
  return JSON.parse(await runDragoman(['evaluate', ...flags], environment));
};

const modelTypeUsed = async (): Promise<string> => {
  const server = await startTestServer({ dataDirectory: folder, environment });
  try {
    const body = { text: ['No.'], source_lang: 'EN', target_lang: 'ES' };
    const response = await postTranslate(server, { ...body, model_type: 'quality_optimized' });
    const { translations } = (await response.json()) as {
      translations: readonly { model_type_used: string }[];
    };
    return translations[0]?.model_type_used ?? '';
  } finally {
    await server.stop();
  }
};

describe('dragoman evaluate', () => {
  it('scores every route, and the better one is used for quality', async () => {
    answer = SPANISH;
    const good = await evaluate(`The house is big.\t${SPANISH}`);
    expect(good[0]).toMatchObject({ route: 'llm-test:en>es', chrf: 100 });
    expect(good.map(({ route }) => route)).toContain('fake:en>es');
    expect(await modelTypeUsed()).toBe('quality_optimized');

    answer = 'Algo completamente distinto.';
    const bad = await evaluate(`${SAME}\t${SAME}`);
    expect(bad[0]?.route).toBe('fake:en>es');
    expect(await modelTypeUsed()).toBe('latency_optimized');
  });

  it('says which sentences it lacks', async () => {
    const flags = ['--pairs', 'es-en,en-de', '--testset', folder];
    await expect(runDragoman(['evaluate', ...flags], environment)).rejects.toThrow('en-de.tsv');
  });
});
