import { describe, expect, it } from 'vitest';
import { isAppError } from './errors.js';
import { parseTranslateBody } from './translate.js';

const parse = (body: unknown) => parseTranslateBody(body, { maxTexts: 50 });

const refusal = (body: unknown) => {
  try {
    parse(body);
  } catch (error) {
    if (isAppError(error)) return { code: error.code, parameter: error.parameter };
    throw error;
  }
  return 'accepted';
};

const minimal = { text: ['Hello'], target_lang: 'ES' };

describe('a translate body', () => {
  it('needs only text and target_lang', () => {
    expect(parse(minimal)).toMatchObject(minimal);
  });

  it('takes one text as a scalar, as a form with a single text arrives', () => {
    expect(parse({ ...minimal, text: 'Hello' }).text).toEqual(['Hello']);
  });

  it('accepts keys it does not know', () => {
    expect(refusal({ ...minimal, example_extra_param: '1' })).toBe('accepted');
  });

  it('reads booleans as JSON and as form values', () => {
    for (const value of [true, '1', 1]) {
      expect(parse({ ...minimal, preserve_formatting: value }).preserve_formatting).toBe(true);
    }
    for (const value of [false, '0', 0]) {
      expect(parse({ ...minimal, preserve_formatting: value }).preserve_formatting).toBe(false);
    }
  });

  it('counts null and empty options as not sent', () => {
    expect(parse({ ...minimal, source_lang: null, formality: '' })).not.toHaveProperty(
      'source_lang',
      expect.anything(),
    );
  });

  it('splits comma-joined tag lists', () => {
    expect(parse({ ...minimal, ignore_tags: 'x, y,,z' }).ignore_tags).toEqual(['x', 'y', 'z']);
    expect(parse({ ...minimal, ignore_tags: ['x', 'y'] }).ignore_tags).toEqual(['x', 'y']);
  });

  it('takes exactly the most texts allowed', () => {
    const texts = (count: number) => ({ ...minimal, text: Array(count).fill('a') });
    expect(refusal(texts(50))).toBe('accepted');
    expect(refusal(texts(51))).toEqual({ code: 'invalid_parameter', parameter: 'text' });
  });

  it.each([
    ['text', { target_lang: 'ES' }],
    ['text', { ...minimal, text: [] }],
    ['text', { ...minimal, text: [1] }],
    ['text', { ...minimal, text: { a: 1 } }],
    ['target_lang', { text: ['Hello'] }],
    ['target_lang', { ...minimal, target_lang: ['ES', 'CA'] }],
    ['target_lang', { ...minimal, target_lang: '' }],
    ['source_lang', { ...minimal, source_lang: 5 }],
    ['model_type', { ...minimal, model_type: 'fastest' }],
    ['formality', { ...minimal, formality: 'very' }],
    ['split_sentences', { ...minimal, split_sentences: '2' }],
    ['preserve_formatting', { ...minimal, preserve_formatting: 'true' }],
    ['show_billed_characters', { ...minimal, show_billed_characters: 'yes' }],
    ['tag_handling', { ...minimal, tag_handling: 'markdown' }],
    ['tag_handling_version', { ...minimal, tag_handling_version: 'v3' }],
    ['outline_detection', { ...minimal, outline_detection: 'x' }],
    ['custom_instructions', { ...minimal, custom_instructions: Array(11).fill('a') }],
    ['translation_memory_threshold', { ...minimal, translation_memory_threshold: 101 }],
    ['model_type', { ...minimal, model_type: 'latency_optimized', tag_handling_version: 'v2' }],
    ['source_lang', { ...minimal, glossary_id: 'g' }],
    ['glossary_ids', { ...minimal, source_lang: 'EN', glossary_id: 'g', glossary_ids: 'a,b' }],
  ])('is refused naming %s: %j', (parameter, body) => {
    expect(refusal(body)).toEqual({ code: 'invalid_parameter', parameter });
  });

  it.each([-1, 7.5, false, true, [], [75], {}, ' ', ' 75', '0x10', '1e1', '7.5', '-1', '101'])(
    'is refused with a threshold that is no whole number: %j',
    (threshold) => {
      expect(refusal({ ...minimal, translation_memory_threshold: threshold })).toEqual({
        code: 'invalid_parameter',
        parameter: 'translation_memory_threshold',
      });
    },
  );

  it.each([
    [0, 0],
    ['100', 100],
    ['', undefined],
    [null, undefined],
  ])('takes the threshold %j as %j', (sent, threshold) => {
    const body = parse({ ...minimal, translation_memory_threshold: sent });
    expect(body.translation_memory_threshold).toBe(threshold);
  });

  it.each([
    ['model_type', 'fastest', 'latency_optimized, quality_optimized, prefer_quality_optimized'],
    ['formality', 'very', 'default, more, less, prefer_more, prefer_less'],
    ['split_sentences', '2', '0, 1, nonewlines'],
    ['preserve_formatting', 'true', 'true in JSON, false in JSON, 0, 1'],
    ['tag_handling', 'markdown', 'xml, html'],
  ])('names the values that %s may have', (parameter, value, allowed) => {
    expect(() => parse({ ...minimal, [parameter]: value })).toThrow(
      `Value for '${parameter}' not supported. Allowed: ${allowed}.`,
    );
  });

  it('says of what kind a value is, and how large it may be', () => {
    const message = (change: object) => {
      try {
        parse({ ...minimal, ...change });
      } catch (error) {
        return (error as Error).message;
      }
      return 'accepted';
    };
    expect(message({ text: [1] })).toMatch(/'text' not supported. It must be a string.$/);
    expect(message({ source_lang: 5 })).toMatch(/It must be a string.$/);
    expect(message({ source_lang: ['EN', 'DE'] })).toMatch(/It must be one string, /);
    expect(message({ translation_memory_threshold: 101 })).toMatch(/an integer between 0 and 100$/);
    expect(message({ custom_instructions: ['x'.repeat(301)] })).toMatch(/At most 300 characters.$/);
  });

  it.each([[null], [[]], ['text'], [3]])('that is %j is refused as malformed', (body) => {
    expect(refusal(body)).toMatchObject({ code: 'malformed_body' });
  });
});
