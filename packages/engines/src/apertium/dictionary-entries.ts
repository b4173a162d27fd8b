import type { DictionaryEntry, PartOfSpeech } from '@dragoman/core';
import type { CompiledDictionary } from './compiled-dictionary.js';

/** The dictionaries that a pair of languages has. */
interface PairDictionaries {
  /** `houses` is `house<n><pl>`. */
  readonly analysis: CompiledDictionary;
  /** `house<n>` is `casa<n><f>`. */
  readonly translation: CompiledDictionary;
  /** `casa<n><f><pl>` is `casas`. */
  readonly generation: CompiledDictionary;
}

/** A word may be several: `light` is a noun, an adjective and a verb. */
interface Reading {
  readonly analysis: string;
  readonly lemma: string;
  readonly partOfSpeech: PartOfSpeech;
}

/** Apertium's first tag of a word. Those of articles and pronouns have no words as lemmas. */
const PARTS_OF_SPEECH: ReadonlyMap<string, PartOfSpeech> = new Map([
  ['n', 'noun'],
  ['np', 'name'],
  ['vblex', 'verb'],
  ['vbmod', 'verb'],
  ['vbser', 'verb'],
  ['vbhaver', 'verb'],
  ['vaux', 'verb'],
  ['adj', 'adjective'],
  ['adv', 'adverb'],
  ['preadv', 'adverb'],
  ['cnjadv', 'adverb'],
  ['pr', 'preposition'],
  ['cnjcoo', 'conjunction'],
  ['cnjsub', 'conjunction'],
  ['num', 'numeral'],
  ['ij', 'interjection'],
]);

const WORD = /^[\p{L}\p{M}\p{N}'’·-]{1,60}$/u;
const WORDS = /^[\p{L}\p{M}\p{N}'’· -]{1,100}$/u;
/** `house<n><sg>`; the words that follow a verb stand behind its tags: `take<vblex><inf># out`. */
const ANALYSIS = /^([^<>]+)<([^<>]+)>(?:<[^<>]+>)*(?:# ?([^<>]+))?$/;

/** What a bilingual dictionary has for single words. */
export const findDictionaryEntries = (
  words: readonly string[],
  dictionaries: PairDictionaries,
): readonly (readonly DictionaryEntry[])[] =>
  words.map((word) => (WORD.test(word) ? entriesOf(word, dictionaries) : []));

/** What a word may be. */
const readingsOf = (word: string, { analysis: dictionary }: PairDictionaries): readonly Reading[] =>
  dictionary.lookUp(word).flatMap((analysis): readonly Reading[] => {
    const [, , tag = ''] = ANALYSIS.exec(analysis) ?? [];
    const partOfSpeech = PARTS_OF_SPEECH.get(tag);
    if (!partOfSpeech || analysis.includes('+')) return [];
    return [{ analysis, lemma: lemmaOf(analysis), partOfSpeech }];
  });

const lemmaOf = (analysis: string): string => {
  const [, head = '', , tail] = ANALYSIS.exec(analysis) ?? [];
  return tail === undefined ? head : `${head} ${tail}`;
};

const isTranslation = (analysis: string): boolean =>
  !analysis.includes('+') && WORDS.test(lemmaOf(analysis));

/** One entry for each part of speech and lemma, whatever forms of it the word may be. */
const entriesOf = (word: string, dictionaries: PairDictionaries): readonly DictionaryEntry[] => {
  const { translation, generation } = dictionaries;
  const entries = new Map<string, DictionaryEntry>();
  for (const { analysis, lemma, partOfSpeech } of readingsOf(word, dictionaries)) {
    const key = `${partOfSpeech} ${lemma}`;
    const before = entries.get(key)?.translations ?? [];
    const words = translation
      .lookUpBeginning(analysis)
      .filter(isTranslation)
      .map((translated) => generation.lookUp(translated)[0]?.trim() || lemmaOf(translated))
      .filter((one) => WORDS.test(one));
    const translations = [...new Set([...before, ...words])];
    if (translations.length > 0) entries.set(key, { partOfSpeech, lemma, translations });
  }
  return [...entries.values()];
};
