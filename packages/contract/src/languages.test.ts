import { describe, expect, it } from 'vitest';
import { LANGUAGES, UNLISTED_LANGUAGES } from './language-table.js';
import { baseOf, findLanguage, findTarget, hasVariant, toTag, toWireCode } from './languages.js';

const variants = LANGUAGES.flatMap((language) => language.variants ?? []);

describe('the language table', () => {
  it('holds the 101 listed and 13 unlisted source languages, each once', () => {
    const codes = [...LANGUAGES, ...UNLISTED_LANGUAGES].map((language) => language.code);
    expect(LANGUAGES).toHaveLength(101);
    expect(new Set(codes).size).toBe(114);
  });

  it('designates a variant only among the variants of the same language', () => {
    for (const { code, variants: own = [], designatedVariant } of LANGUAGES) {
      for (const variant of own) expect(variant.code.split('-')[0]).toBe(code);
      if (designatedVariant) expect(own.map((row) => row.code)).toContain(designatedVariant);
    }
  });

  it('turns every code into a tag and back', () => {
    for (const { code } of [...LANGUAGES, ...UNLISTED_LANGUAGES, ...variants]) {
      expect(toWireCode(toTag(code))).toBe(code);
    }
    expect(['EN-US', 'ZH-HANS', 'ES-419', 'YUE'].map(toTag)).toEqual([
      'en-US',
      'zh-Hans',
      'es-419',
      'yue',
    ]);
    expect(baseOf('zh-Hans')).toBe('zh');
  });
});

describe('language codes', () => {
  it.each(['es', 'ES', 'eS'])('are found in any case: %s', (code) => {
    expect(findLanguage(code)?.name).toBe('Spanish');
    expect(findTarget(code)?.base.code).toBe('ES');
  });

  it('have a designated default variant where a base code alone is ambiguous', () => {
    const chosen = ['EN', 'PT', 'ZH', 'ES'].map((code) => findTarget(code)?.variant?.code);
    expect(chosen).toEqual(['EN-US', 'PT-PT', 'ZH-HANS', undefined]);
  });

  it('name a variant with or without the third subtag clients drop', () => {
    expect(findTarget('zh-hant')?.variant?.code).toBe('ZH-HANT');
    expect(findTarget('zh-Hant-TW')?.variant?.code).toBe('ZH-HANT');
  });

  it('that are unknown are not found', () => {
    for (const code of ['XX', 'EN-AU', 'english', '', '-', 'EN_US', 'DE-DE']) {
      expect(findTarget(code)).toBeUndefined();
    }
    expect(findLanguage('EN-US')).toBeUndefined();
    expect(hasVariant('EN-US')).toBe(true);
    expect(hasVariant('YUE')).toBe(false);
  });
});
