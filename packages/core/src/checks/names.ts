import { baseOf, editDistance, type LanguageTag } from '@dragoman/contract';

/** A name in a source text: a range of UTF-16 code units. */
interface NameRange {
  readonly start: number;
  readonly end: number;
}

/** Shorter words are alike by chance. */
const MIN_LETTERS = 4;
/** Longer texts have too many words to compare each with each. */
const MAX_CHARACTERS = 1000;
/** A capital says nothing of a word where all nouns have one. */
const CAPITALISED_NOUNS = new Set(['de', 'lb']);
const CAPITALISED = /(?<![\p{L}\p{M}\p{N}])\p{Lu}[\p{L}\p{M}]+/gu;

/**
 * Names that a translation spells wrongly: capitalised inside a sentence of the source, missing in
 * the translation, which has a capitalised word one or two letters away instead ("Kowalski" and
 * "Kowaliski"). A translated name ("Germany", "Deutschland"), an ending ("Annas") or an accent is
 * no mistake.
 */
export const alteredNames = (
  source: string,
  translated: string,
  from: LanguageTag,
): readonly NameRange[] => {
  if (CAPITALISED_NOUNS.has(baseOf(from)) || source.length > MAX_CHARACTERS) return [];
  const found = capitalisedWords(translated).map(({ folded }) => folded);
  const names = capitalisedWords(source).filter(({ start }) => isInsideSentence(source, start));
  const known = new Set(names.map(({ folded }) => folded));
  return names
    .filter(({ folded }) => !found.some((word) => word.startsWith(stemOf(folded))))
    .filter(({ folded }) => found.some((word) => !known.has(word) && isMisspelling(folded, word)))
    .map(({ start, end }) => ({ start, end }));
};

const capitalisedWords = (text: string) =>
  [...text.matchAll(CAPITALISED)]
    .map(({ 0: word, index }) => ({
      start: index,
      end: index + word.length,
      folded: foldWithoutAccents(word),
    }))
    .filter(({ folded }) => folded.length >= MIN_LETTERS);

/** Without case and accents. */
const foldWithoutAccents = (word: string): string =>
  word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Without the last letter where that is a vowel: many languages change it ("Anna", "Annę"). */
const stemOf = (folded: string): string => folded.replace(/[aeiouy]$/u, '');

/** Whether a lower-case word or a comma comes before, so that a name alone explains the capital. */
const isInsideSentence = (text: string, start: number): boolean =>
  /[\p{Ll},]["'“‘(]?\s["'“‘(]?$/u.test(text.slice(Math.max(0, start - 5), start));

/** The same first letter, and one letter more, less or other; two in words of seven letters. */
const isMisspelling = (name: string, word: string): boolean => {
  const most = name.length >= 7 ? 2 : 1;
  return (
    name[0] === word[0] &&
    name !== word &&
    Math.abs(name.length - word.length) <= most &&
    editDistance(name, word) <= most
  );
};
