import { AuthorizationError, BadRequestError, Translator } from '@dragoman/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runExample } from '../support/run-example.js';
import { startTestServer, type TestServer } from '../support/start-server.js';

let server: TestServer;
let translator: Translator;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startTestServer();
  translator = new Translator(server.key, { serverUrl: server.url, maxRetries: 0 });
  environment = { DRAGOMAN_AUTH_KEY: server.key, DRAGOMAN_SERVER_URL: server.url };
});
afterAll(() => server?.stop());

describe('the client library and a real server', () => {
  it('translate a text', async () => {
    const result = await translator.translateText('The house is big.', 'en', 'es', {
      showBilledCharacters: true,
      modelType: 'quality_optimized',
    });
    expect(result).toEqual({
      text: 'La casa es grande.',
      detectedSourceLanguage: 'EN',
      billedCharacters: 17,
      modelTypeUsed: 'quality_optimized',
    });
  });

  it('translate more texts than fit in a request, in order', async () => {
    const texts = Array.from({ length: 120 }, (_, index) => `There are ${index} houses.`);
    const results = await translator.translateText(texts, 'en', 'es');
    expect(results).toHaveLength(120);
    for (const [index, { text }] of results.entries()) {
      expect(text).toMatch(new RegExp(`\\b${index} casas`));
    }
  });

  it('stream texts', async () => {
    const results: string[] = [];
    for await (const { text } of translator.translateTextStream(['Good morning', ''], 'en', 'es')) {
      results.push(text);
    }
    expect(results).toEqual(['Buenos días', '']);
  });

  it('translate a document', async () => {
    const progress: string[] = [];
    const content = Buffer.from('The house is big.\r\n\r\nMy house has three doors.');
    const result = await translator.translateDocument(
      { content, fileName: 'my house.txt' },
      'en',
      'es',
      { onProgress: ({ state }) => progress.push(state) },
    );
    expect(Buffer.from(result.content).toString()).toBe(
      'La casa es grande.\r\n\r\nMi casa tiene tres puertas.',
    );
    expect(result).toMatchObject({ fileName: 'my house.txt', billedCharacters: 42 });
    expect(progress.at(-1)).toBe('done');
  });

  it('agree on languages and usage', async () => {
    const targets = await translator.getTargetLanguages();
    expect(targets).toContainEqual({ code: 'ES', name: 'Spanish', supportsFormality: true });
    expect(targets).toContainEqual({ code: 'CA', name: 'Catalan', supportsFormality: false });
    const sources = await translator.getSourceLanguages();
    expect(sources).toContainEqual({ code: 'EN', name: 'English' });
    const { characters, keyCharacters } = await translator.getUsage();
    expect(characters.count).toBeGreaterThan(0);
    expect(keyCharacters).toMatchObject({ isLimitReached: false });
  });

  it('agree on errors', async () => {
    const stranger = new Translator('not-a-key', { serverUrl: server.url });
    const refused = await stranger.getUsage().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AuthorizationError);
    expect(refused).toMatchObject({ code: 'unauthorized', status: 403 });
    const wrong = await translator.translateText('a', null, 'xx').catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(BadRequestError);
    expect(wrong).toMatchObject({
      code: 'invalid_parameter',
      parameter: 'target_lang',
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });
});

describe('examples', () => {
  it('translate-document.mjs', async () => {
    const { output } = await runExample('client/translate-document.mjs', { environment });
    expect(output).toContain('La casa es **grande**.');
    expect(output).toMatch(/^house\.md: \d+ characters billed$/m);
  });

  it('translate.mjs', async () => {
    const { output } = await runExample('client/translate.mjs', { environment });
    expect(output.split('\n')).toEqual([
      'Buenos días, amigo mío.',
      'EN: Mi casa tiene tres puertas y cuatro ventanas.',
      expect.stringMatching(/^FR: Mi casa .* tres puertas y cuatro ventanas\.$/),
      'La casa <b>roja</b>',
      'Into Spanish: true',
      'Limit reached: false',
      '',
    ]);
  });

  it('translate-lines.mjs', async () => {
    const input = 'Good morning\nThe house is big.\n'.repeat(40);
    const { output, messages } = await runExample('client/translate-lines.mjs', {
      args: ['en', 'es'],
      input,
      environment,
    });
    expect(output).toBe('Buenos días\nLa casa es grande.\n'.repeat(40));
    expect(messages).toBe('50 lines\n80 lines\n');
  });

  it('handle-errors.mjs', async () => {
    const { output } = await runExample('client/handle-errors.mjs', { environment });
    expect(output.split('\n')).toEqual([
      'Not sent: The target language PT has variants: use PT-BR or PT-PT.',
      expect.stringMatching(/^Refused: .*'target_lang'/),
      'Wrong key (403)',
      'Cancelled',
      '',
    ]);
  });
});
