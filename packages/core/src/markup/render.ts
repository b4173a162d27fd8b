import { decodeHTML } from 'entities';
import { escapeForPattern } from '../characters.js';
import { partsOf, type SpanPart } from '../protection/placed-spans.js';
import type { OutputPart } from './marked-text.js';
import type { CheckedText, MarkupUnit } from './markup-unit.js';
import type { Paragraph, ParagraphSyntax } from './paragraph.js';
import type { MarkupSyntax } from './token.js';

const NO_SPACE_BEFORE = /^(?:[\s.,;:!?)\]…]|$)/;

/**
 * Puts a marked text's own white space, such as line breaks inside a paragraph, back in the place of
 * single spaces: into the same ones where translation and source have as many, else at the same
 * proportion of the way.
 *
 * @param translatedCount spaces of the translation
 * @param spaces what the marked text has for each space of the source
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
 * Writes text the way a paragraph has it: a character that is written as a reference there becomes the
 * same reference; `&`, `<` and `>` stand bare where the paragraph has them bare and they cannot be misread.
 * No text becomes markup.
 */
export const createEncoder = (
  source: string,
  paragraph: Paragraph,
  syntax: ParagraphSyntax,
): Encoder => {
  if (syntax === 'codes') return (text) => text;
  const mayBeBare = /[&<>]/.test(paragraph.text);
  if (!mayBeBare && paragraph.stretches.every(({ kind }) => kind !== 'reference'))
    return escapeText;
  const written = new Map<string, string>();
  for (const { kind, at, length, start, end } of paragraph.stretches) {
    if (kind !== 'reference') continue;
    const character = paragraph.text.slice(at, at + length);
    const isOne = [...character].length === 1;
    if (isOne && !written.has(character)) written.set(character, source.slice(start, end));
  }
  const plain = paragraph.stretches
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

/** For a paragraph that has no special character and no reference. */
const escapeText: Encoder = (text) =>
  SPECIAL.test(text) ? text.replace(/[&<>]/g, (sign) => DEFAULT_REFERENCES[sign] ?? sign) : text;

const isBareAmpersand = (next: string, syntax: MarkupSyntax): boolean => {
  if (next === '') return false;
  if (/^[^\p{L}_#]/u.test(next)) return true;
  if (syntax === 'xml') return !/^(?:#\w+|[\p{L}_][\p{L}\p{N}_.:-]*);/u.test(next);
  return !/^[a-zA-Z0-9#]*;/.test(next) && decodeHTML(`&${next}`) === `&${next}`;
};

/**
 * Writes a translation as parts of the marked text. One that equals its source is the source, unless
 * it has a bare `<`, which in XML may look like a tag once the text after it has changed.
 */
export const renderUnit = (
  markupUnit: MarkupUnit,
  translated: CheckedText,
  encode: Encoder,
): readonly OutputPart[] => {
  const { unit, markers, source, spaces, region } = markupUnit;
  const parts = partsOf(translated);
  const isUnchanged = translated.text === unit.text;
  if (isUnchanged && !parts.some(({ text, span }) => span === undefined && text.includes('<'))) {
    return [region.source];
  }
  const writeSpace = spaceWriter(countSpaces(parts), spaces);
  let position = 0;
  let space = 0;
  return parts.flatMap(({ text, span }): readonly OutputPart[] => {
    position += text.length;
    const marker = span === undefined ? undefined : markers[span];
    if (!marker) {
      const [first = '', ...rest] = encode(text).split(' ');
      return [first + rest.map((words) => writeSpace(space++) + words).join('')];
    }
    if (marker.space === undefined) return [marker.source];
    const isMisplaced = !mayHaveSpace(translated, position) && mayHaveSpace(source, marker.end);
    return isMisplaced ? [marker.source] : [marker.source, marker.space];
  });
};

/** Whether what begins at an offset may have a space before it. */
const mayHaveSpace = ({ text }: CheckedText, offset: number): boolean =>
  !NO_SPACE_BEFORE.test(text.charAt(offset));

const countSpaces = (parts: readonly SpanPart[]): number => {
  let count = 0;
  for (const { text, span } of parts) {
    if (span === undefined) count += text.split(' ').length - 1;
  }
  return count;
};
