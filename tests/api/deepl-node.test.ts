import * as deepl from 'deepl-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../support/clients/official-client.js';
import { startTestServer, type TestServer } from '../support/start-server.js';

let server: TestServer;
let translator: deepl.DeepLClient;
beforeAll(async () => {
  server = await startTestServer();
  translator = connect(server, server.key);
});
afterAll(() => server?.stop());

describe('the official Node client, unmodified', () => {
  it('translates English to Spanish', async () => {
    const result = await translator.translateText('The house is big.', 'en', 'es');
    expect(result.text).toBe('La casa es grande.');
    expect(result.detectedSourceLang).toBe('en');
    expect(result.billedCharacters).toBe(17);
  });

  it('translates a list of strings in several languages, in order', async () => {
    const results = await translator.translateText(
      [
        'My house has three doors and four windows.',
        'Ma maison a trois portes et quatre fenêtres.',
        'La mia casa ha tre porte e quattro finestre.',
        'La meva casa té tres portes i quatre finestres.',
        'Mi casa tiene tres puertas y cuatro ventanas.',
      ],
      null,
      'es',
    );
    expect(results.map((result) => result.detectedSourceLang)).toEqual([
      'en',
      'fr',
      'it',
      'ca',
      'es',
    ]);
    for (const { text } of results)
      expect(text).toMatch(/^Mi casa .*tres puertas.*cuatro ventanas/);
  });

  it.each([
    ['ca', 'es', 'La casa és gran.', 'La casa es grande.'],
    ['fr', 'es', 'La maison est grande.', 'La casa es grande.'],
    ['es', 'en-US', 'La casa es grande.', 'The house is big.'],
    ['es', 'pt-BR', 'La casa es grande.', 'A casa é grande.'],
  ] as const)('translates %s to %s', async (from, to, text, expected) => {
    expect((await translator.translateText(text, from, to)).text).toBe(expected);
  });

  it('sends every text option without being refused', async () => {
    const result = await translator.translateText('The house is big.', 'en', 'es', {
      splitSentences: 'nonewlines',
      preserveFormatting: true,
      formality: 'prefer_more',
      context: 'A conversation about buildings.',
      modelType: 'prefer_quality_optimized',
      outlineDetection: false,
      splittingTags: ['p'],
      nonSplittingTags: ['q'],
      ignoreTags: ['x', 'y'],
      extraRequestParameters: { example_extra_param: '1' },
    });
    expect(result.text).toBe('La casa es grande.');
    expect(result.modelTypeUsed).toBe('quality_optimized');
  });

  it('may be asked not to count characters', async () => {
    const result = await translator.translateText('The house is big.', 'en', 'es', {
      extraRequestParameters: { show_billed_characters: '0' },
    });
    expect(result.text).toBe('La casa es grande.');
    expect(result.billedCharacters).toBeUndefined();
  });

  it('lists languages', async () => {
    const sources = await translator.getSourceLanguages();
    const targets = await translator.getTargetLanguages();
    expect(sources).toContainEqual(expect.objectContaining({ code: 'en', name: 'English' }));
    expect(sources.every((language) => language.supportsFormality === undefined)).toBe(true);
    const codes = targets.map((language) => language.code);
    expect(codes).toEqual(expect.arrayContaining(['es', 'ca', 'en-US', 'en-GB', 'pt-BR', 'pt-PT']));
    expect(codes).not.toContain('en');
    const formal = targets
      .filter(({ supportsFormality }) => supportsFormality)
      .map(({ code }) => code);
    expect(formal).toContain('es');
    expect(formal.filter((code) => ['ca', 'en-US', 'en-GB'].includes(code))).toEqual([]);
  });

  it('gets an authorization error for a wrong key', async () => {
    const stranger = connect(server, 'wrong-key');
    await expect(stranger.translateText('Hello', 'en', 'es')).rejects.toBeInstanceOf(
      deepl.AuthorizationError,
    );
  });

  it('gets an error that names what is wrong', async () => {
    await expect(translator.translateText('Hello', 'en', 'xx' as 'es')).rejects.toThrow(
      "Value for 'target_lang' not supported.",
    );
    await expect(translator.translateText('Hello', 'en', 'fi')).rejects.toThrow(
      'no model for Finnish (FI) is installed on this server',
    );
    await expect(
      translator.translateText('Hola', 'es', 'en-US', { formality: 'more' }),
    ).rejects.toThrow("Target language 'EN-US' doesn't support formality.");
  });

  it('gets thousands of short texts back in order', async () => {
    const texts = Array.from({ length: 3000 }, (_, index) => `House ${1000 + (index % 30)}`);
    const results = await translator.translateText(texts, 'en', 'es');
    expect(results).toHaveLength(texts.length);
    for (const [index, { text }] of results.entries()) {
      expect(text).toContain(String(1000 + (index % 30)));
    }
  });
});
