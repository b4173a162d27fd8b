import { type DocumentLimits, requireWithin } from './limits.js';
import { append } from './many-values.js';
import { readMnemonic } from './mnemonics.js';
import type { Code, Inline, Paragraph, Slot, TextWrapper, WriteOptions } from './model.js';
import { createParagraph, keyOfParagraph } from './paragraph.js';

/** A paragraph with its place, as a filter found it. */
interface FoundParagraph {
  readonly start: number;
  readonly end: number;
  readonly inlines: readonly Inline[];
  readonly codes?: readonly Code[];
  readonly run?: TextWrapper | undefined;
  readonly encode: (text: string) => string;
  readonly finish?: ((rendered: string, options: WriteOptions) => string) | undefined;
  readonly isAdded?: boolean;
  /** Whether white space within it is one space, whatever it is made of. */
  readonly joinsSpace?: boolean;
  /** Takes the paragraph with the same text when there is one: the text is in the document twice. */
  readonly isCopy?: boolean;
}

export interface ParagraphCollector {
  readonly paragraphs: Paragraph[];
  /** @returns the slot to fill, or undefined when there is nothing to translate in it */
  add(found: FoundParagraph): Slot | undefined;
}

/** Most slots have none of one thing or another, and one empty list is enough for all of them. */
const NONE: readonly never[] = [];

const orNone = <Item>(items: readonly Item[]): readonly Item[] =>
  items.length === 0 ? NONE : items;

/** Whether there is anything to translate: a letter, and more than an address or a lone code. */
const isTranslatable = (text: string): boolean => {
  const trimmed = text.trim();
  return /\p{L}/u.test(trimmed) && !ADDRESS.test(trimmed);
};

const ADDRESS =
  /^(?:(?:https?|ftp|file):\/\/\S+|mailto:\S+|www\.\S+|[^\s@]+@[^\s@]+\.\p{L}{2,})$/iu;

/** Whether a value of a table or a data file is an identifier rather than words: `A-17/b`. */
export const isCode = (text: string): boolean =>
  !/\s/.test(text.trim()) && /[\d_]/.test(text) && /^[\p{L}\p{N}_.:/#-]+$/u.test(text.trim());

/** A paragraph cut into what is to be translated and what stays around it. */
interface TrimmedInlines {
  readonly before: readonly Inline[];
  readonly core: readonly Inline[];
  readonly after: readonly Inline[];
}

/**
 * Takes white space, codes without text and codes around the whole off both ends, so that a
 * paragraph all in bold is plain text to the translator.
 */
export const trimInlines = (
  inlines: readonly Inline[],
  codes: readonly Code[],
  isTrimmed: (text: string) => boolean = () => true,
): TrimmedInlines => {
  const partners = partnersOf(inlines);
  const texts = textsBefore(inlines, codes);
  const before: Inline[] = [];
  /** The last one first. */
  const after: Inline[] = [];
  const rest = [...inlines];
  let first = 0;
  let last = inlines.length - 1;

  const trimStart = (): boolean => {
    const item = rest[first];
    if (!item) return false;
    if (item.kind === 'text') {
      const text = item.text.trimStart();
      if (text === item.text || !isTrimmed(item.text)) return false;
      before.push({ kind: 'text', text: item.text.slice(0, item.text.length - text.length) });
      if (text === '') first++;
      else rest[first] = { kind: 'text', text };
      return true;
    }
    if (item.kind === 'point') {
      if (codes[item.code]?.kind === 'kept') return false;
      before.push(item);
      first++;
      return true;
    }
    const partner = partners[first] ?? -1;
    if (item.kind !== 'open' || partner < 0) return false;
    if (partner === last) {
      before.push(item);
      after.push(rest[last] as Inline);
      first++;
      last--;
      return true;
    }
    if (texts[first] !== texts[partner]) return false;
    append(before, rest.slice(first, partner + 1));
    first = partner + 1;
    return true;
  };

  const trimEnd = (): boolean => {
    const item = rest[last];
    if (!item) return false;
    if (item.kind === 'text') {
      const text = item.text.trimEnd();
      if (text === item.text || !isTrimmed(item.text)) return false;
      after.push({ kind: 'text', text: item.text.slice(text.length) });
      if (text === '') last--;
      else rest[last] = { kind: 'text', text };
      return true;
    }
    if (item.kind === 'point') {
      if (codes[item.code]?.kind === 'kept') return false;
      after.push(item);
      last--;
      return true;
    }
    const partner = partners[last] ?? -1;
    if (item.kind !== 'close' || partner < first) return false;
    if (texts[partner] !== texts[last]) return false;
    append(after, rest.slice(partner, last + 1).reverse());
    last = partner - 1;
    return true;
  };

  while (first <= last && trimStart());
  while (first <= last && trimEnd());
  // A pair around everything may only show once the other end is trimmed.
  while (first <= last && (trimStart() || trimEnd()));
  return { before, core: rest.slice(first, last + 1), after: after.reverse() };
};

const hasText = (inline: Inline, codes: readonly Code[]): boolean =>
  inline.kind === 'text'
    ? inline.text.trim() !== ''
    : inline.kind === 'point' && codes[inline.code]?.kind === 'kept';

/** For every inline how many before it have text, so that a stretch without any is found at once. */
const textsBefore = (inlines: readonly Inline[], codes: readonly Code[]): Int32Array => {
  const counts = new Int32Array(inlines.length);
  for (let index = 1; index < inlines.length; index++) {
    const isText = hasText(inlines[index - 1] as Inline, codes);
    counts[index] = (counts[index - 1] as number) + (isText ? 1 : 0);
  }
  return counts;
};

/** For every opening and closing code the index of the other; -1 where there is none. */
const partnersOf = (inlines: readonly Inline[]): Int32Array => {
  const partners = new Int32Array(inlines.length).fill(-1);
  const open: number[] = [];
  for (const [index, inline] of inlines.entries()) {
    if (inline.kind === 'open') open.push(index);
    if (inline.kind !== 'close') continue;
    const partner = open.pop();
    if (partner === undefined) continue;
    partners[index] = partner;
    partners[partner] = index;
  }
  return partners;
};

const withoutMnemonic = (
  found: Pick<FoundParagraph, 'inlines' | 'encode'>,
): Pick<FoundParagraph, 'inlines' | 'encode'> => {
  const [only, ...others] = found.inlines;
  const mnemonic =
    only?.kind === 'text' && others.length === 0 ? readMnemonic(only.text) : undefined;
  if (!mnemonic) return found;
  const encode = (text: string): string => found.encode(mnemonic.write(text));
  return { inlines: plainText(mnemonic.text), encode };
};

const withJoinedSpace = (inline: Inline): Inline =>
  inline.kind === 'text'
    ? { kind: 'text', text: inline.text.replace(/[ \t\r\n\f]+/g, ' ') }
    : inline;

interface CollectorOptions {
  /** Whether texts may be labels with a key: `&File`. */
  readonly hasMnemonics?: boolean;
}

/** Gathers the paragraphs of a document over all its parts. */
export const createParagraphCollector = (
  limits: DocumentLimits,
  { hasMnemonics = false }: CollectorOptions = {},
): ParagraphCollector => {
  const paragraphs: Paragraph[] = [];
  const byKey = new Map<string, number>();
  let indexed = 0;
  /** Most documents have no copies, so texts are put into an index only when one is asked for. */
  const findSame = (paragraph: Paragraph): number | undefined => {
    for (; indexed < paragraphs.length; indexed++) {
      byKey.set(keyOfParagraph(paragraphs[indexed] as Paragraph), indexed);
    }
    return byKey.get(keyOfParagraph(paragraph));
  };
  return {
    paragraphs,
    add(added) {
      const { start, end, codes = [], run, finish, isAdded, joinsSpace, isCopy } = added;
      const { inlines, encode } = hasMnemonics ? withoutMnemonic(added) : added;
      const { before, core: trimmed, after } = trimInlines(inlines, codes);
      const core = joinsSpace ? trimmed.map(withJoinedSpace) : trimmed;
      const words = core.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('');
      if (!isTranslatable(words)) return undefined;
      const found = createParagraph(core, codes);
      let paragraph = isCopy ? findSame(found) : undefined;
      if (paragraph === undefined) {
        requireWithin(paragraphs.length + 1, limits, 'paragraphs');
        paragraph = paragraphs.push(found) - 1;
      }
      // Written out: spreading another object into it makes a hidden class for every slot.
      return {
        start,
        end,
        paragraph,
        run,
        encode,
        finish,
        isAdded,
        codes: orNone(codes),
        before: orNone(before),
        core: found.codes.length > 0 ? core : NONE,
        after: orNone(after),
      };
    },
  };
};

/** The pieces of plain text without codes. */
export const plainText = (text: string): readonly Inline[] => [{ kind: 'text', text }];
