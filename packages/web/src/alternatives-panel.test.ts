import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAlternatives } from './browser/alternative-groups.js';
import { hasWord, replaceWord, withoutPresent, wordAt } from './browser/alternatives-panel.js';

describe('another wording', () => {
  it('has what is new in it marked', () => {
    expect(compareAlternatives('La casa es bella.', 'La casa es muy bonita.')).toEqual([
      { text: 'La casa es ', isNew: false },
      { text: 'muy bonita', isNew: true },
      { text: '.', isNew: false },
    ]);
  });

  it('is shown whole, and nothing in it is new to itself', () => {
    fc.assert(
      fc.property(fc.lorem(), fc.lorem(), (current, other) => {
        expect(
          compareAlternatives(current, other)
            .map(({ text }) => text)
            .join(''),
        ).toBe(other);
        expect(compareAlternatives(other, other).some(({ isNew }) => isNew)).toBe(false);
      }),
    );
  });
});

describe('the word at a place', () => {
  it.each([
    [0, 'La'],
    [4, 'casa'],
    [7, 'casa'],
    [8, 'casa'],
    [11, 'sí'],
  ])('%i is %s', (position, word) => {
    const text = 'La casa, sí';
    const range = wordAt(text, position, 'es');
    expect(range && text.slice(range.start, range.end)).toBe(word);
  });

  it('is found in scripts without spaces', () => {
    expect(wordAt('我们明天去市场', 2, 'zh')).toEqual({ start: 2, end: 4 });
  });
});

describe('a word that replaces another one', () => {
  const replace = (targetText: string, old: string, other: string) => {
    const start = targetText.indexOf(old);
    const word = { start, end: start + old.length };
    return replaceWord({ index: 0, sourceText: '', targetText, word }, other);
  };

  it('changes nothing else, and begins a sentence with a capital', () => {
    expect(replace('La casa es grande.', 'casa', 'vivienda')).toBe('La vivienda es grande.');
    expect(replace('Casas hay muchas.', 'Casas', 'viviendas')).toBe('Viviendas hay muchas.');
    expect(replace('LA CASA', 'CASA', 'vivienda')).toBe('LA vivienda');
  });

  it('is found in a translation in whatever letters', () => {
    expect(hasWord('Viviendas hay.', 'viviendas')).toBe(true);
    expect(hasWord('Casas hay.', 'viviendas')).toBe(false);
  });
});

describe('the words to choose from', () => {
  const choice = (...translations: string[]) =>
    ({ kind: 'dictionary', word: 'please', translations }) as const;
  const offered = (targetText: string, clicked: string, ...translations: string[]) => {
    const start = targetText.indexOf(clicked);
    const word = { start, end: start + clicked.length };
    return withoutPresent([choice(...translations)], { targetText, word }).flatMap(
      (shown) => shown.translations,
    );
  };

  it('are none that stand there, alone or with others', () => {
    expect(offered('La casa es grande.', 'casa', 'Casa', 'vivienda')).toEqual(['vivienda']);
    expect(offered('Por favor, espere aquí.', 'Por', 'por favor')).toEqual([]);
    expect(offered('Espere, por favor.', 'favor', 'por favor', 'haz el favor')).toEqual([
      'haz el favor',
    ]);
  });

  it('are those that stand elsewhere in the sentence, or begin like another word', () => {
    expect(offered('Por la noche, por favor.', 'Por', 'por favor')).toEqual(['por favor']);
    expect(offered('El portero espera.', 'portero', 'port')).toEqual(['port']);
  });
});
