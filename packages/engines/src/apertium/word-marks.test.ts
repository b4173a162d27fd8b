import { describe, expect, it } from 'vitest';
import { decodeMarks, encodeMarks } from './marks.js';
import { markWords, withoutSymbols } from './word-marks.js';

describe('words with marks', () => {
  it('go to the engine one by one', () => {
    const { template, words } = markWords("l'axe y = 3");
    expect(words).toEqual(["l'axe", 'y', '3']);
    expect(encodeMarks(template)).toBe("[[t:p:0]]l'axe[[/]] [[t:p:1]]y[[/]] = [[t:p:2]]3[[/]]");
  });

  it('stay as they are where only a symbol came back for them', () => {
    const marked = decodeMarks('el [[t:p:0]]eje[[/]] [[t:p:1]]<prn>[[/]] = [[t:p:2]]3[[/]]');
    expect(withoutSymbols(marked, ['axe', 'y', '3'])).toBe('el eje y = 3');
  });
});
