import type { Slot } from '../model.js';
import type { ParagraphCollector } from '../paragraph-collector.js';
import { branchSlots, formNotes, MAX_CHARACTERS, sentencesLength } from './message-branches.js';
import type { Branch, Choice, MessagePart } from './message-parts.js';

/** How the file that holds a message writes text. */
interface MessageHost {
  readonly collector: ParagraphCollector;
  readonly decode: (source: string) => string;
  readonly encode: (text: string) => string;
  /** Whether every apostrophe is doubled, as Java wants it, even one that quotes nothing. */
  readonly doublesApostrophes: boolean;
  /** Whether there may be XML tags in it, which `decode` gets one by one. */
  readonly hasTags?: boolean;
}

/** Finds the branches of messages in the formats that hold them. */
interface IcuMessages {
  /**
   * Makes a paragraph of every branch: a whole sentence, with what stands around the branches.
   *
   * @param source the message as the file has it
   * @param offset where it begins in the file
   * @returns undefined where it is no message with branches
   */
  readonly slots: (
    source: string,
    offset: number,
    host: MessageHost,
  ) => readonly Slot[] | undefined;
  /** What to say about plural forms that were added. */
  readonly notes: () => readonly string[];
}

const BRANCHES = /\{\s*[\p{L}\p{M}\p{N}_.-]+\s*,\s*(?:plural|select|selectordinal|choice)\s*,/u;
/** Escapes of the file around the message that hide what belongs to its syntax. */
const HIDDEN_SYNTAX = /(?<!\\)(?:\\\\)*\\(?:u00(?:7[bBdDcC]|2[37])|[{}'#|,])/;
const SPACE = /(?:\s|\\\r?\n)*/y;
const MAX_LEVELS = 6;
const MAX_BRANCHES = 500;

const TAG = /<[^<>]*>/g;
const HIDDEN = '\ue000';
const hideTag = (tag: string): string => HIDDEN.repeat(tag.length);
const HIDDEN_TAG = new RegExp(`${HIDDEN}+`, 'g');

/** A part with the tags in it as arguments. Tags side by side are one. */
const withTags = (part: MessagePart, syntax: string): readonly MessagePart[] => {
  if (part.kind === 'choice') {
    const branches = part.branches.map((branch) => ({
      ...branch,
      parts: branch.parts.flatMap((inner) => withTags(inner, syntax)),
    }));
    return [{ ...part, branches }];
  }
  if (part.kind !== 'text') return [part];
  const found: MessagePart[] = [];
  let { start } = part;
  const addText = (end: number): void => {
    if (end > start) found.push({ kind: 'text', start, end });
  };
  for (const { index, 0: tag } of syntax.slice(part.start, part.end).matchAll(HIDDEN_TAG)) {
    const at = part.start + index;
    addText(at);
    start = at + tag.length;
    found.push({ kind: 'argument', start: at, end: start });
  }
  addText(part.end);
  return found;
};

/** Whether a text may hold messages: worth another look. */
export const mayHaveMessages = (text: string): boolean => BRANCHES.test(text);

export const createIcuMessages = (): IcuMessages => {
  const forms = { added: new Set<string>(), lacking: new Set<string>() };
  return {
    slots(source, offset, host) {
      const { hasTags = false } = host;
      const syntax = hasTags ? source.replace(TAG, hideTag) : source;
      if (!BRANCHES.test(syntax) || HIDDEN_SYNTAX.test(syntax)) return undefined;
      const read = parseMessage(syntax);
      const parts = hasTags && read ? read.flatMap((part) => withTags(part, syntax)) : read;
      if (!parts?.some(({ kind }) => kind === 'choice')) return undefined;
      const { collector, decode, encode, doublesApostrophes } = host;
      const dialect = {
        decode: (text: string, specials: string) => unquote(decode(text), specials),
        encode: (text: string, specials: string) =>
          encode(quote(text, specials, doublesApostrophes)),
        writeForm: (key: string, rendered: string, isSpaced: boolean) =>
          ` ${key}${isSpaced ? ' ' : ''}{${rendered}}`,
        closingLength: 1,
      };
      return branchSlots(parts, { source, offset, collector, dialect, forms });
    },
    notes: () => formNotes(forms),
  };
};

/**
 * Whether a text begins branches that cannot be read: a brace is missing or one too many, there is no
 * form, or there are more than 6 levels, 500 branches or 200,000 characters in all sentences.
 */
export const isBrokenMessage = (source: string): boolean =>
  BRANCHES.test(source) && parseMessage(source) === undefined;

/** @returns undefined for what is not well-formed, which files are allowed to have as plain text */
const parseMessage = (source: string): readonly MessagePart[] | undefined => {
  let position = 0;
  let branchCount = 0;

  /** Thrown and caught here: most values of a file are no messages. */
  const fail = (): never => {
    throw new SyntaxError('no message');
  };
  const skipSpace = (): void => {
    // A value of Java properties goes on behind a backslash.
    SPACE.lastIndex = position;
    position += SPACE.exec(source)?.[0].length ?? 0;
  };
  const word = (pattern: RegExp): string => {
    pattern.lastIndex = position;
    const found = pattern.exec(source)?.[0] ?? fail();
    position += found.length;
    return found;
  };
  const expect = (sign: string): void => {
    if (source[position] !== sign) fail();
    position++;
  };

  /** Skips an apostrophe and what it quotes. */
  const skipQuote = (specials: string): void => {
    const next = source[position + 1] ?? '';
    position += 1;
    if (next === "'") position += 1;
    else if (next !== '' && specials.includes(next)) {
      for (;;) {
        const end = source.indexOf("'", position);
        if (end < 0) fail();
        position = end + 1;
        if (source[position] !== "'") return;
        position++;
      }
    }
  };

  /** @param category the key of the plural branch around; undefined outside of plurals */
  const readParts = (category: string | undefined, ends: string, level: number): MessagePart[] => {
    if (level > MAX_LEVELS) fail();
    const specials = `{}${category === undefined ? '' : '#'}${ends.includes('|') ? '|' : ''}`;
    const parts: MessagePart[] = [];
    let textStart = position;
    const endText = (): void => {
      if (position > textStart) parts.push({ kind: 'text', start: textStart, end: position });
    };
    while (position < source.length && !ends.includes(source[position] as string)) {
      const sign = source[position];
      if (sign === "'") skipQuote(specials);
      else if (sign === '{') {
        endText();
        parts.push(readArgument(category, level));
        textStart = position;
      } else if (sign === '}') fail();
      else if (sign === '#' && category !== undefined) {
        endText();
        parts.push({ kind: 'number', start: position, end: ++position, category });
        textStart = position;
      } else position++;
    }
    endText();
    return parts;
  };

  const readArgument = (category: string | undefined, level: number): MessagePart => {
    const start = position;
    expect('{');
    skipSpace();
    word(/[\p{L}\p{M}\p{N}_.-]+/uy);
    skipSpace();
    if (source[position] === ',') {
      position++;
      skipSpace();
      const type = word(/\w+/y);
      skipSpace();
      if (/^(?:plural|select|selectordinal|choice)$/.test(type)) {
        expect(',');
        return readChoice(type as Choice['type'], start, category, level);
      }
      let depth = 0;
      for (; source[position] !== '}' || depth > 0; position++) {
        if (position >= source.length) fail();
        if (source[position] === '{') depth++;
        else if (source[position] === '}') depth--;
      }
    }
    expect('}');
    return { kind: 'argument', start, end: position };
  };

  const readChoice = (
    type: Choice['type'],
    start: number,
    category: string | undefined,
    level: number,
  ): Choice => {
    const branches: Branch[] = [];
    const add = (branch: Branch): void => {
      if (++branchCount > MAX_BRANCHES) fail();
      branches.push(branch);
    };
    if (type === 'choice') {
      do {
        if (branches.length > 0) position++;
        const key = word(/\s*-?[\d.∞]+\s*[#<≤]/y);
        const from = position;
        const parts = readParts(undefined, '|}', level + 1);
        add({ key, start: from, end: position, parts });
      } while (source[position] === '|');
      expect('}');
      return { kind: 'choice', type, start, end: position, branches };
    }
    skipSpace();
    const offset =
      type !== 'select' && source.startsWith('offset:', position)
        ? Number.parseInt(word(/offset:\s*\d+/y).slice('offset:'.length), 10)
        : undefined;
    for (skipSpace(); source[position] !== '}'; skipSpace()) {
      const key = word(/=?[\p{L}\p{M}\p{N}_.-]+/uy);
      skipSpace();
      expect('{');
      const from = position;
      const parts = readParts(type === 'select' ? category : key, '}', level + 1);
      add({ key, start: from, end: position, parts });
      expect('}');
    }
    position++;
    if (!branches.some(({ key }) => key === 'other')) fail();
    return { kind: 'choice', type, start, end: position, offset, branches };
  };

  try {
    const parts = readParts(undefined, '', 0);
    const isWhole = position === source.length && sentencesLength(parts) <= MAX_CHARACTERS;
    return isWhole ? parts : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** Text of a message without the apostrophes that quote in it. */
const unquote = (text: string, specials: string): string => {
  let written = '';
  for (let position = 0; position < text.length; position++) {
    const sign = text[position] as string;
    const next = text[position + 1] ?? '';
    if (sign !== "'" || (next !== "'" && (next === '' || !specials.includes(next))))
      written += sign;
    else if (next === "'") {
      written += "'";
      position++;
    } else {
      for (position++; position < text.length; position++) {
        if (text[position] !== "'") written += text[position];
        else if (text[position + 1] === "'") {
          written += "'";
          position++;
        } else break;
      }
    }
  }
  return written;
};

/** Text as a message has it. Apostrophes at its end could quote what follows. */
const quote = (text: string, specials: string, doublesAll: boolean): string => {
  const special = `[${specials}]`;
  const run = new RegExp(`[${specials}']*${special}[${specials}']*|'+`, 'g');
  return text.replace(run, (found, at: number) => {
    const doubled = found.replaceAll("'", "''");
    if (new RegExp(special).test(found)) return `'${doubled}'`;
    const isAlone = found.length === 1 && at + 1 < text.length;
    return doublesAll || !isAlone ? doubled : found;
  });
};
