import { LANGUAGES, UNLISTED_LANGUAGES } from '@dragoman/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  readSourceLanguage,
  readTargetLanguage,
  SOURCE_CODES,
  type SourceLanguageCode,
  TARGET_VARIANTS,
} from './languages.js';
import { Translator } from './translator.js';

const ALL = [...LANGUAGES, ...UNLISTED_LANGUAGES];

describe('target languages', () => {
  it.each(ALL.filter(({ designatedVariant }) => designatedVariant !== undefined))(
    '$code lacks its variant, and the error says which there are',
    ({ code, variants = [] }) => {
      for (const written of [code, code.toLowerCase()]) {
        expect(() => readTargetLanguage(written)).toThrow(/has variants/);
        for (const variant of variants) {
          expect(() => readTargetLanguage(written)).toThrow(variant.code);
          expect(readTargetLanguage(variant.code.toLowerCase())).toBe(variant.code);
        }
      }
    },
  );

  it('takes every other language of the contract, in any case', () => {
    for (const { code, designatedVariant } of ALL) {
      if (designatedVariant === undefined)
        expect(readTargetLanguage(code.toLowerCase())).toBe(code);
    }
    expect(readTargetLanguage('es')).toBe('ES');
    expect(readTargetLanguage('es-419')).toBe('ES-419');
  });

  it.each(['', 'E', 'english', 'EN_US', 'ES\r\nX: 1', 'pt-', '-'])('"%s" is no code', (code) => {
    expect(() => readTargetLanguage(code)).toThrow('targetLanguage must be a language code');
  });
});

describe('source languages', () => {
  it('takes base languages, and null for detection', () => {
    for (const { code } of ALL) expect(readSourceLanguage(code.toLowerCase())).toBe(code);
    expect(readSourceLanguage(null)).toBeUndefined();
    expect(readSourceLanguage(undefined)).toBeUndefined();
  });

  it.each(ALL.flatMap(({ variants = [] }) => variants))('$code has a variant', ({ code }) => {
    const base = code.split('-', 1)[0];
    expect(() => readSourceLanguage(code)).toThrow(`use ${base} instead of ${code}`);
  });
});

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
