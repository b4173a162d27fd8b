import { findLanguage, findTarget } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { browserCode, sourceCode, targetCode } from './language-codes.js';

describe('targetCode', () => {
  it.each([
    ['es', 'ES'],
    ['zh', 'ZH-HANS'],
    ['zh-CN', 'ZH-HANS'],
    ['zh_TW', 'ZH-HANT'],
    ['zh-Hant-TW', 'ZH-HANT'],
    ['zt', 'ZH-HANT'],
    ['pb', 'PT-BR'],
    ['en-GB', 'EN-GB'],
    ['fr-CH', 'FR'],
    ['no-NO', 'NB'],
    ['fil', 'TL'],
    ['iw', 'HE'],
  ])('understands %s', (code, wanted) => {
    const found = findTarget(String(targetCode(code)));
    expect((found?.variant ?? found?.base)?.code).toBe(wanted);
  });

  it('leaves what it does not know to be refused', () => {
    expect(findTarget(String(targetCode('xx-YY')))).toBeUndefined();
    expect(targetCode(7)).toBe(7);
  });
});

describe('sourceCode', () => {
  it.each([
    ['pt-BR', 'PT'],
    ['zh-TW', 'ZH'],
    ['zt', 'ZH'],
    ['no', 'NB'],
    ['EN', 'EN'],
  ])('understands %s', (code, wanted) => {
    expect(findLanguage(String(sourceCode(code)))?.code).toBe(wanted);
  });

  it.each(['auto', 'AUTO', '', null, undefined])('is to be detected for %j', (code) => {
    expect(sourceCode(code)).toBeUndefined();
  });
});

describe('browserCode', () => {
  it('names Chinese with its region', () => {
    expect(['en', 'zh'].map(browserCode)).toEqual(['en', 'zh-CN']);
  });
});
