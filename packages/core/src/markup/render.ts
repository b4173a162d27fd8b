import { decodeHTML } from 'entities';
import { escapeForPattern } from '../characters.js';
import type { TranslatedUnit } from '../engine.js';
import { type CheckedText, type FramePart, joinTexts, writtenText } from './checked-text.js';
import type { DocumentPiece } from './document.js';
import { framePartsOf, nestingOf } from './frame.js';
import type { MarkupUnit } from './markup-unit.js';
import type { Run, RunSyntax } from './run.js';
import type { MarkupSyntax } from './token.js';

const NO_SPACE_BEFORE = /^(?:[\s.,;:!?)\]…]|$)/;

type Token = Extract<FramePart, { kind: 'token' }>;

interface Place {
  readonly part: Token;
  /** The node it lies in, 0 for the sentence itself. */
  readonly parent: number;
  /** Share of its parent's words that come before it. */
  readonly share: number;
}

const isPoint = (part: FramePart): part is Token =>
  part.kind === 'token' && part.token.kind === 'point';

/** Counts words the same way wherever tags part them. */
const wordsIn = (part: FramePart): number =>
  part.kind === 'token'
    ? Number(part.token.kind === 'object')
    : part.text.split(/\s+/).filter((word) => word !== '').length;

/** Calls back for each part with the nodes it lies in, innermost last; 0 is the sentence. */
const walk = (
  parts: readonly FramePart[],
  visit: (part: FramePart, path: readonly number[]) => void,
): void => {
  const path = [0];
  for (const part of parts) {
    if (part.kind === 'token' && part.token.kind === 'close') path.pop();
    visit(part, path);
    if (part.kind === 'token' && part.token.kind === 'open') path.push(part.token.node);
  }
};

const countWords = (parts: readonly FramePart[]): Map<number, number> => {
  const counts = new Map<number, number>();
  walk(parts, (part, path) => {
    const words = wordsIn(part);
    if (words > 0) for (const node of path) counts.set(node, (counts.get(node) ?? 0) + words);
  });
  return counts;
};

const placesOf = (source: readonly FramePart[]): readonly Place[] => {
  const totals = countWords(source);
  const before = new Map<number, number>();
  const places: Place[] = [];
  walk(source, (part, path) => {
    const parent = path.at(-1) ?? 0;
    if (isPoint(part)) {
      const share = (before.get(parent) ?? 0) / Math.max(1, totals.get(parent) ?? 0);
      places.push({ part, parent, share });
    }
    const words = wordsIn(part);
    if (words > 0) for (const node of path) before.set(node, (before.get(node) ?? 0) + words);
  });
  return places;
};

/**
 * Moves comments, pictures and other points of a translation back into the tags they lie in, after
 * as large a share of the words there as in the source. Engines that follow words with tags carry
 * points along with whatever stands beside them.
 */
export const placePoints = (
  source: readonly FramePart[],
  translated: readonly FramePart[],
): readonly FramePart[] => {
  const parents = new Map(placesOf(translated).map(({ part, parent }) => [part.text, parent]));
  const places = placesOf(source).filter(({ part, parent }) => parents.get(part.text) !== parent);
  if (places.length === 0) return translated;
  const misplaced = new Set(places.map(({ part }) => part.text));
  const parts = translated.filter((part) => !misplaced.has(part.text) || part.kind === 'text');
  const totals = countWords(parts);
  const waiting = new Map<number, Place[]>();
  for (const place of places) {
    const own = waiting.get(place.parent);
    if (own) own.push(place);
    else waiting.set(place.parent, [place]);
  }
  const before = new Map<number, number>();
  const written: FramePart[] = [];
  const writeText = (text: string): number => written.push({ kind: 'text', text });
  const writePlaces = (node: number, isEnd: boolean): void => {
    const own = waiting.get(node) ?? [];
    const total = totals.get(node) ?? 0;
    for (let next = own[0]; next; next = own[0]) {
      if (!isEnd && Math.round(next.share * total) > (before.get(node) ?? 0)) return;
      written.push(next.part);
      own.shift();
    }
  };
  const open = [0];
  for (const part of parts) {
    const node = open.at(-1) ?? 0;
    if (part.kind === 'text') {
      // A word and the space before it; points come right before the word.
      for (const [, space = '', word = ''] of part.text.matchAll(/(\s*)(\S*)/g)) {
        writeText(space);
        if (word === '') continue;
        writePlaces(node, false);
        writeText(word);
        for (const outer of open) before.set(outer, (before.get(outer) ?? 0) + 1);
      }
      continue;
    }
    if (part.token.kind === 'close') {
      writePlaces(node, true);
      open.pop();
    } else {
      writePlaces(node, false);
    }
    written.push(part);
    if (part.token.kind === 'object') {
      for (const outer of open) before.set(outer, (before.get(outer) ?? 0) + 1);
    }
    if (part.token.kind === 'open') open.push(part.token.node);
  }
  writePlaces(0, true);
  return joinTexts(written);
};

/**
 * A translation that has the markup of its source: all of it, once, and nested alike. Its points are
 * moved where they have to be; undefined when that does not help.
 */
export const checkMarkup = (
  { frame, source }: MarkupUnit,
  translated: TranslatedUnit,
): CheckedText | undefined => {
  const parts = framePartsOf(translated, frame);
  if (frame.tokenCount === 0) return { parts };
  const nesting = nestingOf(source.parts, frame);
  const isSound = (candidate: readonly FramePart[]): boolean =>
    nesting !== undefined && nestingOf(candidate, frame) === nesting;
  if (isSound(parts)) return { parts };
  const repaired = placePoints(source.parts, parts);
  return isSound(repaired) ? { parts: repaired } : undefined;
};

/**
 * Puts a document's own white space, such as line breaks inside a paragraph, back in the place of
 * single spaces: into the same ones where translation and source have as many, else at the same
 * proportion of the way.
 *
 * @param translatedCount spaces of the translation
 * @param spaces what the document has for each space of the source
 * @returns what to write for the space of an index
 */
export const spaceWriter = (
  translatedCount: number,
  spaces: readonly string[],
): ((index: number) => string) => {
  const own = new Map<number, string>();
  const scale = (translatedCount - 1) / Math.max(1, spaces.length - 1);
  for (const [index, space] of spaces.entries()) {
    if (space === ' ') continue;
    const at = translatedCount === spaces.length ? index : Math.round(index * scale);
    if (!own.has(at)) own.set(at, space);
  }
  return (index) => own.get(index) ?? ' ';
};

/** Writes text as markup. */
type Encoder = (text: string) => string;

const DEFAULT_REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};
const SPECIAL = /[&<>]/;

/**
 * Writes text the way a run has it: a character that the run writes as a reference becomes the same
 * reference; `&`, `<` and `>` stand bare where the run has them bare and they cannot be misread.
 * No text becomes markup.
 */
export const createEncoder = (source: string, run: Run, syntax: RunSyntax): Encoder => {
  if (syntax === 'codes') return (text) => text;
  const mayBeBare = /[&<>]/.test(run.text);
  if (!mayBeBare && run.stretches.every(({ kind }) => kind !== 'reference')) return escapeText;
  const written = new Map<string, string>();
  for (const { kind, at, length, start, end } of run.stretches) {
    if (kind !== 'reference') continue;
    const character = run.text.slice(at, at + length);
    const isOne = [...character].length === 1;
    if (isOne && !written.has(character)) written.set(character, source.slice(start, end));
  }
  const plain = run.stretches
    .filter(({ kind }) => kind === 'plain')
    .map(({ start, end }) => source.slice(start, end))
    .join('');
  for (const character of written.keys()) {
    if (!SPECIAL.test(character) && plain.includes(character)) written.delete(character);
  }
  const isBare = (character: string): boolean =>
    plain.includes(character) && !written.has(character);
  const bare = { '&': isBare('&'), '<': isBare('<'), '>': isBare('>') };
  const own = [...written.keys()].filter((character) => !SPECIAL.test(character));
  // In one pass: letters of a reference that is written here are no text.
  const encoded = new RegExp(['[&<>]', ...own.map(escapeForPattern)].join('|'), 'gu');

  return (text) =>
    text.replace(encoded, (sign: string, at: number) => {
      const next = text.slice(at + 1, at + 45);
      const canStay =
        (sign === '&' && bare['&'] && isBareAmpersand(next, syntax)) ||
        (sign === '<' && bare['<'] && /^[\s\d=]/.test(next)) ||
        (sign === '>' && bare['>'] && text[at - 1] !== ']');
      return canStay ? sign : (written.get(sign) ?? DEFAULT_REFERENCES[sign] ?? sign);
    });
};

/** For a run that has no special character and no reference. */
const escapeText: Encoder = (text) =>
  SPECIAL.test(text) ? text.replace(/[&<>]/g, (sign) => DEFAULT_REFERENCES[sign] ?? sign) : text;

const isBareAmpersand = (next: string, syntax: MarkupSyntax): boolean => {
  if (next === '') return false;
  if (/^[^\p{L}_#]/u.test(next)) return true;
  if (syntax === 'xml') return !/^(?:#\w+|[\p{L}_][\p{L}\p{N}_.:-]*);/u.test(next);
  return !/^[a-zA-Z0-9#]*;/.test(next) && decodeHTML(`&${next}`) === `&${next}`;
};

/**
 * Writes a translation as pieces of the document. One that equals its source is the source, unless
 * it has a bare `<`, which in XML may look like a tag once the text after it has changed.
 */
export const renderUnit = (
  markupUnit: MarkupUnit,
  translated: CheckedText,
  encode: Encoder,
): readonly DocumentPiece[] => {
  const { unit, spaces, region } = markupUnit;
  const { parts } = translated;
  const isUnchanged = writtenText(translated) === unit.text;
  if (isUnchanged && !parts.some((part) => part.kind === 'text' && part.text.includes('<'))) {
    return [region.source];
  }
  const writeSpace = spaceWriter(countSpaces(parts), spaces);
  const sourceTokens = new Map(
    markupUnit.source.parts.map((part, at) => [part.text, mayHaveSpace(markupUnit.source, at)]),
  );
  let index = 0;
  return parts.flatMap((part, at): readonly DocumentPiece[] => {
    if (part.kind === 'token') {
      const { source, at: start, space = '' } = part.token;
      const tag = { start, end: start + source.length };
      const isMisplaced =
        space !== '' && !mayHaveSpace(translated, at) && sourceTokens.get(part.text) === true;
      return isMisplaced || space === '' ? [tag] : [tag, space];
    }
    const [first = '', ...rest] = encode(part.text).split(' ');
    return [first + rest.map((words) => writeSpace(index++) + words).join('')];
  });
};

/** Whether what follows a part may have a space before it. */
const mayHaveSpace = ({ parts }: CheckedText, at: number): boolean =>
  !NO_SPACE_BEFORE.test(parts[at + 1]?.text.charAt(0) ?? '');

const countSpaces = (parts: readonly FramePart[]): number => {
  let count = 0;
  for (const part of parts) {
    if (part.kind === 'text') count += part.text.split(' ').length - 1;
  }
  return count;
};
