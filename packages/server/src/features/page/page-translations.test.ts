import type { TranslatedText } from '@dragoman/core';
import { describe, expect, it } from 'vitest';
import type { RouteDependencies } from '../../platform/http/define-route.js';
import { pageTranslations } from './page-translations.js';

const translated: TranslatedText = {
  text: 'Hola. Adiós.',
  source: 'en',
  billedCharacters: 11,
  modelType: 'latency_optimized',
  pairs: [
    { source: { start: 0, end: 3 }, target: { start: 0, end: 5 } },
    { source: { start: 4, end: 8 }, target: { start: 6, end: 12 } },
  ],
};
const answer = { translations: [{ detected_source_language: 'EN', text: translated.text }] };

const shown = (source: string | undefined, language: string | null, confidence: number) =>
  pageTranslations(
    [translated],
    {
      text: ['Hi. Bye.'],
      target_lang: 'ES',
      ...(source !== undefined && { source_lang: source }),
    } as Parameters<typeof pageTranslations>[1],
    new AbortController().signal,
    {
      router: { sources: () => new Set(['en', 'fr']) },
      detect: async (texts: readonly string[]) => texts.map(() => ({ language, confidence })),
    } as unknown as Pick<RouteDependencies, 'router' | 'detect'>,
  );

describe('what the page is told of a translation', () => {
  const sentences = [
    [0, 3, 0, 5],
    [4, 8, 6, 12],
  ];

  it('is which sentence became which, and nothing of a language that was not chosen', async () => {
    expect(await shown(undefined, 'en', 1)).toEqual({
      translations: [{ ...answer.translations[0], sentences }],
    });
  });

  it.each([
    ['en', 0.6, undefined],
    ['en', 0.2, true],
    ['fr', 0.6, true],
    [null, 0, true],
  ])(
    'for a text in %s, detected with confidence %d, is unsure: %s',
    async (language, sure, unsure) => {
      expect(await shown(undefined, language, sure)).toEqual({
        translations: [{ ...answer.translations[0], sentences, ...(unsure && { unsure }) }],
      });
    },
  );

  it.each([
    ['fr', 0.95, 'FR'],
    ['fr', 0.8, undefined],
    ['en', 1, undefined],
    ['fi', 1, undefined],
    [null, 0, undefined],
  ])(
    'for a chosen source and a text in %s, with confidence %d: %s',
    async (language, sure, looksLike) => {
      expect(await shown('EN', language, sure)).toEqual({
        translations: [
          { ...answer.translations[0], sentences, ...(looksLike && { looks_like: looksLike }) },
        ],
      });
    },
  );
});
