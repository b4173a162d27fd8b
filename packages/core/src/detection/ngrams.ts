import { brotliDecompressSync } from 'node:zlib';
import type { LanguageTag } from '@dragoman/contract';
import { LANGUAGES, PACKED_NGRAMS, UNUSED_BYTES } from './ngram-table.js';

/** How alike the n-grams of a text and those of languages are: eld's scores, from its own table. */
export interface NgramModel {
  /** Codes of the languages that it knows. */
  readonly languages: readonly string[];
  /** The mean score of a text's n-grams for each language that has any of them, by its code. */
  scoresOf(text: string): ReadonlyMap<string, number>;
}

/** N-grams at the same place in a word: their four bytes as numbers, in order, and their lists. */
interface NgramKind {
  readonly keys: Uint32Array;
  readonly lists: Uint16Array;
}

/** The table as `scripts/pack-ngrams.mjs` describes it. */
interface NgramTable {
  /** Where each list begins in `languages` and `scores`; one more than there are lists. */
  readonly starts: Uint32Array;
  readonly languages: Uint8Array;
  readonly scores: Uint8Array;
  /** Inside a word, at its start, at its end, and the whole of it. */
  readonly kinds: readonly NgramKind[];
}

const KINDS = 4;
/** Every score in the table is less by this. */
const MIN_SCORE = 53;
const NGRAM_BYTES = 4;
const STRIDE = 3;
/** No more of a word is cut into n-grams. */
const MAX_WORD_BYTES = 70;
/** The word after this number of bytes is the last one, and the text ends at the second number. */
const ENOUGH_BYTES = 350;
const MAX_TEXT_BYTES = 380;
const BLANK = 0x20;

// What is no letter of the basic plane, up to an apostrophe before a letter. It is looked for from the
// first of them only, which keeps rows of apostrophes linear.
const SEPARATORS =
  /(?<![^\p{L}]|[\u{10000}-\u{10ffff}])(?:[^\p{L}]|[\u{10000}-\u{10ffff}])+(?<!['`\u2019])/gu;

const unpackTable = (): NgramTable => {
  const packed = brotliDecompressSync(Buffer.from(PACKED_NGRAMS, 'base64'));
  let at = 0;
  const readNumber = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = packed[at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const starts = new Uint32Array(readNumber() + 1);
  for (let list = 1; list < starts.length; list++) {
    starts[list] = (starts[list - 1] ?? 0) + readNumber();
  }
  const pairs = starts.at(-1) ?? 0;
  // Copies, so that what they were cut from can go.
  const languages = Uint8Array.from(packed.subarray(at, at + pairs));
  const scores = Uint8Array.from(packed.subarray(at + pairs, at + 2 * pairs));
  at += 2 * pairs;
  const kinds = Array.from({ length: KINDS }, (): NgramKind => {
    const count = readNumber();
    let last = 0;
    const keys = Uint32Array.from({ length: count }, () => {
      last += readNumber() * 65536 + readNumber();
      return last;
    });
    return { keys, lists: Uint16Array.from({ length: count }, readNumber) };
  });
  return { starts, languages, scores, kinds };
};

/** The words of a text in UTF-8, as many as are looked at. */
const wordBytesOf = (text: string): readonly Uint8Array[] => {
  const bytes = Buffer.from(text.replace(SEPARATORS, ' ').trim().toLowerCase());
  const end = endOf(bytes);
  const words: Uint8Array[] = [];
  for (let start = 0; start < end; ) {
    const blank = bytes.indexOf(BLANK, start);
    const next = blank < 0 || blank > end ? end : blank;
    if (next > start) words.push(bytes.subarray(start, next));
    start = next + 1;
  }
  for (const word of words) {
    for (const [at, byte] of word.entries()) if (UNUSED_BYTES.has(byte)) word[at] = BLANK;
  }
  return words;
};

/** Up to where a text is looked at: to the end of a word, or of a character where that is too far. */
const endOf = (bytes: Buffer): number => {
  if (bytes.length <= ENOUGH_BYTES) return bytes.length;
  const blank = bytes.indexOf(BLANK, ENOUGH_BYTES + 1);
  let end = MAX_TEXT_BYTES + 1;
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end += 1;
  return Math.min(bytes.length, end, blank < 0 ? bytes.length : blank);
};

/** Which of a word's bytes are an n-gram; blanks at its ends say that the word ends there. */
const placeOf = (
  word: Uint8Array,
  start: number,
  end: number,
  isLast: boolean,
): { readonly kind: number; readonly key: number } | undefined => {
  let [first, last, kind] = [start, end, isLast ? 2 : 0];
  if (start === 0) kind += 1;
  else if (word[first] === BLANK) [first, kind] = [first + 1, kind + 1];
  if (!isLast && word[last - 1] === BLANK) [last, kind] = [last - 1, kind + 2];
  if (last - first > NGRAM_BYTES) return undefined;
  let key = 0;
  for (let at = 0; at < NGRAM_BYTES; at++) {
    key = key * 256 + (first + at < last ? (word[first + at] ?? 0) : 0);
  }
  return { kind, key };
};

const findKey = ({ keys, lists }: NgramKind, key: number): number | undefined => {
  let low = 0;
  let high = keys.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = keys[middle] ?? 0;
    if (found === key) return lists[middle];
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
};

/** Reads the table; make one model and keep it. */
export const loadNgramModel = (): NgramModel => {
  const { starts, languages, scores, kinds } = unpackTable();
  return {
    languages: LANGUAGES,
    scoresOf: (text) => {
      const sums = new Float64Array(LANGUAGES.length);
      const seen = new Set<number | string>();
      const look = (word: Uint8Array, start: number, end: number, isLast: boolean): void => {
        const place = placeOf(word, start, end, isLast);
        const name = place
          ? place.kind * 2 ** 32 + place.key
          : Buffer.from(word.subarray(start)).toString('latin1');
        if (seen.has(name)) return;
        seen.add(name);
        const kind = place && kinds[place.kind];
        const list = kind && findKey(kind, place.key);
        if (list === undefined) return;
        for (let at = starts[list] ?? 0; at < (starts[list + 1] ?? 0); at++) {
          const language = languages[at] ?? 0;
          sums[language] = (sums[language] ?? 0) + (scores[at] ?? 0) + MIN_SCORE;
        }
      };
      for (const word of wordBytesOf(text)) {
        const length = Math.min(MAX_WORD_BYTES, word.length);
        let start = 0;
        for (; start + NGRAM_BYTES < length; start += STRIDE) {
          look(word, start, start + NGRAM_BYTES, false);
        }
        // The last one ends with the word, and begins it where there was none before.
        const begin = start === 0 ? 0 : length - NGRAM_BYTES;
        look(word, begin, word.length, true);
      }
      const means = new Map<string, number>();
      for (const [language, code] of LANGUAGES.entries()) {
        const sum = sums[language] ?? 0;
        if (sum > 0) means.set(code, sum / seen.size);
      }
      return means;
    },
  };
};

/** eld's table has one Norwegian, which is bokmål, and one Malay, which stands for Indonesian too. */
const TAGS: Readonly<Record<string, LanguageTag>> = { no: 'nb' };

const tagOf = (code: string): LanguageTag => TAGS[code] ?? code;

/** Its languages, as tags of this service. Its Kurdish and Serbian are the Arabic and Cyrillic ones. */
export const ELD_LANGUAGES: ReadonlySet<LanguageTag> = new Set(LANGUAGES.map(tagOf));

const MAX_TEXT_UNITS = 240;

/** Exponents by number of n-grams, fitted on short and full sentences in 33 languages. */
const STEEPNESS: readonly (readonly [mostNgrams: number, steepness: number])[] = [
  [2, 0.44],
  [4, 0.5],
  [8, 0.54],
  [16, 0.77],
  [Number.POSITIVE_INFINITY, 1.6],
];

/** About how many n-grams a word is cut into: four bytes each, three apart. */
const ngramsIn = (word: string): number =>
  Math.max(1, Math.ceil((Buffer.byteLength(word) - 1) / 3));

const textOf = (words: readonly string[]): { readonly text: string; readonly ngrams: number } => {
  let text = '';
  let ngrams = 0;
  for (const word of words) {
    if (text.length >= MAX_TEXT_UNITS) break;
    text += text === '' ? word : ` ${word}`;
    ngrams += ngramsIn(word);
  }
  return { text: text.slice(0, MAX_TEXT_UNITS + 40), ngrams };
};

/**
 * Log-likelihoods of the languages eld knows, up to a common constant.
 *
 * The sum of a text's scores over its n-grams is too sure of itself, as neighbouring n-grams say the
 * same, so their mean is scaled by the square root of their number and a fitted steepness. Both
 * depend on the exact version of the table.
 */
export const eldScores = (
  model: Pick<NgramModel, 'scoresOf'>,
  words: readonly string[],
): ReadonlyMap<LanguageTag, number> => {
  const { text, ngrams } = textOf(words);
  const scores = new Map<LanguageTag, number>();
  if (ngrams === 0) return scores;
  const steepness = STEEPNESS.find(([most]) => ngrams <= most)?.[1] ?? 1;
  for (const [code, mean] of model.scoresOf(text)) {
    scores.set(tagOf(code), (steepness * mean * Math.sqrt(ngrams)) / 10);
  }
  return scores;
};
