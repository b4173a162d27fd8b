import { describe, expect, it } from 'vitest';
import { type RecentTranslation, withRecent } from './browser/recent-panel.js';

const made = (text: string, target = 'ES'): RecentTranslation => ({
  text,
  target,
  source: '',
  translation: `<${text}>`,
});
const textsAfter = (...texts: readonly (string | RecentTranslation)[]) =>
  texts
    .map((text) => (typeof text === 'string' ? made(text) : text))
    .reduce<readonly RecentTranslation[]>(withRecent, [])
    .map(({ text, target }) => (target === 'ES' ? text : `${text} ${target}`));

describe('recent translations', () => {
  it('are kept with the latest first, each text once for each language', () => {
    expect(textsAfter('one', 'two', 'one', made('one', 'FR'))).toEqual(['one FR', 'one', 'two']);
  });

  it('are kept once for a text that is typed, or made shorter', () => {
    expect(textsAfter('The', 'The house ', 'The house is', 'The house')).toEqual(['The house']);
  });

  it('are limited in number and length', () => {
    const many = Array.from({ length: 50 }, (_, index) => `text ${String(index).padStart(2, '0')}`);
    expect(textsAfter(...many)).toHaveLength(30);
    expect(textsAfter('short', 'x'.repeat(10_001))).toEqual(['short']);
  });
});
