import type { ProtectedSpan, TranslationUnit } from '../../engine/engine.js';
import { partsOfFrame } from './frame.js';
import type { MarkupUnit } from './markup-unit.js';

/** A unit cut at its markup, so that the markup cannot come to harm. */
export interface SplitNodes {
  /** The text between the tokens of the frame, where it has words. */
  readonly units: readonly TranslationUnit[];
  /** @param translated one for each unit, in order */
  join(translated: readonly string[]): string;
}

const HAS_LETTER = /\p{L}/u;

/** Cuts a unit into the text nodes between its markup. */
export const splitNodes = ({ unit, frame }: MarkupUnit): SplitNodes => {
  const nodes: { readonly text: string; readonly index: number | undefined }[] = [];
  const units: TranslationUnit[] = [];
  let position = 0;
  let nextSpan = 0;
  /** The protected spans inside a range, as ranges of that range. */
  const spansIn = (start: number, end: number): readonly ProtectedSpan[] => {
    const found: ProtectedSpan[] = [];
    for (let span = unit.protectedSpans[nextSpan]; span; span = unit.protectedSpans[nextSpan]) {
      if (span.start >= end) break;
      const from = Math.max(span.start, start) - start;
      const to = Math.min(span.end, end) - start;
      if (from < to) found.push({ start: from, end: to });
      // One that goes on beyond markup is needed again.
      if (span.end > end) break;
      nextSpan++;
    }
    return found;
  };
  for (const part of partsOfFrame(unit.text, frame)) {
    const start = position;
    position += part.text.length;
    const core = part.text.trim();
    if (part.kind === 'token' || !HAS_LETTER.test(core)) {
      nodes.push({ text: part.text, index: undefined });
      continue;
    }
    const lead = part.text.length - part.text.trimStart().length;
    const coreStart = start + lead;
    const protectedSpans = spansIn(coreStart, coreStart + core.length);
    nodes.push({ text: part.text.slice(0, lead), index: undefined });
    nodes.push({ text: core, index: units.push({ text: core, protectedSpans }) - 1 });
    nodes.push({ text: part.text.slice(lead + core.length), index: undefined });
  }
  return {
    units,
    join: (translated) =>
      nodes
        .map(({ text, index }) => (index === undefined ? text : (translated[index] ?? text)))
        .join(''),
  };
};
