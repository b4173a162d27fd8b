import { expect, it } from 'vitest';
import { beginsUnspaced, endsUnspaced, isEastAsianLetter, LEFT_TO_RIGHT } from './scripts.js';

it.each(['漢', '𠮷', 'ひ', 'カ', 'ー', '「', '（', 'ｱ', '々'])('%s needs no space', (sign) => {
  expect([beginsUnspaced(`${sign}a`), endsUnspaced(`a${sign}`)]).toEqual([true, true]);
  expect(isEastAsianLetter(sign)).toBe(true);
});

it.each(['a', 'é', '한', 'ж', '-', '', '😀'])('"%s" does', (sign) => {
  expect([beginsUnspaced(sign), endsUnspaced(sign)]).toEqual([false, false]);
});

it('knows Korean, and letters of every script that runs to the right', () => {
  expect(isEastAsianLetter('한')).toBe(true);
  expect(['a', 'ж', 'ก', 'क', '漢'].every((letter) => LEFT_TO_RIGHT.test(letter))).toBe(true);
  expect(['א', 'ب', '1'].some((letter) => LEFT_TO_RIGHT.test(letter))).toBe(false);
});
