import { decodeHTML } from 'entities';
import { escapeForPattern } from '../characters.js';
import { partsOf, type SpanPart } from '../protection/placed-spans.js';
import type { DocumentPiece } from './document.js';
import type { CheckedText, MarkupUnit } from './markup-unit.js';
import type { Run, RunSyntax } from './run.js';
import type { MarkupSyntax } from './token.js';

const NO_SPACE_BEFORE = /^(?:[\s.,;:!?)\]…]|$)/;

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
  const { unit, tokens, source, spaces, region } = markupUnit;
  const parts = partsOf(translated);
  const isUnchanged = translated.text === unit.text;
  if (isUnchanged && !parts.some(({ text, span }) => span === undefined && text.includes('<'))) {
    return [region.source];
  }
  const writeSpace = spaceWriter(countSpaces(parts), spaces);
  let position = 0;
  let space = 0;
  return parts.flatMap(({ text, span }): readonly DocumentPiece[] => {
    position += text.length;
    const token = span === undefined ? undefined : tokens[span];
    if (!token) {
      const [first = '', ...rest] = encode(text).split(' ');
      return [first + rest.map((words) => writeSpace(space++) + words).join('')];
    }
    if (token.space === undefined) return [token.source];
    const isMisplaced = !mayHaveSpace(translated, position) && mayHaveSpace(source, token.end);
    return isMisplaced ? [token.source] : [token.source, token.space];
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
