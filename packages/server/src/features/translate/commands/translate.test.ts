import { describe, expect, it } from 'vitest';
import { remarkUnchanged } from './translate.js';

const spanish = 'La casa es grande.';
const outcome = { source: `${spanish}\n`, translation: spanish, detected: 'ES' };

describe('a text that came back unchanged', () => {
  it('is in the target language already', () => {
    expect(remarkUnchanged(outcome, { target_lang: 'es-419' })).toContain('in Spanish already');
  });

  it('may be in another language than --from says', () => {
    const settings = { target_lang: 'ES', source_lang: 'en' };
    expect(remarkUnchanged({ ...outcome, detected: 'EN' }, settings)).toBe(
      'The text came back unchanged. Is it in English, as --from says?',
    );
  });

  it.each([
    ['was translated', { ...outcome, translation: 'The house is big.' }],
    ['is one word', { source: 'Madrid', translation: 'Madrid', detected: 'ES' }],
    ['has no words', { source: '12:30', translation: '12:30', detected: 'EN' }],
    ['is nothing', { source: '', translation: '', detected: null }],
    ['is in a third language', { ...outcome, detected: 'GL' }],
  ])('deserves no remark where it %s', (_what, unremarkable) => {
    expect(remarkUnchanged(unremarkable, { target_lang: 'ES' })).toBeUndefined();
  });
});
