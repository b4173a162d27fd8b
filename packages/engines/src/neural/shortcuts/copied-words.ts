import { baseOf, type LanguageTag } from '@dragoman/contract/languages';
import { yieldToLoop } from '@dragoman/core/event-loop';
import { NEURAL_PLACEHOLDERS } from '@dragoman/core/sentinels';
import type { PhraseBook } from './phrase-book.js';

// A small model copies a word that it has hardly ever seen, and its phrase book mostly knows a better one.

/** With inner hyphens and apostrophes. */
export const WORD = /\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*/gu;
/**
 * What may stand beside a word of a sentence, placeholders of tags among it; quoted words and parts of
 * names such as `node.js` stay.
 */
const BEFORE = new RegExp(`(?:^|[\\s([{¿¡—–${NEURAL_PLACEHOLDERS}])$`, 'u');
const AFTER = new RegExp(`^(?:[.,;:!?…)\\]}—–]*(?:\\s|$|[${NEURAL_PLACEHOLDERS}])|[)\\]}—–])`, 'u');
/** The longest mark, with an empty place beside it. */
const NEIGHBOURS = 4;
/** Shorter ones are often words of both languages. */
const MIN_LETTERS = 3;
/** Different words of one text that are looked for in books. */
const MAX_WORDS = 10;
/** Languages that write all nouns with a capital: names cannot be told from them. */
const CAPITAL_NOUNS: ReadonlySet<LanguageTag> = new Set(['de', 'lb']);

/** What knows the words of a direction. */
export interface WordBooks {
  readonly source: LanguageTag;
  readonly book: PhraseBook;
  /** Of the opposite direction. */
  readonly backBook?: PhraseBook | undefined;
}

/**
 * A translation in which words that the model copied from the source are translated by its phrase book.
 * Names, quoted words, words of the target language and those that the book does not know stay, and a
 * text that is copied for the most part.
 */
export const translateCopies = async (
  source: string,
  translation: string,
  books: WordBooks,
): Promise<string> => {
  if (!shareWords(source, translation)) return translation;
  const sourceWords = new Set(source.match(WORD));
  const words = [...translation.matchAll(WORD)];
  const copied = words.filter(([word]) => sourceWords.has(word));
  // A check sees that such a text is not translated at all.
  if (copied.length > words.length / 2) return translation;
  const wordsFor = new Map<string, string | undefined>();
  let result = '';
  let position = 0;
  for (const { 0: word, index } of copied) {
    const end = index + word.length;
    if (word.length < MIN_LETTERS || !BEFORE.test(translation.slice(Math.max(0, index - 1), index)))
      continue;
    if (!AFTER.test(translation.slice(end, end + NEIGHBOURS))) continue;
    if (!wordsFor.has(word) && wordsFor.size < MAX_WORDS) {
      const found = wordFor(word, books);
      const isKept = found === undefined || (await isWordOfTarget(word, books));
      wordsFor.set(word, isKept ? undefined : found);
    }
    const other = wordsFor.get(word);
    if (other === undefined) continue;
    result += translation.slice(position, index) + other;
    position = end;
  }
  return result + translation.slice(position);
};

/** A look without classes of characters, which take longer than all else: most texts share no word. */
const BETWEEN_WORDS = new RegExp(`[\\s.,;:!?…()[\\]{}"“”„«»¿¡–—${NEURAL_PLACEHOLDERS}-]+`);

const shareWords = (source: string, translation: string): boolean => {
  const words = new Set(source.split(BETWEEN_WORDS));
  return translation
    .split(BETWEEN_WORDS)
    .some((word) => word.length >= MIN_LETTERS && words.has(word));
};

/** As much of a word that is copied makes a word of no language: `deliverción`. */
const COPIED_START = 4;

/**
 * Counts how many words of a translation are copied from the source, or begin so, though the phrase book
 * has another word for them. Names are not counted.
 */
export const copyCounter = (
  source: string,
  books: WordBooks,
): ((translation: string) => number) => {
  const known = new Map<string, string>();
  for (const [index, word] of (source.match(WORD) ?? []).entries()) {
    const small = word.toLowerCase();
    if (small.length < COPIED_START || (index > 0 && word !== small)) continue;
    known.set(small.slice(0, COPIED_START), small);
  }
  const isCopy = (word: string): boolean => {
    const start = word.slice(0, COPIED_START);
    const own = known.get(start);
    if (own === undefined || books.backBook?.find(word) !== undefined) return false;
    const found = wordFor(own, books);
    return found !== undefined && !found.toLowerCase().startsWith(start);
  };
  return (translation) =>
    known.size === 0
      ? 0
      : [...new Set(translation.toLowerCase().match(WORD))].filter(isCopy).length;
};

/** Whether one of both books has a word in the target language. */
const isWordOfTarget = async (word: string, { book, backBook }: WordBooks): Promise<boolean> => {
  if (backBook?.find(word) !== undefined) return true;
  // A look through all of a book takes a millisecond.
  await yieldToLoop();
  return book.holdsWord(word, 'translations');
};

/** The only word that a phrase book has for a word, unless that may be a name. */
export const wordFor = (word: string, { source, book }: WordBooks): string | undefined => {
  const hasCapital = word !== word.toLowerCase();
  if (hasCapital && CAPITAL_NOUNS.has(baseOf(source))) return undefined;
  // `Luxembourg` and `Thursday` are in the book with a capital only, `baker` is not.
  if (hasCapital && book.letterCaseOf(word) !== 'capital') return undefined;
  const found = book.find(word);
  if (found === undefined || /\s/.test(found)) return undefined;
  return found.toLowerCase() === word.toLowerCase() ? undefined : found;
};
