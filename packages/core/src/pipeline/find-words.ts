import type { LanguagePair, LanguageTag } from '@dragoman/contract';
import { WORD } from '../characters.js';
import { findDefect } from '../checks/find-defect.js';
import type { TranslationDependencies } from '../dependencies.js';
import type {
  Alternative,
  AlternativesQuestion,
  DictionaryEntry,
  Engine,
  EngineCallOptions,
  ModelType,
  TranslatedUnit,
  TranslationUnit,
} from '../engine.js';
import { asUnit, plainText, unchanged } from '../protection/placed-spans.js';
import type { TextRange } from '../ranges.js';
import { maxCharactersOf, type Route, routeOf } from '../routing/route.js';
import type { Router } from '../routing/router.js';
import type { Target } from './languages.js';
import { splitText } from './segment-text.js';
import { translateUnits } from './sentence-job.js';
import { translateOverRoute } from './translate-units.js';
import type { TranslatorDependencies } from './translator.js';

/** A word of a translation, of which other ones are wanted. */
export interface WordRequest {
  readonly sentence: string;
  readonly source: LanguageTag;
  readonly target: Target;
  readonly preferredModel: ModelType;
  readonly translation: string;
  readonly word: TextRange;
}

/** The routes between the languages of a sentence. */
interface WordRoutes {
  readonly routes: readonly Route[];
  /** Without language models: nobody pays for looking words up. */
  readonly router: Router;
}

const routesOfWord = (
  { source, target, preferredModel }: WordRequest,
  { router: all }: { readonly router: Router },
): WordRoutes => {
  const router = all.withoutLanguageModels();
  return { routes: router.routes(source, target.tags, preferredModel), router };
};

/** A sentence as a unit; undefined if it has placeholders and the like, or is several units. */
const plainUnitOf = (
  text: string,
  { legs }: Route,
  language: LanguageTag,
): TranslationUnit | undefined => {
  const maxCharacters = maxCharactersOf(legs);
  const { units } = splitText(text, { language, mode: 'none', maxCharacters });
  const [unit, ...others] = units;
  const isPlain = unit?.text === text && others.length === 0 && unit.protectedSpans.length === 0;
  return isPlain ? unit : undefined;
};

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

/** Whether the tagged word of a sentence became this word: it is between the tags, there as here. */
export const becameWord = (
  { text, spans }: TranslatedUnit,
  { translation, word }: Pick<WordRequest, 'translation' | 'word'>,
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
export const wordRangesOf = (text: string): readonly Omit<SourceWord, 'entries'>[] =>
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
  const sources = new Set([text, ...entries.map(({ lemma }) => lemma)].map(foldCase));
  const targets = new Set(entries.flatMap(({ translations }) => translations.map(foldCase)));
  return (
    targets.has(foldCase(clicked)) ||
    back.some(
      ({ lemma, translations }) =>
        targets.has(foldCase(lemma)) || translations.some((one) => sources.has(foldCase(one))),
    )
  );
};

/** Words, those first whose place in the sentence is most like a given one. */
export const byDistance = <Word extends TextRange>(
  place: number,
  words: readonly Word[],
): readonly Word[] =>
  words.toSorted((one, other) => Math.abs(one.start - place) - Math.abs(other.start - place));

const foldCase = (word: string): string => word.normalize('NFC').toLowerCase();

export const createWordFinder =
  (dependencies: TranslatorDependencies): FindWord =>
  async (request, call) => {
    const { sentence, source, target, translation, word } = request;
    const { routes, router } = routesOfWord(request, dependencies);
    const words = wordRangesOf(sentence).slice(0, MAX_WORDS);
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
    const translated = await translateUnits(
      tagged.map((one) => inTags(unit.text, one)),
      (jobs) => translateOverRoute(jobs, route, { ...dependencies, router }, call),
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

/**
 * Finds what the model of the pair would have written instead of a word of a translation, each with
 * the sentence that follows from it.
 *
 * @returns the most probable first; none where no model can be asked, or the sentence has placeholders
 */
export type FindModelWordChoices = (
  request: WordRequest,
  call: EngineCallOptions,
) => Promise<readonly Alternative[]>;

/** More are not worth the reading. */
const MAX_MODEL_WORDS = 6;

export const createModelWordChoicesFinder =
  (dependencies: TranslatorDependencies): FindModelWordChoices =>
  async (request, call) => {
    const { sentence, source, translation, word } = request;
    const { routes, router } = routesOfWord(request, dependencies);
    const route = routes.find(isAskable);
    const unit = route && plainUnitOf(sentence, route, source);
    if (!unit) return [];
    const [lastUnit] = await unitsOfLastLeg([unit], route, { ...dependencies, router }, call);
    const question = { translation, from: word.start, count: MAX_MODEL_WORDS };
    return lastUnit ? findModelAlternatives(lastUnit, route, question, call) : [];
  };

/** Whether the engine that writes the translation can be asked for alternatives. */
export const isAskable = ({ legs }: Route): boolean =>
  legs.at(-1)?.engine.findAlternatives !== undefined;

/** What the last engine of a route translates: on a direct route, the units themselves. */
export const unitsOfLastLeg = async (
  units: readonly TranslationUnit[],
  { legs }: Route,
  dependencies: TranslationDependencies,
  call: EngineCallOptions,
): Promise<readonly TranslationUnit[]> => {
  if (legs.length === 1) return units;
  const first = routeOf(legs.slice(0, -1));
  const halfway = await translateUnits(units, (jobs) =>
    translateOverRoute(jobs, first, dependencies, call),
  );
  return units.map((unit, index) => asUnit(unit, halfway[index] ?? unchanged(unit)));
};

/**
 * Alternatives from the model that writes a translation, without those that fail a check or are the
 * text itself: models copy single words.
 *
 * @param unit one of {@link unitsOfLastLeg}
 */
export const findModelAlternatives = async (
  unit: TranslationUnit,
  { legs }: Route,
  question: Omit<AlternativesQuestion, 'text'>,
  call: EngineCallOptions,
): Promise<readonly Alternative[]> => {
  const leg = legs.at(-1);
  if (!leg || unit.protectedSpans.length > 0) return [];
  const { engine, source, target, variant, modelType } = leg;
  const pair = { source, target: variant ?? target, modelType };
  const found = await engine.findAlternatives?.(pair, { ...question, text: unit.text }, call);
  const copy = unit.text.toLowerCase();
  return (found ?? []).filter(
    ({ text }) =>
      text.toLowerCase() !== copy && !findDefect(unit, plainText(text), { source, target }),
  );
};
