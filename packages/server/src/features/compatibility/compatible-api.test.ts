import { findLanguage, findTarget } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { COMPATIBILITY_APIS } from './compatibility-settings.js';
import { browserCode, offeredApis, sourceCode, targetCode } from './compatible-api.js';

const apis = (host: string, compatibility?: Parameters<typeof offeredApis>[0]['compatibility']) => [
  ...offeredApis({ host, compatibility }),
];

describe('offeredApis', () => {
  it.each(['127.0.0.1', '::1', 'localhost'])('offers all on %s', (host) => {
    expect(apis(host)).toEqual([...COMPATIBILITY_APIS]);
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'translate.example.com'])('offers none on %s', (host) => {
    expect(apis(host)).toEqual([]);
  });

  it('offers what is configured wherever the server listens', () => {
    expect(apis('0.0.0.0', ['libretranslate'])).toEqual(['libretranslate']);
    expect(apis('127.0.0.1', ['kiss', 'imme'])).toEqual(['kiss', 'imme']);
    expect(apis('127.0.0.1', ['none'])).toEqual([]);
  });
});

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
