import { describe, expect, it } from 'vitest';
import {
  directionOf,
  groupTargets,
  startingVariant,
  usableLink,
  variantOfTag,
} from './browser/languages/languages.js';

describe('languages', () => {
  const targets = [
    { code: 'ZH', name: 'Chinese (simplified)' },
    { code: 'ES', name: 'Spanish' },
    { code: 'ES-419', name: 'Spanish (Latin American)' },
    { code: 'EN-GB', name: 'English (British)' },
    { code: 'EN-US', name: 'English (American)' },
    { code: 'NB', name: 'Norwegian (bokmål)' },
    { code: 'ZH-HANS', name: 'Chinese (simplified)' },
    { code: 'ZH-HANT', name: 'Chinese (traditional)' },
    { code: 'PT-BR', name: 'Portuguese (Brazilian)' },
  ];

  it('come once each, in the order of their names, with what there is to choose', () => {
    const shown = groupTargets(targets).map(({ name, variants }) => [
      name,
      variants.map(({ code, label }) => `${code} ${label}`),
    ]);
    expect(shown).toEqual([
      ['Chinese', ['ZH-HANS Simplified', 'ZH-HANT Traditional']],
      ['English', ['EN-GB British', 'EN-US American']],
      ['Norwegian (bokmål)', ['NB Bokmål']],
      ['Portuguese (Brazilian)', ['PT-BR Brazilian']],
      ['Spanish', ['ES General', 'ES-419 Latin American']],
    ]);
  });

  it.each([
    ['EN', undefined, ['en-GB'], 'EN-GB'],
    ['EN', 'EN-US', ['en-GB'], 'EN-US'],
    ['EN', 'EN-AU', [], 'EN-US'],
    ['ES', undefined, ['es-MX'], 'ES-419'],
    ['ES', undefined, ['es-ES'], 'ES'],
    ['ZH', undefined, ['zh-TW'], 'ZH-HANT'],
    ['ZH', undefined, ['de'], 'ZH-HANS'],
    ['PT', undefined, ['pt-PT'], 'PT-BR'],
  ])('%s starts, after %s, for a reader of %j, with %s', (base, chosen, preferences, code) => {
    const group = groupTargets(targets).find((one) => one.base === base);
    expect(group && startingVariant(group, chosen, preferences)?.code).toBe(code);
  });

  it('are written from right to left where they are', () => {
    expect(['AR', 'HE', 'FA', 'UR', 'PS', 'YI'].map(directionOf)).toEqual(Array(6).fill('rtl'));
    expect(['EN-GB', 'ES', 'ZH-HANT', 'AZ'].map(directionOf)).toEqual(Array(4).fill('ltr'));
    expect(directionOf(undefined)).toBe('auto');
  });

  it('of a browser are those of the service', () => {
    expect(['en-GB', 'pt-BR', 'zh-Hant-HK', 'zh', 'es-AR', 'de'].map(variantOfTag)).toEqual([
      'EN-GB',
      'PT-BR',
      'ZH-HANT',
      'ZH-HANS',
      'ES-419',
      'DE',
    ]);
  });
});

describe('the languages of a link', () => {
  const here = ['EN', 'DE', 'PT'];
  const has = (_side: 'source' | 'target', base: string) => here.includes(base);

  it.each([
    ['EN', 'DE', { source: 'EN', target: 'DE', unknown: [] }],
    ['', 'PT-BR', { source: '', target: 'PT-BR', unknown: [] }],
    ['EN-US', '', { source: 'EN', target: '', unknown: [] }],
    ['XX', 'YY', { source: '', target: '', unknown: ['XX', 'YY'] }],
    ['XX', 'DE', { source: '', target: 'DE', unknown: ['XX'] }],
    ['XX', 'XX', { source: '', target: '', unknown: ['XX'] }],
    ['DE', 'DE', { source: 'DE', target: '', unknown: [] }],
    ['PT', 'PT-BR', { source: 'PT', target: '', unknown: [] }],
  ])('from %j into %j are used as far as they are here, and differ', (source, target, usable) => {
    expect(usableLink({ source, target }, has)).toEqual(usable);
  });
});
