import * as deepl from 'deepl-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  echo,
  type ScriptedServer,
  startScriptedServer,
} from '../../../packages/engines/dist/llm/testing/scripted-server.js';
import { connect } from '../../support/clients/official-client.js';
import { runDragoman } from '../../support/run-command.js';
import { startTestServer, type TestServer } from '../../support/start-server.js';

let model: ScriptedServer;
let server: TestServer;
beforeAll(async () => {
  model = await startScriptedServer(echo);
  const languageModel = {
    name: 'test',
    address: model.address,
    model: 'scripted',
    languages: ['en', 'es', 'de'],
  };
  server = await startTestServer({
    environment: {
      DRAGOMAN_ENGINES: 'fake',
      DRAGOMAN_CACHE_MAX_BYTES: '0',
      DRAGOMAN_LANGUAGE_MODELS: JSON.stringify([languageModel]),
    },
  });
});
afterAll(async () => {
  await Promise.all([server?.stop(), model?.stop()]);
});

const clientWith = async (...limit: readonly string[]): Promise<deepl.DeepLClient> => {
  const environment = { DRAGOMAN_DATA_DIR: server.dataDirectory };
  const key = await runDragoman(
    ['keys', 'create', '--name', `key ${limit.join(' ')}`, ...limit],
    environment,
  );
  return connect(server, key);
};

const kindOf = async (client: deepl.DeepLClient): Promise<string | undefined> => {
  const options = { modelType: 'quality_optimized' } as const;
  return (await client.translateText('The house is big.', 'en', 'es', options)).modelTypeUsed;
};

describe('a daily budget of tokens', () => {
  it('lets other engines translate when it is spent, and refuses what needs the model', async () => {
    const client = await clientWith('--tokens', '10');
    expect(await kindOf(client)).toBe('quality_optimized');
    expect(await kindOf(client)).toBe('latency_optimized');
    const spent = model.calls.length;
    // No other engine has the pair.
    await expect(client.translateText('The house is big.', 'en', 'de')).rejects.toThrow(
      deepl.QuotaExceededError,
    );
    await expect(client.translateText('A house.', 'en', 'de')).rejects.toThrow('at midnight UTC');
    await expect(client.rephraseText('The house is big.')).rejects.toThrow(
      deepl.QuotaExceededError,
    );
    expect(model.calls).toHaveLength(spent);
  });

  it('is one per key, and none unless it is set', async () => {
    const client = await clientWith();
    expect([await kindOf(client), await kindOf(client)]).toEqual([
      'quality_optimized',
      'quality_optimized',
    ]);
  });
});
