import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyModel } from '../../../packages/engines/dist/neural/testing/copy-model.js';
import {
  COMMAND,
  postTranslate,
  startTestServer,
  type TestServer,
} from '../../support/start-server.js';

/** A model that came with the product; the one of the fixtures copies what it reads. */
const addStarter = async (folder: string): Promise<void> => {
  await copyModel(folder, 'starter-en-de', 'de');
  const path = join(folder, 'starter-en-de', 'metadata.json');
  const metadata = JSON.parse(await readFile(path, 'utf8'));
  const scores = { testSet: 'copies', bleu: 10, chrf: 30 };
  const pairs = [
    { source: 'en', target: 'de', scores },
    { source: 'en', target: 'es', scores },
  ];
  await writeFile(path, JSON.stringify({ ...metadata, isStarter: true, pairs }));
};

let folder = '';
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-starter-'));
  await addStarter(folder);
  server = await startTestServer({ environment: { DRAGOMAN_STARTER_MODELS_DIR: folder } });
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true });
});

const translate = async (target_lang: string): Promise<string | undefined> => {
  const answer = await postTranslate(server, {
    text: ['The house is big.'],
    source_lang: 'EN',
    target_lang,
  });
  const { translations } = (await answer.json()) as { translations: { text: string }[] };
  return translations[0]?.text;
};

describe('a starter model', () => {
  it('serves, without configuration, what nothing better does', async () => {
    expect(await translate('DE')).toBe('The house is big.');
  });

  it('leaves a pair to Apertium where that scores higher', async () => {
    expect(await translate('ES')).toBe('La casa es grande.');
  });

  it('is marked in the list of languages', async () => {
    const answer = await fetch(`${server.url}/v2/languages?type=target`, {
      headers: { authorization: `Service-Auth-Key ${server.key}` },
    });
    const languages = (await answer.json()) as { language: string }[];
    const row = (code: string) => languages.find(({ language }) => language === code);
    expect(row('DE')).toMatchObject({ starter: true });
    expect(row('ES')).not.toHaveProperty('starter');
  });

  it('is marked in the list of models, with its scores', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [COMMAND, 'models', 'list', '--json'],
      {
        env: {
          PATH: process.env.PATH,
          DRAGOMAN_DATA_DIR: server.dataDirectory,
          DRAGOMAN_STARTER_MODELS_DIR: folder,
        },
      },
    );
    expect(JSON.parse(stdout)).toMatchObject({
      models: [{ id: 'starter-en-de', starter: true, pairs: [{ bleu: 10, chrf: 30 }, {}] }],
    });
  });
});
