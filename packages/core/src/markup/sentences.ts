import type { LanguageTag } from '@dragoman/contract';
import { findProtectedSpans, mergeSpans } from '../protection/index.js';
import { type SplitMode, segment, type TextRange } from '../segmentation/index.js';
import { findUnsplit, type TermIndex } from '../terms/index.js';
import type { Run } from './run.js';
import type { MarkupSyntax } from './syntax.js';

/** How to cut runs into sentences. */
export interface SentenceOptions {
  readonly syntax: MarkupSyntax;
  readonly language: LanguageTag;
  readonly mode: SplitMode;
  /** Longest sentence, in UTF-16 code units. */
  readonly maxCharacters: number;
  /** Terms of the customer's that no sentence ends in. */
  readonly unsplitTerms?: readonly TermIndex[] | undefined;
}

/** A run's sentences and what in it must come back letter for letter, as ranges of its text. */
export interface Sentences {
  readonly ranges: readonly TextRange[];
  readonly protectedSpans: readonly TextRange[];
}

const HTML_SPACE = /[\t\n\f\r]/g;

/**
 * The sentences of a run. Line breaks in HTML are mere spaces, as in a browser, unless the caller
 * asked to split at them or the text is preformatted; then they end sentences.
 */
export const findSentenceRanges = (run: Run, options: SentenceOptions): Sentences => {
  const { syntax, language, maxCharacters } = options;
  const keepsLines = syntax === 'xml' || run.isPreformatted;
  const mode =
    run.isPreformatted && options.mode === 'sentences' ? 'sentences-and-newlines' : options.mode;
  const text =
    keepsLines || mode === 'sentences-and-newlines' ? run.text : run.text.replace(HTML_SPACE, ' ');
  const protectedSpans = findProtectedSpans(run.text);
  const { leading, segments } = segment(text, {
    language,
    mode,
    maxCharacters,
    unbreakable: mergeSpans(protectedSpans, findUnsplit(run.text, options.unsplitTerms)),
  });
  const ranges: TextRange[] = [];
  let position = leading.length;
  for (const { text: sentence, gap } of segments) {
    ranges.push({ start: position, end: position + sentence.length });
    position += sentence.length + gap.length;
  }
  return { ranges, protectedSpans };
};
