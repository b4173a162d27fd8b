import { toTag } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { translateIngredient } from './ingredients.js';

const BOOKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { flour: 'Mehl', salt: 'Salz', milk: 'Milch' },
  fr: { flour: 'farine', 'olive oil': "huile d'olive", water: 'eau', beans: 'haricots' },
  es: { sugar: 'azúcar' },
  'pt-BR': { butter: 'manteiga' },
  pl: { flour: 'mąka' },
};

const translate = (line: string, target: string, source = 'en'): string | undefined =>
  translateIngredient(line, {
    source: toTag(source),
    target: toTag(target),
    find: (phrase) => BOOKS[target]?.[phrase],
  });

describe('an ingredient', () => {
  it.each([
    ['200 g flour', 'de', '200 g Mehl'],
    ['200 g of flour', 'fr', '200 g de farine'],
    ['2 tbsp olive oil', 'fr', "2 cuillères à soupe d'huile d'olive"],
    ['100 g beans', 'fr', '100 g de haricots'],
    ['½ l Water', 'fr', "½ l d'eau"],
    ['1/2 tsp. salt', 'de', '1/2 TL Salz'],
    ['1 1/2 cups milk', 'de', undefined],
    ['2-3 cups milk', 'de', '2-3 Tassen Milch'],
    ['1 cup sugar', 'es', '1 taza de azúcar'],
    ['50g butter', 'pt-BR', '50 g de manteiga'],
  ])('is written as in recipes: %s, %s', (line, target, expected) => {
    expect(translate(line, target)).toBe(expected);
  });

  it.each([
    ['200 g nutmeg', 'de', 'en'],
    ['200 g flour and salt', 'de', 'en'],
    ['200 g flour', 'pl', 'en'],
    ['200 g flour', 'de', 'fr'],
    ['flour', 'de', 'en'],
  ])(
    'is left to the model where the tables do not suffice: %s, %s from %s',
    (line, target, source) => {
      expect(translate(line, target, source)).toBeUndefined();
    },
  );
});
