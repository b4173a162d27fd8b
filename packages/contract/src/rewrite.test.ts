import { describe, expect, it } from 'vitest';
import { isAppError } from './errors.js';
import { parse as parseWith } from './parse.js';
import { CORRECT_BODY, correctRequest, REPHRASE_BODY, rephraseRequest } from './rewrite.js';

const parse = (body: object) =>
  rephraseRequest(parseWith(REPHRASE_BODY, { text: ['Hello'], ...body }, '/v2/write'), {
    maxTexts: 50,
  });

const messageOf = (body: object): string => {
  try {
    parse(body);
  } catch (error) {
    if (isAppError(error)) return error.message;
    throw error;
  }
  return 'accepted';
};

describe('a body with texts to rephrase', () => {
  it('needs only texts', () => {
    expect(parse({})).toEqual({
      kind: 'rephrase',
      text: ['Hello'],
      target: undefined,
      manner: undefined,
    });
    expect(messageOf({ text: undefined })).toBe("Parameter 'text' not specified.");
    expect(messageOf({ text: [] })).toBe("Parameter 'text' not specified.");
    expect(parse({ text: 'One' }).text).toEqual(['One']);
    expect(messageOf({ text: new Array(51).fill('a') })).toContain('At most 50 texts');
  });

  it.each([
    ['en', 'EN', 'EN-US'],
    ['EN-gb', 'EN', 'EN-GB'],
    ['pt', 'PT', 'PT-PT'],
    ['zh', 'ZH', 'ZH-HANS'],
    ['de', 'DE', undefined],
  ])('takes %s as its language', (target_lang, base, variant) => {
    const { target } = parse({ target_lang });
    expect([target?.base.code, target?.variant?.code]).toEqual([base, variant]);
  });

  it.each(['nl', 'es-419', 'zh-Hant', 'tlh'])('refuses %s as its language', (target_lang) => {
    expect(messageOf({ target_lang })).toMatch(/^Value for 'target_lang' not supported\./);
  });

  it('takes a style or a tone in any case, and not both', () => {
    expect(parse({ writing_style: 'Business' }).manner).toEqual({
      style: 'business',
      isStrict: true,
    });
    expect(parse({ tone: 'prefer_friendly' }).manner).toEqual({
      tone: 'friendly',
      isStrict: false,
    });
    expect(parse({ tone: 'default', writing_style: 'casual' }).manner?.style).toBe('casual');
    expect(messageOf({ tone: 'friendly', writing_style: 'casual' })).toContain(
      'Both writing_style and tone defined.',
    );
    expect(messageOf({ tone: 'loud' })).toMatch(
      /^Value for 'tone' not supported\. Allowed: default/,
    );
    expect(messageOf({ writing_style: 'loud' })).toContain("Value for 'writing_style'");
  });

  it('takes neither for languages without them, unless they are only preferred', () => {
    const japanese = { target_lang: 'ja' };
    expect(messageOf({ ...japanese, tone: 'friendly' })).toBe(
      'Language ja does not support setting a tone',
    );
    expect(messageOf({ ...japanese, writing_style: 'simple' })).toBe(
      'Language ja does not support setting a writing style',
    );
    expect(messageOf({ ...japanese, tone: 'prefer_friendly' })).toBe('accepted');
  });
});

describe('a body with texts to correct', () => {
  it('ignores style and tone, which it does not have', () => {
    const body = { text: ['Hello'], tone: 'loud', target_lang: 'ja' };
    expect(
      correctRequest(parseWith(CORRECT_BODY, body, '/v2/write'), { maxTexts: 1 }),
    ).toMatchObject({
      kind: 'correct',
      manner: undefined,
    });
  });
});
