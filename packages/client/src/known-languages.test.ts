import { LANGUAGES, UNLISTED_LANGUAGES } from '@dragoman/contract';
import { expect, expectTypeOf, it } from 'vitest';
import { SOURCE_CODES, type SourceLanguageCode, TARGET_VARIANTS } from './known-languages.js';
import { Translator } from './translator.js';

const languages = [...LANGUAGES, ...UNLISTED_LANGUAGES];

it('are those of the contract', () => {
  expect(SOURCE_CODES).toEqual(languages.map(({ code }) => code));
  const variants = languages.flatMap((language) => language.variants ?? []);
  expect(TARGET_VARIANTS).toEqual(variants.map(({ code }) => code));
});

it('are offered by editors, while every other text is still taken', () => {
  expectTypeOf(Translator.prototype.translateText)
    .parameter(1)
    .toEqualTypeOf<SourceLanguageCode | null>();
  expectTypeOf<'a new one'>().toExtend<SourceLanguageCode>();
});
