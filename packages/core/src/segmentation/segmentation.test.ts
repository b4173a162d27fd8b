import { describe, expect, test } from 'vitest';
import { segment } from './segment.js';
import { join, joinPairs } from './segmentation.js';

const options = { mode: 'sentences-and-newlines', maxCharacters: 100 } as const;

describe('join', () => {
  test('puts translations between the original gaps', () => {
    const cut = segment('  One.\n\n- Two.\t', { ...options, language: 'en' });
    expect(join(cut, ['Un.', 'Dos.'])).toBe('  Un.\n\n- Dos.\t');
  });
  test('sets sentences apart that Chinese does not', () => {
    const cut = segment('你好。再见。', { ...options, language: 'zh' });
    expect(join(cut, ['Hello.', 'Goodbye.'], 'en-GB')).toBe('Hello. Goodbye.');
  });
  test('leaves the space between sentences out in Chinese', () => {
    const cut = segment('Hello. Goodbye.', { ...options, language: 'en' });
    expect(join(cut, ['你好。', '再见。'], 'zh-Hans')).toBe('你好。再见。');
  });
  test('keeps line breaks whatever the target', () => {
    const cut = segment('Hello.\nGoodbye.', { ...options, language: 'en' });
    expect(join(cut, ['你好。', '再见。'], 'zh-Hans')).toBe('你好。\n再见。');
  });
  test('refuses a wrong number of translations', () => {
    const cut = segment('Hello.', { ...options, language: 'en' });
    expect(() => join(cut, [])).toThrow(expect.objectContaining({ code: 'internal' }));
  });
});

describe('joinPairs', () => {
  test('says where each segment and its translation are', () => {
    const text = ' 你好。再见。\n- End. ';
    const cut = segment(text, { ...options, language: 'zh' });
    const { text: joined, pairs } = joinPairs(cut, ['Hello.', 'Goodbye.', 'End.'], 'en-GB');
    expect(joined).toBe(' Hello. Goodbye.\n- End. ');
    expect(pairs.map(({ source }) => text.slice(source.start, source.end))).toEqual([
      '你好。',
      '再见。',
      'End.',
    ]);
    expect(pairs.map(({ target }) => joined.slice(target.start, target.end))).toEqual([
      'Hello.',
      'Goodbye.',
      'End.',
    ]);
  });
});
