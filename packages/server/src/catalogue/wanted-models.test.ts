import { showPair } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { readWanted } from './wanted-models.js';

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
