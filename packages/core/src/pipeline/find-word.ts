import type { LanguageTag } from '@dragoman/contract';
import type { DictionaryEntry, Engine, EngineCallOptions } from '../engine/engine.js';
import type { Route } from '../routing/route.js';
import type { TextRange } from '../segmentation/index.js';
import { becameWord, inTags } from './align-word.js';
import { byDistance, isEntryOf, type SourceWord, wordsOf } from './match-word.js';
import { plainUnitOf } from './plain-unit.js';
import { translateUnits } from './translate-units.js';
import type { TranslatorDependencies } from './translator.js';
import { routesOfWord, type WordRequest } from './word-request.js';

/** The word of a sentence that a word of its translation comes from, and what dictionaries have. */
export interface FoundWord {
  readonly source: TextRange;
  readonly entries: readonly DictionaryEntry[];
}

/**
 * Finds the word that a word of a translation comes from, by what the dictionary has for both; where
 * that does not tell, by translating the sentence with tags around its words, one after the other.
 *
 * @returns undefined where no engine has a dictionary of the languages, or none knows the word
 */
export type FindWord = (
  request: WordRequest,
  call: EngineCallOptions,
) => Promise<FoundWord | undefined>;

/** Longer sentences are looked through as far as this. */
const MAX_WORDS = 80;
/** Each costs a translation. */
const MAX_TAGGED_WORDS = 24;

export const createFindWord =
  (dependencies: TranslatorDependencies): FindWord =>
  async (request, call) => {
    const { sentence, source, target, translation, word } = request;
    const { routes, router } = routesOfWord(request, dependencies);
    const words = wordsOf(sentence).slice(0, MAX_WORDS);
    const pair = { source, target: target.base };
    const dictionary = await openDictionary(routes, pair, words, call);
    if (!dictionary) return undefined;
    const { known, engine } = dictionary;
    const clicked = translation.slice(word.start, word.end);
    const reverse = { source: target.base, target: source };
    const back = await engine.findEntries?.(reverse, [clicked], call);
    const place = (word.start / translation.length) * sentence.length;
    const [nearest] = byDistance(
      place,
      known.filter((one) => isEntryOf(one, clicked, back?.[0] ?? [])),
    );
    if (nearest) return foundWord(nearest);
    const [route] = routes;
    const unit = route && plainUnitOf(sentence, route, source);
    if (!unit) return undefined;
    const tagged = byDistance(place, known).slice(0, MAX_TAGGED_WORDS);
    const translated = await translateUnits(
      tagged.map((one) => inTags(unit.text, one)),
      route,
      { ...dependencies, router },
      call,
    );
    const aligned = tagged.find((_, index) => {
      const answer = translated[index];
      return answer !== undefined && becameWord(answer, { translation, word });
    });
    return aligned && foundWord(aligned);
  };

const foundWord = ({ start, end, entries }: SourceWord): FoundWord => ({
  source: { start, end },
  entries,
});

interface LanguagePair {
  readonly source: LanguageTag;
  readonly target: LanguageTag;
}

/** Asks the first engine on a direct route that has a dictionary about the words of a sentence. */
const openDictionary = async (
  routes: readonly Route[],
  pair: LanguagePair,
  words: readonly Omit<SourceWord, 'entries'>[],
  call: EngineCallOptions,
): Promise<{ readonly engine: Engine; readonly known: readonly SourceWord[] } | undefined> => {
  const engines = routes.flatMap(({ legs: [leg, ...further] }) =>
    leg && further.length === 0 ? [leg.engine] : [],
  );
  const texts = words.map(({ text }) => text);
  for (const engine of new Set(engines)) {
    const found = await engine.findEntries?.(pair, texts, call);
    if (!found) continue;
    const all = words.map((word, index) => ({ ...word, entries: found[index] ?? [] }));
    return { engine, known: all.filter(({ entries }) => entries.length > 0) };
  }
  return undefined;
};
