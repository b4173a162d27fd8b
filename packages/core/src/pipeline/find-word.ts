import type {
  DictionaryEntry,
  Engine,
  EngineBatch,
  EngineCallOptions,
  TranslatedUnit,
  TranslationUnit,
} from '../engine/engine.js';
import type { Route } from '../routing/route.js';
import { WORD } from '../segmentation/characters.js';
import type { TextRange } from '../segmentation/segmentation.js';
import { plainUnitOf } from './find-other-words.js';
import { withCache } from './translate-units.js';
import type { TranslatorDependencies } from './translator.js';
import { routesOfWord, type WordRequest } from './word-request.js';

/** The word of a sentence that a word of its translation comes from, and what dictionaries have. */
interface FoundWord {
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

const OPEN = '<w>';
const CLOSE = '</w>';

/** A sentence with tags around one of its words. */
export const inTags = (sentence: string, { start, end }: TextRange): TranslationUnit => {
  const opened = sentence.slice(0, start) + OPEN;
  const closed = opened + sentence.slice(start, end) + CLOSE;
  return {
    text: closed + sentence.slice(end),
    protectedSpans: [
      { start, end: opened.length, kind: 'open', pair: 0 },
      { start: closed.length - CLOSE.length, end: closed.length, kind: 'close', pair: 0 },
    ],
  };
};

/** A word of a translation. */
export interface ClickedWord {
  readonly translation: string;
  readonly word: TextRange;
}

/** Whether the tagged word of a sentence became this word: it is between the tags, there as here. */
export const becameWord = (
  { text, spans }: TranslatedUnit,
  { translation, word }: ClickedWord,
): boolean => {
  const open = spans.find(({ span }) => span === 0);
  const close = spans.find(({ span }) => span === 1);
  if (!open || !close || open.end >= close.start) return false;
  const clicked = translation.slice(word.start, word.end).toLowerCase();
  const inside = text.slice(open.end, close.start).toLowerCase();
  const before = text.slice(0, open.start).toLowerCase();
  return (
    countOf(clicked, inside) > 0 &&
    countOf(clicked, before) === countOf(clicked, translation.slice(0, word.start).toLowerCase())
  );
};

const countOf = (part: string, text: string): number => text.split(part).length - 1;

/** A word of a sentence, and what the dictionary has for it. */
interface SourceWord extends TextRange {
  readonly text: string;
  readonly entries: readonly DictionaryEntry[];
}

const WORDS = new RegExp(WORD, 'gu');

/** The words of a text, in order. */
export const wordsOf = (text: string): readonly Omit<SourceWord, 'entries'>[] =>
  Array.from(text.matchAll(WORDS), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    text: word,
  }));

/**
 * Whether a word of a translation can come from a word of the sentence: it is one of its
 * translations, or the form of one, or has the word as a translation in the other direction.
 *
 * @param back what the dictionary of the other direction has for the word of the translation
 */
export const isEntryOf = (
  { text, entries }: SourceWord,
  clicked: string,
  back: readonly DictionaryEntry[],
): boolean => {
  const sources = new Set([text, ...entries.map(({ lemma }) => lemma)].map(fold));
  const targets = new Set(entries.flatMap(({ translations }) => translations.map(fold)));
  return (
    targets.has(fold(clicked)) ||
    back.some(
      ({ lemma, translations }) =>
        targets.has(fold(lemma)) || translations.some((one) => sources.has(fold(one))),
    )
  );
};

/** Words, those first whose place in the sentence is most like a given one. */
export const byDistance = <Word extends TextRange>(
  place: number,
  words: readonly Word[],
): readonly Word[] =>
  words.toSorted((one, other) => Math.abs(one.start - place) - Math.abs(other.start - place));

const fold = (word: string): string => word.normalize('NFC').toLowerCase();

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
    const place = (word.start / translation.length) * sentence.length;
    const nearestEntry = (back: readonly DictionaryEntry[]): SourceWord | undefined =>
      byDistance(
        place,
        known.filter((one) => isEntryOf(one, clicked, back)),
      )[0];
    const askBack = async (): Promise<readonly DictionaryEntry[]> => {
      const reverse = { source: target.base, target: source };
      return (await engine.findEntries?.(reverse, [clicked], call))?.[0] ?? [];
    };
    // The other direction is three more dictionaries to open.
    const nearest = nearestEntry([]) ?? nearestEntry(await askBack());
    if (nearest) return foundWord(nearest);
    const [route] = routes;
    const unit = route && plainUnitOf(sentence, route, source);
    if (!unit) return undefined;
    const tagged = byDistance(place, known).slice(0, MAX_TAGGED_WORDS);
    const translated = await withCache(
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

/** Asks the first engine on a direct route that has a dictionary about the words of a sentence. */
const openDictionary = async (
  routes: readonly Route[],
  pair: Pick<EngineBatch, 'source' | 'target'>,
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
