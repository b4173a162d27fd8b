import { describe, expect, it } from 'vitest';
import { type LanguageItem, searchLanguages } from './browser/languages/search-languages.js';

const item = (
  base: string,
  name: string,
  otherNames: readonly string[] = [],
  state: LanguageItem['state'] = 'usable',
): LanguageItem => ({ base, name, otherNames, state, hint: '' });

const ITEMS = [
  item('', 'Detect language'),
  item('ES', 'Spanish', ['español']),
  item('PT', 'Portuguese (Brazilian)', ['português']),
  item('NB', 'Norwegian (bokmål)', ['norsk bokmål']),
  item('AN', 'Aragonese', ['aragonés'], 'missing'),
  item('BR', 'Breton', ['brezhoneg'], 'unreachable'),
];

describe('searching a language', () => {
  it.each([
    ['spa', ['ES']],
    ['espan', ['ES']],
    ['ESPAÑOL', ['ES']],
    ['bok', ['NB']],
    ['br', ['PT', 'BR']],
    ['pt', ['PT']],
    ['ara', ['AN']],
    ['an', ['', 'ES', 'PT', 'NB', 'AN']],
    ['klingon', []],
  ])('%s finds %j', (query, bases) => {
    expect(searchLanguages(ITEMS, query).map(({ base }) => base)).toEqual(bases);
  });
});
