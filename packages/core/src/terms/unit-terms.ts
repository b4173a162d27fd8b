import type { TranslationUnit } from '../engine/engine.js';
import { partsOf, unchanged } from '../protection/placed-spans.js';
import { isTagKind } from '../protection/span-kinds.js';
import type { TermMatch } from './term.js';
import type { TermMatcher } from './term-matcher.js';

/** A term found in a unit; its range covers the tags between its words. */
export interface UnitTerm extends TermMatch {
  /** Whether the unit's first word is the term's. */
  readonly isFirst: boolean;
}

const WORD = /[\p{L}\p{N}]/u;

/** Whether a text has a letter or a digit. */
export const hasWord = (text: string): boolean => WORD.test(text);

/**
 * The terms in a unit, in order and not overlapping. Tags may stand between and within the words of
 * a term; other protected spans, such as placeholders and addresses, are no part of one.
 */
export const findUnitTerms = (
  unit: TranslationUnit,
  matcher: Pick<TermMatcher, 'find'>,
): readonly UnitTerm[] => {
  const found: UnitTerm[] = [];
  let hasWordsBefore = false;
  for (const stretch of stretchesOf(unit)) {
    if (!stretch) {
      hasWordsBefore = true;
      continue;
    }
    for (const match of matcher.find(stretch.text)) {
      hasWordsBefore ||= hasWord(stretch.text.slice(0, match.start));
      found.push({
        ...match,
        start: stretch.offsetOf(match.start),
        end: stretch.offsetOf(match.end - 1) + 1,
        isFirst: !hasWordsBefore,
      });
      hasWordsBefore = true;
    }
    hasWordsBefore ||= hasWord(stretch.text);
  }
  return found;
};

/** Text without its tags, and where its characters are in the unit. */
interface Stretch {
  readonly text: string;
  offsetOf(index: number): number;
}

/** The unit's text between the spans that are no tags; undefined for each of those. */
const stretchesOf = (unit: TranslationUnit): readonly (Stretch | undefined)[] => {
  const stretches: (Stretch | undefined)[] = [];
  let text = '';
  let starts: { readonly at: number; readonly offset: number }[] = [];
  const finish = (): void => {
    if (text !== '') stretches.push(stretchOf(text, starts));
    [text, starts] = ['', []];
  };
  let offset = 0;
  for (const { text: part, span } of partsOf(unchanged(unit))) {
    if (span === undefined) {
      starts.push({ at: text.length, offset });
      text += part;
    } else if (!isTagKind(unit.protectedSpans[span]?.kind)) {
      finish();
      stretches.push(undefined);
    }
    offset += part.length;
  }
  finish();
  return stretches;
};

const stretchOf = (
  text: string,
  starts: readonly { readonly at: number; readonly offset: number }[],
): Stretch => ({
  text,
  offsetOf(index) {
    const start = starts.findLast(({ at }) => at <= index);
    return start ? start.offset + index - start.at : index;
  },
});
