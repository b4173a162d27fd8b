import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TranslationUnit } from '../engine/engine.js';
import {
  keepsSpans,
  piecesOf,
  relocateSpans,
  spanContents,
  unitOfPieces,
} from './protected-pieces.js';

/** A unit whose protected spans are the parts in angle brackets: `open <name> now`. */
const unitOf = (marked: string): TranslationUnit => {
  const protectedSpans = [...marked.matchAll(/<[^>]*>/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  return { text: marked, protectedSpans };
};

describe('a translation keeps the protected pieces', () => {
  it.each([
    ['open <a> now', 'abrir <a> ahora', true],
    ['open <a> now', 'abrir < a > ahora', false],
    ['open <a> now', 'abrir ahora', false],
    ['<a> and <a>', '<a> y <a>', true],
    ['<a> and <a>', '<a>', false],
    ['<a> and <b>', '<b> y <a>', true],
    ['nothing kept', 'nada', true],
  ])('%s → %s: %s', (source, translated, expected) => {
    expect(keepsSpans(unitOf(source), translated)).toBe(expected);
  });
});

describe('protected pieces in a translation', () => {
  const part = fc.constantFrom('<a>', '<b>', '<ab>', 'word', ' ', '.');

  it('are found again, each in a place of its own', () => {
    fc.assert(
      fc.property(fc.array(part), fc.array(part), (source, order) => {
        const unit = unitOf(source.join(''));
        const translated = [...order, ...source].join('');
        const found = relocateSpans(unit, translated);
        expect(found.map(({ start, end }) => translated.slice(start, end)).sort()).toEqual(
          [...spanContents(unit)].sort(),
        );
        for (const [index, span] of found.entries()) {
          expect(span.start).toBeGreaterThanOrEqual(found[index - 1]?.end ?? 0);
        }
      }),
    );
  });

  it('and what lies between them make up the whole unit', () => {
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const unit = unitOf(parts.join(''));
        const pieces = piecesOf(unit);
        expect(pieces.map((piece) => piece.text).join('')).toBe(unit.text);
        const kept = pieces.filter((piece) => piece.isProtected).map((piece) => piece.text);
        expect(kept).toEqual(spanContents(unit));
        expect(unitOfPieces(pieces)).toEqual(unit);
      }),
    );
  });
});
