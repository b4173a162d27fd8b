import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { descendantsOf, isAlive } from '../support/processes.js';
import { postTranslate, startTestServer } from '../support/start-server.js';

const run = promisify(execFile);

describe('a running server', () => {
  it('prints a curl line that works when pasted', async () => {
    const server = await startTestServer({ environment: { DRAGOMAN_AUTH_KEY: undefined } });
    try {
      const pasted = server.output().slice(server.output().indexOf('  curl'));
      const { stdout } = await run('bash', ['-c', pasted]);
      expect(JSON.parse(stdout)).toEqual({
        translations: [{ detected_source_language: 'EN', text: expect.stringContaining('Buen') }],
      });
    } finally {
      await server.stop();
    }
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'answers what is under way, then stops cleanly on %s, leaving no process behind',
    async (signal) => {
      const server = await startTestServer({ environment: { DRAGOMAN_SHUTDOWN_DELAY_MS: '200' } });
      expect((await postTranslate(server, { text: ['A house'], target_lang: 'ES' })).status).toBe(
        200,
      );
      const children = await descendantsOf(server.process.pid ?? 0);
      expect(children.length).toBeGreaterThan(0);
      const sentences = Array.from({ length: 40 }, (_, n) => `The house has ${n} big windows.`);
      const underway = postTranslate(server, { text: sentences, target_lang: 'CA' });
      await expect.poll(() => fetch(`${server.url}/health/live`).then((r) => r.status)).toBe(200);
      const stopped = server.stop(signal);
      expect((await underway).status).toBe(200);
      expect(await stopped).toBe(0);
      expect(await Promise.all(children.map(isAlive))).toEqual(children.map(() => false));
    },
  );

  it('finishes running neural translations before it stops on SIGTERM', async () => {
    const models = fileURLToPath(new URL('../fixtures/models', import.meta.url));
    const server = await startTestServer({
      environment: { DRAGOMAN_ENGINES: 'neural', DRAGOMAN_MODELS_DIR: models },
    });
    const sentences = Array.from({ length: 50 }, (_, n) => `The house has ${n} big windows.`);
    const body = { text: sentences, source_lang: 'EN', target_lang: 'ES' };
    expect((await postTranslate(server, { ...body, text: ['A house'] })).status).toBe(200);
    const underway = [1, 2, 3].map((n) =>
      postTranslate(server, { ...body, text: [...sentences.slice(n), `And ${n}`] }),
    );
    await expect.poll(() => fetch(`${server.url}/health/live`).then((r) => r.status)).toBe(200);
    const stopped = server.stop('SIGTERM');
    expect((await Promise.all(underway)).map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(await stopped).toBe(0);
  });

  it('takes its engines with it when it is killed, even those that somebody has stopped', async () => {
    const models = fileURLToPath(new URL('../fixtures/models', import.meta.url));
    const server = await startTestServer({
      environment: { DRAGOMAN_ENGINES: 'neural,apertium', DRAGOMAN_MODELS_DIR: models },
    });
    for (const target_lang of ['ES', 'CA']) {
      const body = { text: ['A house'], source_lang: 'EN', target_lang };
      expect((await postTranslate(server, body)).status).toBe(200);
    }
    const children = await descendantsOf(server.process.pid ?? 0);
    expect(children.length).toBeGreaterThan(5);
    for (const child of children) process.kill(child, 'SIGSTOP');
    await server.stop('SIGKILL');
    await expect
      .poll(async () => (await Promise.all(children.map(isAlive))).includes(true), {
        timeout: 20_000,
      })
      .toBe(false);
  });

  it('is not ready any more before it stops accepting requests', async () => {
    const server = await startTestServer({
      environment: { DRAGOMAN_ENGINES: 'fake', DRAGOMAN_SHUTDOWN_DELAY_MS: '600000' },
    });
    const probe = () => fetch(`${server.url}/health/ready`).then(({ status }) => status);
    expect(await probe()).toBe(200);
    server.process.kill('SIGTERM');
    await expect.poll(probe, { timeout: 30_000 }).toBe(503);
    const answer = await postTranslate(server, {
      text: ['A house'],
      source_lang: 'EN',
      target_lang: 'ES',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('connection')).toBe('close');
    // Whoever sends the signal twice does not want to wait.
    expect(await server.stop('SIGTERM')).toBe(1);
  });

  it('says in a sentence that its port is taken', async () => {
    const first = await startTestServer();
    try {
      const flags = ['--port', new URL(first.url).port];
      await expect(startTestServer({ flags }).then((second) => second.stop())).rejects.toThrow(
        'already in use',
      );
    } finally {
      await first.stop();
    }
  });
});
