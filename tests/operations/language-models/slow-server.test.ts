import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  echo,
  type ScriptedServer,
  startScriptedServer,
} from '../../../packages/engines/dist/llm/testing/scripted-server.js';
import { postTranslate, startTestServer, type TestServer } from '../../support/start-server.js';

const REQUESTS = 64;

let release = (): void => {};
const released = new Promise<void>((resolve) => {
  release = resolve;
});

let model: ScriptedServer;
let server: TestServer;
beforeAll(async () => {
  model = await startScriptedServer(async (call) => {
    await released;
    return echo(call);
  });
  const patient = { timeoutMs: 300_000, silenceTimeoutMs: 300_000, maxConcurrency: 4 };
  server = await startTestServer({
    environment: {
      DRAGOMAN_ENGINES: 'fake',
      DRAGOMAN_REQUEST_TIMEOUT_MS: '300000',
      DRAGOMAN_LANGUAGE_MODELS: JSON.stringify([
        { name: 'slow', address: model.address, model: 'm', languages: ['en', 'es'], ...patient },
      ]),
    },
  });
});
afterAll(async () => {
  release();
  await Promise.all([server?.stop(), model?.stop()]);
});

const translateMany = (model_type: string): Promise<readonly (string | undefined)[]> =>
  Promise.all(
    Array.from({ length: REQUESTS }, async (_, index) => {
      const body = {
        text: [`The house has number ${index}.`],
        source_lang: 'EN',
        target_lang: 'ES',
      };
      const response = await postTranslate(server, { ...body, model_type });
      const { translations } = (await response.json()) as {
        translations: readonly { model_type_used: string }[];
      };
      return translations[0]?.model_type_used;
    }),
  );

const all = (modelType: string): readonly string[] => new Array<string>(REQUESTS).fill(modelType);

describe('requests for a model that does not answer yet', () => {
  it('hold no request up that another engine serves, and no more calls than allowed', async () => {
    const waiting = translateMany('quality_optimized');
    await expect.poll(() => model.calls.length, { timeout: 60_000 }).toBe(4);
    expect(await translateMany('latency_optimized')).toEqual(all('latency_optimized'));
    expect(model.calls).toHaveLength(4);
    release();
    expect(await waiting).toEqual(all('quality_optimized'));
  });
});
