import { classify } from './classify.js';
import { elementRules } from './element-rules.js';
import { foldFootnoteMarks } from './footnote-marks.js';
import { findRuns, type Run } from './run.js';
import type { MarkupOptions, MarkupSyntax } from './syntax.js';
import { tokenize } from './tokenize.js';

/** A document as translation sees it: stretches of text, and bytes between them nobody touches. */
export interface MarkupDocument {
  readonly source: string;
  readonly syntax: MarkupSyntax;
  readonly runs: readonly Run[];
}

/**
 * Reads a document. Nothing is refused: what is malformed is carried through. Takes time in
 * proportion to the length of the document.
 */
export const readDocument = (source: string, options: MarkupOptions): MarkupDocument => {
  const tokens = tokenize(source, options.syntax);
  const { syntax } = options;
  const pieces = classify(source, tokens, elementRules(source, tokens, options));
  const read = syntax === 'html' ? foldFootnoteMarks(source, pieces) : pieces;
  return { source, syntax, runs: findRuns(source, read, syntax) };
};

/** The text of a document without its markup, a line for each stretch; for language detection. */
export const textOf = ({ runs }: MarkupDocument): string =>
  runs.map((run) => run.text.replaceAll('\ufffc', ' ')).join('\n');
