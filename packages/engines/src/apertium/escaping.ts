import { APERTIUM_PLACEHOLDERS } from '@dragoman/core/sentinels';
import {
  type CarriedPiece,
  type CarrierKind,
  PLACEHOLDERS,
  placeholder,
  placeholderIndex,
} from './carry-spans.js';

/**
 * Apertium's stream format, as its text formatters write it (`apertium-destxt`,
 * `apertium-retxt`): a backslash before each special character, formatting in `[...]`, and an
 * artificial full stop `.[]` where a sentence ends without saying so.
 * https://wiki.apertium.org/wiki/Apertium_stream_format
 */
const SPECIALS = new RegExp(`[\\^$/<>{}[\\]\\\\@~]|[${APERTIUM_PLACEHOLDERS}]`, 'gu');
const TEXT_END = '.[]';

/** How each carried piece is written into the stream. */
export interface Carriers {
  readonly kinds: readonly CarrierKind[];
  /** Three letters no word of the text begins with; undefined where all travel as blanks. */
  readonly wordPrefix: string | undefined;
}

// Words of no language: consonants only, so that no rule for vowels at a word's start applies, and
// small ones, since a capital at the start of a sentence moves on to the first word translated.
const WORD_PREFIXES = ['xqz', 'wqx', 'zxq', 'qjx'];
const DIGITS = 'bcdfghklmnprstvwxz';

/** Chooses how the pieces of a template travel. */
export const chooseCarriers = (template: string, pieces: readonly CarriedPiece[]): Carriers => {
  const kinds = pieces.map((piece) => piece.kind);
  if (!kinds.includes('word')) return { kinds, wordPrefix: undefined };
  const lowerCase = template.toLowerCase();
  const wordPrefix = WORD_PREFIXES.find((prefix) => !lowerCase.includes(prefix));
  return { kinds, wordPrefix };
};

/** Writes a template as one message of the stream format, without a marker. */
export const encode = (template: string, pieces: readonly CarriedPiece[], carriers: Carriers) =>
  template.replace(SPECIALS, (character) => {
    if (character.length === 1) return character === '~' ? '[~]' : `\\${character}`;
    const index = placeholderIndex(character);
    const word = carriers.kinds[index] === 'word' ? carrierWord(index, carriers.wordPrefix) : '';
    if (word !== '') return word;
    const isParagraphEnd = /\n\s*\n/.test(pieces[index]?.text ?? '');
    return `${isParagraphEnd ? TEXT_END : ''}[@c${index}@]`;
  }) + TEXT_END;

/** Writes a text that nothing is carried in. */
export const encodeText = (text: string): string =>
  encode(text, [], { kinds: [], wordPrefix: undefined });

/**
 * Reads a message of the stream format back into a template.
 * @returns undefined where not every placeholder of the source came back exactly once.
 */
export const decode = (message: string, source: string, carriers: Carriers): string | undefined => {
  if (carriers.kinds.length === 0) return tidySpaces(unescapeMessage(message));
  const withPlaceholders = carriers.wordPrefix
    ? message.replace(wordPattern(carriers.wordPrefix), (word, digits: string) =>
        placeholderOfWord(word, digits),
      )
    : message;
  const template = tidySpaces(unescapeMessage(withPlaceholders));
  return hasSamePlaceholders(source, template) ? template : undefined;
};

const TOKENS = /\.\[\]|\\([\s\S])|\[@c(\d+)@\]|\[((?:[^\]\\]|\\[\s\S])*)\]/g;
const NEEDS_UNESCAPING = /[\\[]/;

const unescapeMessage = (message: string): string =>
  NEEDS_UNESCAPING.test(message)
    ? message.replace(TOKENS, (_, escaped?: string, carried?: string, blank?: string) => {
        if (escaped !== undefined) return escaped;
        if (carried !== undefined) return placeholder(Number(carried));
        // The engine writes blanks of its own, such as ['] before an apostrophe it moved.
        return blank === undefined ? '' : blank.replace(/\\([\s\S])/g, '$1');
      })
    : message;

const tidySpaces = (text: string): string => text.replace(/ {2,}/g, ' ').trim();

const carrierWord = (index: number, prefix: string | undefined): string => {
  const base = DIGITS.length;
  if (prefix === undefined || index >= base * base) return '';
  return `${prefix}${DIGITS[Math.floor(index / base)]}${DIGITS[index % base]}`;
};

// The engine may change the case of a word it does not know.
const wordPattern = (prefix: string): RegExp => new RegExp(`${prefix}([${DIGITS}]{2})`, 'gi');

const placeholderOfWord = (word: string, digits: string): string => {
  const [high = '', low = ''] = digits.toLowerCase();
  const index = DIGITS.indexOf(high) * DIGITS.length + DIGITS.indexOf(low);
  return Number.isInteger(index) ? placeholder(index) : word;
};

const hasSamePlaceholders = (source: string, target: string): boolean => {
  const wanted = source.match(PLACEHOLDERS) ?? [];
  const found = target.match(PLACEHOLDERS) ?? [];
  return found.length === wanted.length && found.toSorted().join() === wanted.toSorted().join();
};
