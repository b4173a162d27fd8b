import { hasLetter } from '../characters.js';
import type { Meter } from '../dependencies.js';
import type { ProtectedSpan, TranslatedUnit, TranslationUnit } from '../engine.js';
import { checkMarkup } from '../markup/check-markup.js';
import type { CheckedText, MarkupUnit } from '../markup/markup-unit.js';
import {
  joinParts,
  pairSpans,
  partsOf,
  plainText,
  type SpanPart,
  unchanged,
} from '../protection/placed-spans.js';
import type { TextRange } from '../ranges.js';
import { assembleText } from './assemble-text.js';
import type { AssembledText } from './opened-text.js';
import type { TextOptions } from './request.js';
import type { SegmentedText } from './segment-text.js';
import { forSome, type SentenceJob, type Stage } from './sentence-job.js';

/**
 * Takes the sentences of texts through all further stages, as one stream. One whose markup came back
 * damaged is translated once more, text node by text node, which cannot damage it.
 *
 * @param options those that the texts were segmented with
 * @param translate gives jobs their translations
 */
export const translateSentences = async (
  texts: readonly SegmentedText[],
  options: TextOptions,
  meter: Meter,
  translate: Stage,
): Promise<readonly AssembledText[]> => {
  const segmented = texts.flatMap(({ jobs }) => jobs);
  const translated = await forSome(segmented, ({ isOversized }) => !isOversized, translate);
  const checked = translated.map((job) => checkJob(job, meter));
  const complete = await forSome(
    checked,
    (job) => job.checked === undefined,
    (damaged) => nodeByNode(damaged, translate),
  );
  let next = 0;
  return texts.map((text) => {
    next += text.jobs.length;
    return assembleText(text, complete.slice(next - text.jobs.length, next), options);
  });
};

/** Finds the markup of a job in its translation; where it is damaged, there is no checked text. */
const checkJob = (job: SentenceJob, meter: Meter): SentenceJob => {
  const { markup, translated } = job;
  if (!translated) return job;
  if (!markup) return { ...job, checked: plainText(translated.text) };
  const checked = checkMarkup(markup, translated);
  if (checked) return { ...job, checked };
  meter.count('guard', { defect: 'markup', remaining: 'none' });
  return job;
};

/** Translates the text between the markup of jobs. */
const nodeByNode = async (
  damaged: readonly SentenceJob[],
  translate: Stage,
): Promise<readonly SentenceJob[]> => {
  const splits = damaged.map(({ markup }): SplitNodes | undefined => markup && splitNodes(markup));
  const nodes = damaged.flatMap(({ text, message }, index) =>
    (splits[index]?.units ?? []).map((unit) => ({ text, message, unit })),
  );
  const translated = (nodes.length === 0 ? [] : await translate(nodes)).values();
  return damaged.map((job, index) => {
    const split = splits[index];
    if (!split) return job;
    const answers = split.units.map(
      (unit) => translated.next().value?.translated ?? unchanged(unit),
    );
    return { ...job, checked: split.join(answers) };
  });
};

/** A unit cut at its markup, so that the markup cannot come to harm. */
interface SplitNodes {
  /** The text between its markers, where it has words. */
  readonly units: readonly TranslationUnit[];
  /** @param translated one for each unit, in order */
  join(translated: readonly TranslatedUnit[]): CheckedText;
}

/** A part that stays as it is, or one for an engine. */
interface Node extends SpanPart {
  readonly unit?: TranslationUnit;
}

const splitNodes = (markupUnit: MarkupUnit): SplitNodes => {
  const nodes = nodesOf(markupUnit);
  return {
    units: nodes.flatMap(({ unit }) => unit ?? []),
    join: (translated) => {
      const answers = translated.values();
      return joinParts(
        nodes.map(({ text, span, unit }) => ({
          text: unit ? (answers.next().value ?? unit).text : text,
          span,
        })),
      );
    },
  };
};

const nodesOf = ({ unit, source }: MarkupUnit): readonly Node[] => {
  const protectedIn = createSpanCutter(unit);
  let end = 0;
  return partsOf(source).flatMap((part): readonly Node[] => {
    const { text, span } = part;
    const start = end;
    end += text.length;
    const core = text.trim();
    if (span !== undefined || !hasLetter(core)) return [part];
    const lead = text.length - text.trimStart().length;
    const range = { start: start + lead, end: start + lead + core.length };
    const protectedSpans = protectedIn({ start, end }, range);
    return [
      { text: text.slice(0, lead), span },
      { text: core, span, unit: { text: core, protectedSpans } },
      { text: text.slice(lead + core.length), span },
    ];
  });
};

/**
 * @returns gives the protected spans in a part of a unit, which may be smaller than the node that it is
 *   in; nodes come in order
 */
const createSpanCutter = ({ protectedSpans }: TranslationUnit) => {
  let next = 0;
  return (node: TextRange, part: TextRange): readonly ProtectedSpan[] => {
    while ((protectedSpans[next]?.end ?? Number.POSITIVE_INFINITY) <= node.start) next++;
    const inside: ProtectedSpan[] = [];
    for (let index = next; ; index++) {
      const span = protectedSpans[index];
      if (!span || span.start >= node.end) return pairSpans(inside);
      // What is left of a span with markup in it is no tag.
      const isCut = span.start < node.start || node.end < span.end;
      const start = Math.max(span.start, part.start) - part.start;
      const end = Math.min(span.end, part.end) - part.start;
      if (start < end) inside.push({ ...span, start, end, ...(isCut && { kind: 'placeholder' }) });
    }
  };
};
