import { decodeHTML, decodeXML } from 'entities';
import { OBJECT_CHARACTER } from '../sentinels.js';
import type { MarkupItem } from './classify.js';
import type { MarkupSyntax } from './token.js';

/** A tag or other markup inside a paragraph. It lies between two characters of the paragraph's text. */
export interface Marker {
  readonly kind: 'open' | 'close' | 'point';
  /** Offset in the paragraph's text. */
  readonly at: number;
  /** Its stretch of the marked text. */
  readonly start: number;
  readonly end: number;
  /** Index among the markers of the tag that belongs to it; undefined for a tag left alone. */
  partner: number | undefined;
}

/** A stretch of a paragraph's text and the stretch of the marked text it was read from. */
export interface Stretch {
  readonly at: number;
  readonly length: number;
  readonly start: number;
  readonly end: number;
  /** `plain`: verbatim; `reference`: such as `&amp;`; `object`: stands for content kept. */
  readonly kind: 'plain' | 'reference' | 'object';
}

/**
 * Text that is read in one go, apart from the markup inside it: a paragraph, a heading, a cell.
 */
export interface Paragraph {
  /** References are decoded; an {@link OBJECT_CHARACTER} stands for each untranslated object. */
  readonly text: string;
  /** Make up `text`, in order. */
  readonly stretches: readonly Stretch[];
  /** In the order of the marked text. */
  readonly markers: readonly Marker[];
  readonly isPreformatted: boolean;
  /** Its stretch of the marked text. */
  readonly start: number;
  readonly end: number;
}

/** How the text of paragraphs is read; with `codes`, no character has a meaning. */
export type ParagraphSyntax = MarkupSyntax | 'codes';

/** The paragraphs of a marked text, in order; those without any text are left out. */
export const findParagraphs = (
  source: string,
  items: readonly MarkupItem[],
  syntax: ParagraphSyntax,
): readonly Paragraph[] => {
  const paragraphs: Paragraph[] = [];
  const nextAmpersand = createSeeker(source, '&');
  let from = 0;
  const finish = (to: number): void => {
    if (from === to) return;
    const own = items.slice(from, to);
    if (own.some((item) => item.kind === 'text')) {
      paragraphs.push(buildParagraph(source, own, { syntax, nextAmpersand }));
    }
  };
  for (const [index, { kind }] of items.entries()) {
    if (kind !== 'boundary') continue;
    finish(index);
    from = index + 1;
  }
  finish(items.length);
  return paragraphs;
};

/** Where a character stands next; asked with growing positions, the whole takes linear time. */
type Seeker = (from: number) => number;

const createSeeker = (source: string, character: string): Seeker => {
  let next = -1;
  return (from) => {
    if (next < from) next = source.indexOf(character, from);
    if (next < 0) next = Number.POSITIVE_INFINITY;
    return next;
  };
};

interface ReadingOptions {
  readonly syntax: ParagraphSyntax;
  readonly nextAmpersand: Seeker;
}

const buildParagraph = (
  source: string,
  items: readonly MarkupItem[],
  options: ReadingOptions,
): Paragraph => {
  const parts: string[] = [];
  const stretches: Stretch[] = [];
  const markers: Marker[] = [];
  const pairing = createPairing(markers);
  let at = 0;
  const add = (text: string, start: number, end: number, kind: Stretch['kind']): void => {
    if (start === end) return;
    parts.push(text);
    stretches.push({ at, length: text.length, start, end, kind });
    at += text.length;
  };
  for (const { kind, start, end, name } of items) {
    if (kind === 'text') readText(source, { start, end }, options, add);
    else if (kind === 'object') add(OBJECT_CHARACTER, start, end, 'object');
    else if (kind !== 'boundary') {
      markers.push({ kind, at, start, end, partner: undefined });
      pairing(kind, name);
    }
  }
  return {
    text: parts.join(''),
    stretches,
    markers,
    isPreformatted: items.some((item) => item.kind === 'text' && item.isPreformatted),
    start: items[0]?.start ?? 0,
    end: items.at(-1)?.end ?? 0,
  };
};

/**
 * What a reference such as `&amp;` stands for; `unknown` where it looks like one and is none that
 * can be read here.
 */
type Decoded = { readonly text: string } | 'unknown';

/** Everything that may be a reference; a longer name than this is none. */
const REFERENCE = /&(?:#[0-9]{1,9}|#[xX][0-9a-fA-F]{1,8}|[\p{L}_][\p{L}\p{N}_.:-]{0,40});?/uy;
/** HTML's names end with the first character that is no letter or digit. */
const HTML_REFERENCE = /&(?:#[0-9]{1,9}|#[xX][0-9a-fA-F]{1,8}|[a-zA-Z][a-zA-Z0-9]{0,40});?/y;
/**
 * Names from HTML that XML vocabularies commonly declare alike: accented letters and punctuation.
 * Others may mean anything in a document type of its own.
 */
const COMMON_CHARACTER = /^[\u00a0-\u017f\u02c6\u02dc\u2002-\u2044\u20ac\u2122\u2190-\u2194]$/u;
/** Controls and halves of characters, which no engine and no XML document takes. */
const UNREADABLE = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffd\ufffe\uffff]/u;

/**
 * Reads the reference at an ampersand.
 *
 * @returns where it ends and what it means; undefined where the ampersand is but a sign
 */
const readReference = (
  source: string,
  index: number,
  syntax: MarkupSyntax,
): { readonly end: number; readonly decoded: Decoded } | undefined => {
  const pattern = syntax === 'html' ? HTML_REFERENCE : REFERENCE;
  pattern.lastIndex = index;
  const found = pattern.exec(source)?.[0];
  if (found === undefined || (syntax === 'xml' && !found.endsWith(';'))) return undefined;
  const text = syntax === 'html' ? decodeHTML(found) : decodeXmlReference(found);
  const end = index + found.length;
  if (text !== found) return { end, decoded: UNREADABLE.test(text) ? 'unknown' : { text } };
  return found.endsWith(';') ? { end, decoded: 'unknown' } : undefined;
};

const decodeXmlReference = (reference: string): string => {
  const text = decodeXML(reference);
  if (text !== reference) return text;
  const common = decodeHTML(reference);
  return COMMON_CHARACTER.test(common) ? common : reference;
};

const readText = (
  source: string,
  { start, end }: { readonly start: number; readonly end: number },
  { syntax, nextAmpersand }: ReadingOptions,
  add: (text: string, start: number, end: number, kind: Stretch['kind']) => void,
): void => {
  if (syntax === 'codes') {
    add(source.slice(start, end), start, end, 'plain');
    return;
  }
  let plainStart = start;
  let index = nextAmpersand(start);
  while (index < end) {
    const reference = readReference(source, index, syntax);
    // A reference broken off by a tag is none.
    if (!reference || reference.end > end) {
      index = nextAmpersand(index + 1);
      continue;
    }
    const { decoded } = reference;
    add(source.slice(plainStart, index), plainStart, index, 'plain');
    if (decoded === 'unknown') add(OBJECT_CHARACTER, index, reference.end, 'object');
    else add(decoded.text, index, reference.end, 'reference');
    plainStart = reference.end;
    index = nextAmpersand(plainStart);
  }
  add(source.slice(plainStart, end), plainStart, end, 'plain');
};

/** Finds the tags that belong together as they come in; a pair never crosses another. */
const createPairing = (markers: Marker[]): ((kind: Marker['kind'], name: string) => void) => {
  const open: { readonly name: string; readonly index: number }[] = [];
  // Most paragraphs have no tags at all.
  let count: Map<string, number> | undefined;
  const change = (name: string, by: number): void => {
    count ??= new Map();
    count.set(name, (count.get(name) ?? 0) + by);
  };
  return (kind, name) => {
    const index = markers.length - 1;
    if (kind === 'open') {
      open.push({ name, index });
      change(name, 1);
    } else if (kind === 'close' && (count?.get(name) ?? 0) > 0) {
      for (let last = open.pop(); last; last = open.pop()) {
        change(last.name, -1);
        if (last.name !== name) continue;
        (markers[last.index] as Marker).partner = index;
        (markers[index] as Marker).partner = last.index;
        break;
      }
    }
  };
};
