import { decodeHTML } from 'entities';
import type { Run } from './run.js';
import type { MarkupSyntax } from './syntax.js';

/** Writes text as markup. */
export type Encoder = (text: string) => string;

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
export const createEncoder = (source: string, run: Run, syntax: MarkupSyntax): Encoder => {
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
  const ownPattern =
    own.length > 0 ? new RegExp(own.map(escapeForPattern).join('|'), 'gu') : undefined;

  return (text) => {
    const encoded = SPECIAL.test(text)
      ? text.replace(/[&<>]/g, (sign: string, at: number) => {
          const next = text.slice(at + 1, at + 45);
          const canStay =
            (sign === '&' && bare['&'] && isBareAmpersand(next, syntax)) ||
            (sign === '<' && bare['<'] && /^[\s\d=]/.test(next)) ||
            (sign === '>' && bare['>'] && text[at - 1] !== ']');
          return canStay ? sign : (written.get(sign) ?? DEFAULT_REFERENCES[sign] ?? sign);
        })
      : text;
    // References written above hold letters only, so this cannot touch them.
    return ownPattern
      ? encoded.replace(ownPattern, (character) => written.get(character) ?? character)
      : encoded;
  };
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

const escapeForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
