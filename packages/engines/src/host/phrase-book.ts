import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Translations of words and short phrases, from dictionaries and message catalogues: what small
 * models guess, having seen a word too rarely or never without a sentence around it.
 */
export interface PhraseBook {
  /** Whole texts only; undefined for what is not in it. */
  find(text: string): string | undefined;
  /**
   * How a text is written here: `lower` where it has that form, too, `capital` where it only begins
   * with a capital, as German nouns do. Words that are their own translations, letter for letter, are left
   * out: they are names, or borrowed.
   */
  letterCaseOf(text: string): 'lower' | 'capital' | undefined;
  /** Whether a word stands in a phrase or in a translation, as it is or with another first letter. */
  holdsWord(word: string, side: 'phrases' | 'translations'): boolean;
}

/** Longer texts are sentences. */
const MAX_CHARACTERS = 60;
/** A label keeps its colon or dots, and the white space around it. */
const LABEL = /^(\s*)(.*?)(\s*(?::|…|\.\.\.)?\s*)$/su;
const LINE_FEED = 0x0a;
const TAB = 0x09;
/** Lines that are read before other work has its turn: some milliseconds. */
const LINES_A_TURN = 4000;

/**
 * Reads a phrase book: a line for each phrase, `phrase TAB translation`, in the order of the bytes
 * of the phrases. The file stays as it is in memory, and is searched there.
 *
 * A phrase in another letter case than the file has is found, too: one that begins with a capital,
 * or is written in capitals, gets a translation that does the same.
 *
 * @throws Error with a sentence that says what is wrong with the file
 */
export const parsePhraseBook = (file: Buffer): PhraseBook => {
  const reading = lineStarts(file);
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return phraseBookOf(file, step.value);
  }
};

const phraseBookOf = (file: Buffer, starts: Uint32Array): PhraseBook => {
  /** Whether a line's phrase comes before, is, or comes after the wanted one. */
  const compareAt = (line: number, wanted: Buffer): number => {
    const start = starts[line] ?? 0;
    return -wanted.compare(file, start, file.indexOf(TAB, start));
  };
  const findExactly = (phrase: string): string | undefined => {
    const wanted = Buffer.from(phrase);
    let low = 0;
    let high = starts.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const order = compareAt(middle, wanted);
      if (order === 0) {
        const start = (starts[middle] ?? 0) + wanted.length + 1;
        return file.toString('utf8', start, endOfLine(file, start));
      }
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  };
  return {
    find(text) {
      if (text.length > MAX_CHARACTERS) return undefined;
      const [, before = '', phrase = '', after = ''] = LABEL.exec(text) ?? [];
      if (phrase === '') return undefined;
      const plain = plainMarks(phrase);
      const found = findExactly(plain) ?? findInOtherCase(plain, findExactly);
      return found === undefined ? undefined : before + found + after;
    },
    letterCaseOf(text) {
      if (text.length > MAX_CHARACTERS) return undefined;
      const lower = text.toLowerCase();
      const isTranslated = (phrase: string): boolean => {
        const found = findExactly(phrase);
        return found !== undefined && found !== phrase;
      };
      if (isTranslated(lower)) return 'lower';
      return isTranslated(capitalised(lower)) ? 'capital' : undefined;
    },
    holdsWord: (word, side) =>
      word.length <= MAX_CHARACTERS &&
      [...new Set([word, word.toLowerCase(), capitalised(word.toLowerCase())])].some((form) =>
        holdsExactly(file, form, side),
      ),
  };
};

/**
 * Reads the phrase book in a file, with turns for other work.
 *
 * @throws as {@link parsePhraseBook}, and the file system's errors
 */
export const readPhraseBook = async (path: string): Promise<PhraseBook> => {
  const file = await readFile(path);
  const reading = lineStarts(file);
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return phraseBookOf(file, step.value);
    await nextTurn();
  }
};

/** Of a word that is part of many others, no more places are looked at. */
const MAX_PLACES = 500;
const LETTER_OR_MARK = /[\p{L}\p{M}\p{N}]/u;
/** Enough bytes for the character beside a place. */
const CHARACTER_BYTES = 4;

const holdsExactly = (file: Buffer, word: string, side: 'phrases' | 'translations'): boolean => {
  const wanted = Buffer.from(word);
  if (wanted.length === 0) return false;
  let at = file.indexOf(wanted);
  for (let places = 0; at >= 0 && places < MAX_PLACES; places++) {
    const end = at + wanted.length;
    const before = [...file.toString('utf8', Math.max(0, at - CHARACTER_BYTES), at)].at(-1) ?? '';
    const after = [...file.toString('utf8', end, end + CHARACTER_BYTES)][0] ?? '';
    const isWhole = !LETTER_OR_MARK.test(before) && !LETTER_OR_MARK.test(after);
    if (isWhole) {
      const lineStart = at === 0 ? 0 : file.lastIndexOf(LINE_FEED, at - 1) + 1;
      const isTranslation = file.indexOf(TAB, lineStart) < at;
      if (isTranslation === (side === 'translations')) return true;
    }
    at = file.indexOf(wanted, end);
  }
  return false;
};

const findInOtherCase = (
  phrase: string,
  find: (phrase: string) => string | undefined,
): string | undefined => {
  const lower = phrase.toLowerCase();
  const isCapitals = phrase.length > 1 && phrase === phrase.toUpperCase();
  if (isCapitals && phrase !== lower) {
    const found = find(lower) ?? find(capitalised(lower));
    return found?.toUpperCase();
  }
  if (phrase === lower) return find(capitalised(lower));
  const found = find(lower) ?? find(capitalised(lower));
  return found === undefined || !isUpperCase(phrase) ? found : capitalised(found);
};

/** As phrases are written in the file: one kind of apostrophe, no space before a closing mark. */
const plainMarks = (phrase: string): string =>
  phrase.replaceAll('’', "'").replace(/\s(?=[?!]$)/u, '');

const isUpperCase = (text: string): boolean => text.slice(0, 1) !== text.slice(0, 1).toLowerCase();

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const endOfLine = (file: Buffer, start: number): number => {
  let end = start;
  while (end < file.length && file[end] !== LINE_FEED) end += 1;
  return end;
};

/** Stops now and then, so that other work can have its turn. */
function* lineStarts(file: Buffer): Generator<undefined, Uint32Array> {
  const starts: number[] = [];
  let last = { start: 0, end: 0 };
  for (let start = 0; start < file.length; ) {
    const tab = findEither(file, start);
    const end = file[tab] === TAB ? endOfLine(file, tab) : tab;
    const line = starts.length + 1;
    if (tab === start || tab === end)
      throw new Error(`line ${line} is not "phrase TAB translation"`);
    const phrase = { start, end: tab };
    if (line > 1 && !isBefore(file, last, phrase)) {
      throw new Error(`line ${line} is not behind the one before it in the order of bytes`);
    }
    last = phrase;
    starts.push(start);
    start = end + 1;
    if (line % LINES_A_TURN === 0) yield;
  }
  return Uint32Array.from(starts);
}

// Lines are short: calls of the buffer's own methods take longer than these loops.

/** The first tab or line end from a place on, or the end of the file. */
const findEither = (file: Buffer, from: number): number => {
  let at = from;
  while (at < file.length && file[at] !== TAB && file[at] !== LINE_FEED) at += 1;
  return at;
};

interface PhraseInFile {
  readonly start: number;
  readonly end: number;
}

const isBefore = (file: Buffer, one: PhraseInFile, other: PhraseInFile): boolean => {
  let [at, beside] = [one.start, other.start];
  while (at < one.end && beside < other.end && file[at] === file[beside]) {
    at += 1;
    beside += 1;
  }
  if (at === one.end || beside === other.end) return at === one.end && beside < other.end;
  return (file[at] ?? 0) < (file[beside] ?? 0);
};
