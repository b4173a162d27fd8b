import { baseOf, type LanguageTag } from '@dragoman/contract';
import { lazyByKey } from '@dragoman/core';
import type { PhraseBook } from '../shortcuts/phrase-book.js';
import type { Edit } from './abbreviations.js';
import { DATE_WORDS } from './english-source.js';

/** What is known about the model that is to read a line. */
export interface LineReader {
  readonly source: LanguageTag;
  countTokens(text: string): number;
  readonly phraseBook?: PhraseBook | undefined;
}

/** Words that are names as well, of persons and companies: a capital at the start does not tell. */
const NAMES: Readonly<Record<string, string>> = {
  en: `Amazon Amber Angel Apple April Art Autumn Basil Bill Bob Brook Carol Carter Chase Christian Chrome
    Clay Cliff Cook Cooper Crystal Daisy Dale Dawn Dean Drew Duke Earl Easter Eve Excel Faith Forest
    Frank Gene Ginger Grace Grant Guy Hazel Heath Heather Holly Hope Hunter Iris Ivy Jack Jay Jean Josh
    Joy June King Kitty Lance Lee Lily Mark Mars Mason Max May Mercury Meta Miles Miller Nick Norm
    Olive Oracle Orange Page Parker Pat Pearl Penny Pierce Price Ray Rich Rob Robin Rose Rosemary Ruby
    Rusty Sandy Shell Skip Stone Sue Summer Target Taylor Teams Turkey Turner Victor Violet Visa Wade
    Walker Will Windows Wood Word Young`,
  de: 'Ernst Frank Wolf Rosa',
  es: `Alba Amado Ángel Blanca Clara Consuelo Cruz Dolores Esperanza Flor Franco Gloria Granada Iglesias
    Justo León Linda Luz Marina Mercedes Nieves Paz Pilar Rocío Rosa Sol Soledad Valencia Victoria`,
  fr: `Aimé Blanche Claire Clément Colombe Constant France Juste Marguerite Marine Olive Orange Pascal
    Pierre Prosper Rose Victoire Violette`,
  it: `Angela Aurora Bianca Bruno Chiara Conte Felice Ferrari Fiore Gioia Grazia Guido Leone Luce Marina
    Pace Rosa Rossi Serena Speranza Stella Vera Viola Vittoria`,
  nl: 'Bakker Beer Bloem Bos Floor Kok Roos Smit Sterre Storm Visser Wil Wit Wolf',
  pl: 'Gracja Jagoda Kalina Lew Malina Róża Wisła Żabka',
  pt: `Branca Céu Clara Esperança Flor Glória Graça Leão Linda Marina Oliveira Paz Pereira Pia Ribeiro
    Rosa Silva Vitória`,
  ru: 'Вера Виктория Лев Лилия Любовь Майя Марина Мир Надежда Победа Роза Слава',
};

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index));
const codes = letters.flatMap((first) => letters.map((second) => first + second));

/** Countries and languages, as the language writes them, and names that are words. */
const namesIn = lazyByKey(NAMES, (names, language): ReadonlySet<string> => {
  const named = (['language', 'region'] as const).flatMap((type) => {
    const display = new Intl.DisplayNames(language, { type, fallback: 'none' });
    return codes.flatMap((code) => display.of(type === 'region' ? code.toUpperCase() : code) ?? []);
  });
  return new Set([...named, ...names.split(/\s+/), ...(language === 'en' ? DATE_WORDS : [])]);
});

/** Whether a word with a capital is a name, or may well be one. Of other languages, no names are known. */
export const isOftenName = (word: string, language: LanguageTag): boolean =>
  namesIn(baseOf(language))?.has(word) ?? true;

const FUNCTION_WORDS = new Set(
  `a an and are as at but by do for from has have how if in into is it its my no not of on or our so than
    that the their them this to up us we what when where who why will with you your`.split(/\s+/),
);

/** Whether an English word, in small letters, joins others: it is no name. */
const isFunctionWord = (word: string): boolean => FUNCTION_WORDS.has(word);

const CAPITALISED =
  /(?<![\p{L}\p{M}\p{N}'’@#_/.&+–-])\p{Lu}[\p{Ll}\p{M}]{1,30}(?![\p{L}\p{M}\p{N}'’@_/&+–]|-(?!\p{Ll})|\.\p{L})/gu;
const WORD = /\p{L}[\p{L}\p{M}'’]*/gu;
/** A heading in capitals has this many words with one, this many of them long, and this share of all. */
const MIN_TITLE_WORDS = 3;
const MIN_LONG_WORDS = 2;
const MIN_LONG_LETTERS = 4;
const TITLE_SHARE = 0.6;
/** In a line of no more words, the first one matters most. */
const MAX_SHORT_WORDS = 6;

/**
 * Capitals of words that the language writes small. At the start of a sentence, a word has been seen
 * less where it has more pieces with its capital; in a short line, also where it has as many. In an
 * English heading such as `How To Clean Your Coffee Machine`, names and the words beside them stay.
 */
export const editsOfCapitals = (
  line: string,
  { source, countTokens, phraseBook }: LineReader,
): readonly Edit[] => {
  const words = Array.from(line.matchAll(CAPITALISED), ({ 0: word, index }) => ({
    word,
    small: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));
  const [first] = words;
  if (!first) return [];
  const wordCount = line.match(WORD)?.length ?? 0;
  const isName = ({ word }: CapitalisedWord): boolean =>
    isOftenName(word, source) || !isCommon(word, phraseBook);
  const isAbbreviation = ({ end }: CapitalisedWord): boolean =>
    line[end] === '.' && end < line.trimEnd().length - 1;
  const isSeenLess = ({ word, small }: CapitalisedWord): boolean => {
    const [tokens, smallTokens] = [countTokens(word), countTokens(small)];
    const isEqual = tokens > 1 && smallTokens === tokens && wordCount <= MAX_SHORT_WORDS;
    return smallTokens < tokens || isEqual;
  };
  const firstLetter = line.search(/[\p{L}\p{N}]/u);
  const isFirst = ({ start }: CapitalisedWord): boolean => start === firstLetter;
  const isTitle =
    baseOf(source) === 'en' &&
    words.length >= MIN_TITLE_WORDS &&
    words.filter(({ word }) => word.length >= MIN_LONG_LETTERS).length >= MIN_LONG_WORDS &&
    words.length >= TITLE_SHARE * wordCount;
  const changed = isTitle
    ? words.filter((word, index) => {
        if (isFunctionWord(word.small) && !isFirst(word)) return true;
        const neighbours = [words[index - 1], words[index + 1]].filter(
          (other) => other?.end === word.start - 1 || other?.start === word.end + 1,
        );
        const isBesideName = neighbours.some(
          (other) => other && !isFunctionWord(other.small) && isName(other),
        );
        if (isName(word) || isBesideName || isAbbreviation(word)) return false;
        return !isFirst(word) || isSeenLess(word);
      })
    : [first].filter(
        (word) =>
          isFirst(word) &&
          // Before another capital, it is a part of a name.
          words[1]?.start !== word.end + 1 &&
          !isAbbreviation(word) &&
          !isName(word) &&
          isSeenLess(word),
      );
  return changed.map(({ small, start, end }) => ({ start, end, text: small }));
};

/** A word of a line that begins with a capital, and where it stands. */
interface CapitalisedWord {
  readonly word: string;
  readonly small: string;
  readonly start: number;
  readonly end: number;
}

/** Whether the phrase book has a word in small letters, with a translation that is not its name. */
const isCommon = (word: string, phraseBook: PhraseBook | undefined): boolean => {
  const small = word.toLowerCase();
  return (
    small.length === word.length &&
    phraseBook?.letterCaseOf(word) === 'lower' &&
    phraseBook.find(small) !== word
  );
};
