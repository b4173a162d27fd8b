import { findTarget, LANGUAGES, showPair, toTag } from '@dragoman/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelLanguage, readPair, readWanted } from './wanted-models.js';

const read = (text: string) =>
  readWanted(text).directions.map((direction) => direction.map(showPair).join(' or '));

describe('the models that a word asks for', () => {
  it.each(['de', 'DE', 'German', 'german', 'Deutsch'])('%s means both directions', (text) => {
    expect(read(text)).toEqual(['en-de', 'de-en']);
    expect(readWanted(text).kind).toBe('language');
  });

  it('a pair means this direction', () => {
    expect(read('en-de')).toEqual(['en-de']);
    expect(read('zh-Hans-en')).toEqual(['zh-en']);
  });

  it('a variant is served by a model of its base language where both are alike', () => {
    expect(read('pt-BR')).toEqual(['en-pt-BR or en-pt', 'pt-BR-en or pt-en']);
    expect(read('zh-Hant')).toEqual(['en-zh-Hant', 'zh-Hant-en']);
  });

  it.each([
    ['grman', 'Did you mean de (German)?'],
    ['xx', '"xx" is neither a language nor a pair like en-de.'],
    ['', 'neither a language'],
    ['../../etc', 'neither a language'],
    ['en', 'name the other language instead of "en"'],
    ['English', 'name the other language'],
    ['en-en', 'neither a language'],
  ])('%j is refused', (text, message) => {
    expect(() => readWanted(text)).toThrow(message);
  });
});

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
