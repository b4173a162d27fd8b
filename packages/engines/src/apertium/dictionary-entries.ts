import type { DictionaryEntry, PartOfSpeech } from '@dragoman/core';
import { encodeText } from './escaping.js';
import { type DictionaryTools, inMessages, SEPARATOR, unitsIn } from './phrase-forms.js';

/** How a bilingual dictionary is asked; all in Apertium's stream format. */
interface BilingualTools extends DictionaryTools {
  /** `^house<n><sg>$` becomes `^house<n><sg>/casa<n><f><sg>$`, with all translations. */
  translate(analyses: string): Promise<string>;
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
/** The marks that a word bears which the dictionary cannot make. */
const UNKNOWN = /^[#*@]/;
const CAPITALISED = /^\p{Lu}(?!\p{Lu}+$)/u;

/** What a bilingual dictionary has for single words. */
export const findDictionaryEntries = async (
  words: readonly string[],
  { analyse, translate, generate }: BilingualTools,
): Promise<readonly (readonly DictionaryEntry[])[]> => {
  const known = [...new Set(words.filter((word) => WORD.test(word)))];
  const analyses = await inMessages(known.map(encodeText), analyse);
  const readings = new Map(known.map((word, index) => [word, readingsIn(analyses[index] ?? '')]));
  const translated = await askAbout(
    [...readings.values()].flatMap((own) => own.map(({ analysis }) => analysis)),
    translate,
  );
  const targets = new Map(
    [...translated].map(([analysis, stream]) => [
      analysis,
      unitsIn(stream).flatMap((unit) => unit.readings.filter(isTranslation)),
    ]),
  );
  const written = await askAbout([...targets.values()].flat(), generate);
  const write = (analysis: string): string => {
    const word = written.get(analysis)?.trim() ?? '';
    return word === '' || UNKNOWN.test(word) ? lemmaOf(analysis) : word;
  };
  return words.map((word) => entriesOf(readings.get(word) ?? [], targets, write));
};

/** What a program answers to each of several analyses. */
const askAbout = async (
  analyses: readonly string[],
  ask: (message: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> => {
  const distinct = [...new Set(analyses)];
  const answers = await inMessages(
    distinct.map((analysis) => `^${analysis}$${SEPARATOR}`),
    ask,
  );
  return new Map(distinct.map((analysis, index) => [analysis, answers[index] ?? '']));
};

/** What a word may be; nothing if the dictionary takes it for several, or does not know it. */
const readingsIn = (stream: string): readonly Reading[] => {
  // The last one is the artificial full stop.
  const [unit, ...others] = unitsIn(stream).slice(0, -1);
  if (!unit || others.length > 0) return [];
  return unit.readings.flatMap((written): readonly Reading[] => {
    const [, , tag = ''] = ANALYSIS.exec(written) ?? [];
    const partOfSpeech = PARTS_OF_SPEECH.get(tag);
    if (!partOfSpeech || written.includes('+')) return [];
    // A capital at the beginning of a sentence is no part of the word.
    const isSmall = partOfSpeech !== 'name' && CAPITALISED.test(unit.surface);
    const analysis = isSmall ? written.charAt(0).toLowerCase() + written.slice(1) : written;
    return [{ analysis, lemma: lemmaOf(analysis), partOfSpeech }];
  });
};

const lemmaOf = (analysis: string): string => {
  const [, head = '', , tail] = ANALYSIS.exec(analysis) ?? [];
  return tail === undefined ? head : `${head} ${tail}`;
};

const isTranslation = (analysis: string): boolean =>
  !UNKNOWN.test(analysis) && !analysis.includes('+') && WORDS.test(lemmaOf(analysis));

/** One entry for each part of speech and lemma, whatever forms of it the word may be. */
const entriesOf = (
  readings: readonly Reading[],
  targets: ReadonlyMap<string, readonly string[]>,
  write: (analysis: string) => string,
): readonly DictionaryEntry[] => {
  const entries = new Map<string, DictionaryEntry>();
  for (const { analysis, lemma, partOfSpeech } of readings) {
    const key = `${partOfSpeech} ${lemma}`;
    const before = entries.get(key)?.translations ?? [];
    const words = (targets.get(analysis) ?? []).map(write).filter((word) => WORDS.test(word));
    const translations = [...new Set([...before, ...words])];
    if (translations.length > 0) entries.set(key, { partOfSpeech, lemma, translations });
  }
  return [...entries.values()];
};
