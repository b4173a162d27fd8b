import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyModel } from '../../packages/engines/dist/neural/testing/copy-model.js';
import { postTranslate, startTestServer, type TestServer } from '../support/start-server.js';

const BODY = { text: ['The house'], source_lang: 'EN', target_lang: 'ES' };
const hasApertium = existsSync('/usr/share/apertium/modes/eng-spa.mode');

/** A tensor of another name: the header is sound, and the engine aborts when it looks for it. */
const renameTensor = (bytes: Buffer): Buffer =>
  Buffer.from(
    bytes.toString('latin1').replace('encoder_l1_self_Wq\0', 'encoder_l1_self_Wx\0'),
    'latin1',
  );

describe('a models folder', () => {
  let models: string;
  let server: TestServer | undefined;
  beforeEach(async () => {
    models = await mkdtemp(join(tmpdir(), 'dragoman-models-'));
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
    await rm(models, { recursive: true });
  });
  const start = async (engines: string) => {
    server = await startTestServer({
      environment: { DRAGOMAN_ENGINES: engines, DRAGOMAN_MODELS_DIR: models },
    });
    return server;
  };

  it.runIf(hasApertium)(
    'with a damaged model costs no request: the first one is answered by another engine',
    async () => {
      await copyModel(models, 'en-es', 'es', { model: renameTensor });
      const answer = await postTranslate(await start('neural,apertium'), BODY);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ translations: [{ text: 'La casa' }] });
    },
  );

  it.each(['metadata.json', 'model.copy.intgemm8.alphas.bin'])(
    'with a pipe in the place of %s is served and stops as usual',
    async (name) => {
      await copyModel(models, 'en-es', 'es');
      await copyModel(models, 'en-cs', 'cs');
      const file = join(models, 'en-cs', name);
      await rm(file, { force: true });
      execFileSync('mkfifo', [file]);
      const started = await start('neural');
      expect((await postTranslate(started, BODY)).status).toBe(200);
      expect((await postTranslate(started, { ...BODY, target_lang: 'CS' })).status).toBe(400);
      expect(await started.stop()).toBe(0);
    },
  );
});
