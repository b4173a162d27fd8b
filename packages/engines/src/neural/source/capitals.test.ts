import { describe, expect, it } from 'vitest';
import { isOftenName } from './capitals.js';

describe('a capital', () => {
  it.each([
    ['Bill', 'en'],
    ['German', 'en'],
    ['Turkey', 'en-GB'],
    ['May', 'en'],
    ['Monday', 'en'],
    ['Francia', 'es'],
    ['Pierre', 'fr'],
    ['Вера', 'ru'],
  ])('may begin a name: %s (%s)', (word, language) => {
    expect(isOftenName(word, language)).toBe(true);
  });

  it.each([
    ['Delivery', 'en'],
    ['Tea', 'en'],
    ['Livraison', 'fr'],
    ['Mark', 'nl'],
  ])('may begin a sentence: %s (%s)', (word, language) => {
    expect(isOftenName(word, language)).toBe(false);
  });
});
