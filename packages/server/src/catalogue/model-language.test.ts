import { findTarget, LANGUAGES, showPair, toTag } from '@dragoman/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelLanguage, readPair } from './model-language.js';

describe('the language of a model', () => {
  it.each([
    ['de', 'de'],
    ['zh-Hans', 'zh'],
    ['zh-Hant', 'zh-Hant'],
    ['no', 'nb'],
    ['nb', 'nb'],
    ['iw', 'he'],
    ['sr', 'sr'],
    ['pt-BR', 'pt-BR'],
    ['PT-br', 'pt-BR'],
    ['es-419', 'es-419'],
  ])('%s is %s inside', (code, tag) => {
    expect(modelLanguage(code)).toBe(tag);
  });

  it.each(['', 'xx', 'e', 'en_US', '../de', 'de-', 'de-XX', 'english'])('%j is none', (code) => {
    expect(modelLanguage(code)).toBeUndefined();
  });
});

describe('a pair', () => {
  it.each([
    ['en-de', 'en-de'],
    ['EN-DE', 'en-de'],
    ['zh-Hans-en', 'zh-en'],
    ['en-zh-Hant', 'en-zh-Hant'],
    ['pt-BR-zh-Hant', 'pt-BR-zh-Hant'],
    ['no-en', 'nb-en'],
    ['pt-PT-br', 'pt-PT-br'],
    ['pt-PT-pt-BR', 'pt-PT-pt-BR'],
  ])('%s reads as %s', (text, shown) => {
    const pair = readPair(text);
    expect(pair && showPair(pair)).toBe(shown);
  });

  it.each(['en', 'en-en', '-', 'en-', '../en-de', 'en-de-fr-es-it', 'en-xx'])(
    '%j is none',
    (text) => {
      expect(readPair(text)).toBeUndefined();
    },
  );

  it('of any two languages and variants reads as it is shown', () => {
    const tags = LANGUAGES.flatMap(({ code, variants = [] }) => [
      code,
      ...variants.map((variant) => variant.code),
    ])
      .filter((code) => findTarget(code) && code !== 'ZH-HANS')
      .map(toTag);
    const tag = fc.constantFrom(...tags);
    fc.assert(
      fc.property(tag, tag, (source, target) => {
        fc.pre(source !== target);
        expect(readPair(showPair({ source, target }))).toEqual({ source, target });
      }),
    );
  });
});
