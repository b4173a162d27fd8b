import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { descendantsOf } from '../support/processes.js';
import { postTranslate, startTestServer, type TestServer } from '../support/start-server.js';

const MODELS = fileURLToPath(new URL('../fixtures/models', import.meta.url));

describe('a fault of the neural engine', () => {
  let server: TestServer;
  afterEach(() => server.stop());

  const engineProcesses = async (): Promise<readonly number[]> => {
    const children = await descendantsOf(server.process.pid ?? 0);
    const commands = await Promise.all(
      children.map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')),
    );
    return children.filter((_, index) => commands[index]?.includes('process-main'));
  };
  const translate = (number: number) =>
    postTranslate(server, {
      text: Array.from({ length: 40 }, (_, line) => `Number ${1000 + 40 * number + line} is big.`),
      source_lang: 'EN',
      target_lang: 'ES',
    });

  it('in the middle of a batch costs no request', async () => {
    server = await startTestServer({
      environment: {
        DRAGOMAN_ENGINES: 'neural',
        DRAGOMAN_MODELS_DIR: MODELS,
        DRAGOMAN_NEURAL_THREADS: '1',
      },
    });
    expect((await translate(0)).status).toBe(200);
    const [victim = 0] = await engineProcesses();
    const requests = [1, 2, 3, 4].map(async (number) => {
      const answer = await translate(number);
      const { translations } = (await answer.json()) as { translations: { text: string }[] };
      return [answer.status, translations.at(-1)?.text];
    });
    // A request of the same connection pool is answered after those before it have arrived.
    await fetch(`${server.url}/health/live`);
    process.kill(victim, 'SIGSEGV');
    expect(await Promise.all(requests)).toEqual(
      [1, 2, 3, 4].map((number) => [200, `Number ${1000 + 40 * number + 39} is big.`]),
    );
    expect(await engineProcesses()).not.toContain(victim);
    expect(server.process.exitCode).toBeNull();
  });
});
