import { readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { capitalised } from '@dragoman/core/characters';
import { isGivenName } from '@dragoman/core/names';

/**
 * Translations of words and short phrases, from dictionaries and message catalogues: what small
 * models guess, having seen a word too rarely or never without a sentence around it.
 */
export interface PhraseBook {
  /**
   * Whole texts only; undefined for what is not in it.
   *
   * @param prefix of a model that writes several varieties; what only the variety that it asks for
   *   says is in the book with the prefix and a space in front of it
   */
  find(text: string, prefix?: string): string | undefined;
  /**
   * How a text is written here: `lower` where it has that form, too, `capital` where it only begins
   * with a capital, as German nouns do. Words that are their own translations, verbatim, are left
   * out: they are names, or borrowed.
   */
  letterCaseOf(text: string): 'lower' | 'capital' | undefined;
  /** Whether a word stands in a phrase or in a translation, as it is or with another first letter. */
  holdsWord(word: string, side: 'phrases' | 'translations'): boolean;
}

/** Phrases of books are shorter, with room for a name. */
const MAX_CHARACTERS = 44;
/**
 * A label keeps its colon or dots, a greeting its comma, and both the white space around them. Texts that
 * are too long for a phrase never get here: with many spaces, this takes the cube of their length.
 */
const LABEL = /^(\s*)(.*?)(\s*(?::|,|…|\.\.\.)?\s*)$/su;
/** Answers that are kept of those for which all of the book is searched. */
const MAX_ANSWERS = 2000;
const LINE_FEED = 0x0a;
const TAB = 0x09;
/** Lines that are checked, from all over the file; of a shorter one, all. */
const CHECKED_LINES = 1000;

/**
 * Reads a phrase book: a line for each phrase, `phrase TAB translation`, in the order of the bytes
 * of the phrases. The file stays as it is in memory, and is searched there: what is wrong with a line
 * that was not checked hides some phrases and does nothing else.
 *
 * A phrase in another letter case than the file has is found, too: one that begins with a capital,
 * or is written in capitals, gets a translation that does the same.
 *
 * @throws Error with a sentence that says what is wrong with the file
 */
export const parsePhraseBook = (file: Buffer): PhraseBook => {
  checkLines(file);
  return phraseBookIn(() => file);
};

const phraseBookIn = (read: () => Buffer): PhraseBook => {
  const findExactly = (phrase: string): string | undefined => {
    const file = read();
    const wanted = Buffer.from(phrase);
    // Places between which the line begins.
    let low = 0;
    let high = file.length;
    while (low < high) {
      const line = lineAt(file, (low + high) >> 1);
      const order = wanted.compare(file, line.start, line.tab);
      if (order === 0) return file.toString('utf8', line.tab + 1, line.end);
      if (order > 0) low = line.end + 1;
      else high = line.start;
    }
    return undefined;
  };
  const held = new Map<string, boolean>();
  const holds = (form: string, side: 'phrases' | 'translations'): boolean => {
    const key = `${side} ${form}`;
    let isHeld = held.get(key);
    if (isHeld !== undefined) return isHeld;
    if (held.size >= MAX_ANSWERS) held.clear();
    isHeld = holdsExactly(read(), form, side);
    held.set(key, isHeld);
    return isHeld;
  };
  return {
    find(text, prefix) {
      if (text.length > MAX_CHARACTERS) return undefined;
      const findOwn = (phrase: string): string | undefined =>
        (prefix === undefined ? undefined : findExactly(`${prefix} ${phrase}`)) ??
        findExactly(phrase);
      const findInAnyCase = (phrase: string): string | undefined =>
        findOwn(phrase) ?? findInOtherCase(phrase, findOwn);
      const whole = text.trim();
      const same = findInAnyCase(plainMarks(whole));
      if (same !== undefined) return text.replace(whole, () => same);
      const [, before = '', phrase = '', after = ''] = LABEL.exec(text) ?? [];
      if (phrase === '') return undefined;
      const plain = plainMarks(phrase);
      const isWord = (name: string): boolean => {
        const small = name.toLowerCase();
        const found = isGivenName(name) ? undefined : findOwn(small);
        return found !== undefined && found.toLowerCase() !== small;
      };
      const found =
        (phrase === whole ? undefined : findInAnyCase(plain)) ??
        findWithOtherMark(plain, findInAnyCase) ??
        findWithName(plain, findInAnyCase, isWord) ??
        findWithAnd(plain, findInAnyCase) ??
        findWithAddition(plain, findInAnyCase) ??
        findBesideSlash(plain, findInAnyCase);
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
        holds(form, side),
      ),
  };
};

/**
 * The phrase book in a file, which is read when it is first asked something: of most models, no book
 * ever is. Before that, lines from all over the file are checked. Without the file it has no phrases:
 * then its model is gone, too.
 *
 * @throws as {@link parsePhraseBook}, and the file system's errors
 */
export const openPhraseBook = async (path: string): Promise<PhraseBook> => {
  const handle = await open(path);
  try {
    try {
      checkLines(await readSamples(handle));
    } catch {
      // Which line it is.
      checkLines(await handle.readFile(), Number.POSITIVE_INFINITY);
    }
  } finally {
    await handle.close();
  }
  let file: Buffer | undefined;
  return phraseBookIn(() => {
    file ??= readIfThere(path);
    return file;
  });
};

/** Parts of a file that are checked before it is read. A file that is not larger is checked as a whole. */
const SAMPLES = 16;
const SAMPLE_BYTES = 1024;

/** Lines from all over a file, in their order. */
const readSamples = async (handle: FileHandle): Promise<Buffer> => {
  const { size } = await handle.stat();
  const isSmall = size <= SAMPLES * SAMPLE_BYTES;
  const bytes = isSmall ? size : SAMPLE_BYTES;
  const lines: Buffer[] = [];
  for (let sample = 0; sample < (isSmall ? 1 : SAMPLES); sample++) {
    const place = Math.floor((sample * (size - bytes)) / (SAMPLES - 1));
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, place);
    // The lines that are in it as a whole.
    const start = place === 0 ? 0 : buffer.indexOf(LINE_FEED) + 1;
    const end = place + bytesRead === size ? bytesRead : buffer.lastIndexOf(LINE_FEED) + 1;
    lines.push(buffer.subarray(start, Math.max(start, end)));
  }
  return Buffer.concat(lines);
};

const readIfThere = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
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

/** What ends a sentence, and in chats is often left out. */
const MARKS = ['!', '?', '.'];
/** A short word with a full stop is an abbreviation, `Sat.`, more often than a sentence. */
const MIN_SENTENCE_CHARACTERS = 5;

/**
 * A phrase that the file has with a mark at its end, without that; and one with a full stop that the
 * file has without, or as an exclamation. A mark that languages write in their own ways is not added.
 */
const findWithOtherMark = (
  phrase: string,
  find: (phrase: string) => string | undefined,
): string | undefined => {
  const mark = MARKS.find((one) => phrase.endsWith(one)) ?? '';
  if (mark === '!' || mark === '?') return undefined;
  const words = phrase.slice(0, phrase.length - mark.length);
  if (mark === '.') {
    if (words.length < MIN_SENTENCE_CHARACTERS || words.endsWith('.')) return undefined;
    const found = find(words) ?? withoutMark(find(`${words}!`), '!');
    return found !== undefined && /\p{L}$/u.test(found) ? `${found}.` : undefined;
  }
  for (const one of MARKS) {
    const found = withoutMark(find(words + one), one);
    if (found !== undefined) return found;
  }
  return undefined;
};

const withoutMark = (translation: string | undefined, mark: string): string | undefined =>
  translation?.endsWith(mark)
    ? translation.slice(0, -mark.length).trimEnd().replace(/^[¡¿]/u, '')
    : undefined;

/** What stands for a name in the phrases of the file, such as `Dear Mr. {name}`. */
const NAME = '{name}';
/** A name of one or two words at the end of a greeting, and the mark behind it. */
const NAMES = [1, 2].map(
  (words) =>
    new RegExp(`^(.*\\s)(\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+){${words - 1}})([.!]?)$`, 'su'),
);
const WORDS_FOR_AND = ['and', 'und', 'et', 'y', 'e', 'en', 'i', 'и'];
/** Two names at its end, and the word between them. */
const TWO_NAMES = new RegExp(
  `^(.*\\s)(\\p{Lu}[\\p{L}'’-]+) (${WORDS_FOR_AND.join('|')}) (\\p{Lu}[\\p{L}'’-]+)([.!]?)$`,
  'su',
);
const TITLE =
  /(?<!\p{L})(?:M(?:r|rs|s)\.?|Herrn?|Frau|M(?:onsieur|adame|\.|me|lle)|Sra?\.|signora?|Sig\.(?:ra)?|heer|meneer|mevrouw|dhr\.|mw\.|Pani?e?|госпо(?:дин|жа)) $/u;

/** A greeting with one or two names. What stands behind no title and is a word of the file is no name. */
const findWithName = (
  phrase: string,
  find: (phrase: string) => string | undefined,
  isWord: (name: string) => boolean,
): string | undefined => {
  const findAround = (before: string, mark: string): string | undefined => {
    const start = before + NAME;
    return find(start + mark) ?? findWithOtherMark(start + mark, find);
  };
  for (const pattern of NAMES) {
    const [, before = '', name = '', mark = ''] = pattern.exec(phrase) ?? [];
    if (name === '' || (!TITLE.test(before) && isWord(name))) continue;
    const found = findAround(before, mark);
    if (found !== undefined) return found.replace(NAME, () => nameFor(found, name));
  }
  const [, before = '', one = '', and = '', other = '', mark = ''] = TWO_NAMES.exec(phrase) ?? [];
  if (one === '' || TITLE.test(before) || isWord(one) || isWord(other)) return undefined;
  const joined = find(and);
  if (joined === undefined) return undefined;
  return findAround(before, mark)?.replace(NAME, () => `${one} ${joined} ${other}`);
};

const AND = / & /;

/** `Terms & Conditions`, where the file has the word. */
const findWithAnd = (
  phrase: string,
  find: (phrase: string) => string | undefined,
): string | undefined => {
  if (!AND.test(phrase)) return undefined;
  for (const word of WORDS_FOR_AND) {
    const found = find(phrase.replace(AND, ` ${word} `));
    if (found !== undefined) return found;
  }
  return undefined;
};

/** `Cart (3)`, `Phone (optional)`. */
const ADDITION = /^([^()]+) \(([^()]+)\)$/;

/** A phrase with something in brackets that is a number, or a phrase as well. */
const findWithAddition = (
  phrase: string,
  find: (phrase: string) => string | undefined,
): string | undefined => {
  const [, before = '', addition = ''] = ADDITION.exec(phrase) ?? [];
  const found = before === '' ? undefined : find(before);
  const added = /\p{L}/u.test(addition) ? find(addition) : addition;
  return found === undefined || added === undefined ? undefined : `${found} (${added})`;
};

/** Two or three phrases with nothing but a slash between them, all of which the file has: `Yes/No`. */
const findBesideSlash = (
  phrase: string,
  find: (phrase: string) => string | undefined,
): string | undefined => {
  const parts = phrase.split('/');
  if (parts.length < 2 || parts.length > 3 || parts.some((part) => part.length < 2))
    return undefined;
  const found = parts.map((part) => find(part));
  return found.includes(undefined) ? undefined : found.join('/');
};

/** Latin letters of Cyrillic ones, for names (BGN/PCGN romanisation of Russian, without its marks). */
const ROMANISED: Readonly<Record<string, string>> = Object.fromEntries(
  'а=a б=b в=v г=g д=d е=e ё=yo ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya і=i ї=yi є=ye ґ=g ў=w'
    .split(' ')
    .map((pair) => pair.split('=')),
);

const CYRILLIC = /\p{Script=Cyrillic}/u;

/** A name in the letters of the translation that it is put into. */
const nameFor = (translation: string, name: string): string => {
  if (CYRILLIC.test(translation)) return name;
  const isCapitals = name.length > 1 && name === name.toUpperCase();
  const romanised = name.replace(/\p{Script=Cyrillic}/gu, (letter) => {
    const latin = ROMANISED[letter.toLowerCase()] ?? letter;
    if (isCapitals) return latin.toUpperCase();
    return isUpperCase(letter) ? capitalised(latin) : latin;
  });
  return CYRILLIC.test(romanised) ? name : romanised;
};
/** As phrases are written in the file: one kind of apostrophe, no space before a closing mark. */
const plainMarks = (phrase: string): string =>
  phrase.replaceAll('’', "'").replace(/\s(?=[?!]$)/u, '');

const isUpperCase = (text: string): boolean => text.slice(0, 1) !== text.slice(0, 1).toLowerCase();

/** A line of the file, as places in it; without a tab, that of the end counts as one. */
interface Line {
  readonly start: number;
  readonly tab: number;
  readonly end: number;
}

/** The line that a place is in. Lines are short: the buffer's own methods take longer than loops. */
const lineAt = (file: Buffer, place: number): Line => {
  let start = place;
  while (start > 0 && file[start - 1] !== LINE_FEED) start -= 1;
  let tab = start;
  while (tab < file.length && file[tab] !== TAB && file[tab] !== LINE_FEED) tab += 1;
  let end = tab;
  while (end < file.length && file[end] !== LINE_FEED) end += 1;
  return { start, tab, end };
};

/** @throws Error that names the line: one that is no entry, or not behind the one that was checked before */
const checkLines = (file: Buffer, checkedLines = CHECKED_LINES): void => {
  let last: Line | undefined;
  for (let place = 0; place < file.length; ) {
    const line = lineAt(file, place);
    const { start, tab, end } = line;
    if (tab === start || tab >= end - 1)
      throw damaged(file, line, 'is not "phrase TAB translation"');
    if (last && file.compare(file, last.start, last.tab, start, tab) <= 0) {
      throw damaged(file, line, 'is not behind those before it in the order of bytes');
    }
    last = line;
    place = Math.max(end + 1, place + Math.floor(file.length / checkedLines));
  }
};

const damaged = (file: Buffer, { start }: Line, what: string): Error => {
  const line = file.toString('latin1', 0, start).split('\n').length;
  return new Error(`line ${line} ${what}`);
};
