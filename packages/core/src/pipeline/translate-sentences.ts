import { hasLetter } from '../characters.js';
import type { Meter } from '../dependencies.js';
import type { TranslatedUnit, TranslationUnit } from '../engine.js';
import { type CheckedText, type FramePart, joinTexts, plainText } from '../markup/checked-text.js';
import type { MarkupUnit } from '../markup/markup-unit.js';
import { checkMarkup } from '../markup/render.js';
import { type NamedSpan, pairSpans, partsOf, unchanged } from '../protection/placed-spans.js';
import { assembleText } from './assemble-text.js';
import type { AssembledText } from './opened-text.js';
import type { PrepareOptions } from './request.js';
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
  options: PrepareOptions,
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
  /** The text between the tokens of the frame, where it has words. */
  readonly units: readonly TranslationUnit[];
  /** @param translated one for each unit, in order */
  join(translated: readonly TranslatedUnit[]): CheckedText;
}

/** Cuts a unit into the text nodes between its markup. */
const splitNodes = (markupUnit: MarkupUnit): SplitNodes => {
  const nodes = nodesOf(markupUnit);
  return {
    units: nodes.flatMap((node) => ('unit' in node ? [node.unit] : [])),
    join: (translated) => {
      const answers = translated.values();
      return {
        parts: joinTexts(
          nodes.map((node) =>
            'unit' in node
              ? { kind: 'text', text: (answers.next().value ?? node.unit).text }
              : node,
          ),
        ),
      };
    },
  };
};

/** A part that stays as it is, or one for an engine. */
type Node = FramePart | { readonly unit: TranslationUnit };

const nodesOf = ({ unit, frame }: MarkupUnit): readonly Node[] => {
  const nodes: Node[] = [];
  let text = '';
  let spans: NamedSpan[] = [];
  const finish = (): void => {
    nodes.push(...nodesOfText(text, spans));
    [text, spans] = ['', []];
  };
  for (const { text: content, span } of partsOf(unchanged(unit))) {
    const source = span === undefined ? undefined : unit.protectedSpans[span];
    for (const part of (span !== undefined && frame.contents[span]) || [plain(content)]) {
      if (part.kind === 'token') {
        finish();
        nodes.push(part);
        continue;
      }
      const start = text.length;
      text += part.text;
      // What is left of a span with markup in it is no tag.
      const kind = part.text === content ? source?.kind : 'placeholder';
      if (source && kind) spans.push({ start, end: text.length, kind, name: `${source.pair}` });
    }
  }
  finish();
  return nodes;
};

const plain = (text: string): FramePart => ({ kind: 'text', text });

const nodesOfText = (text: string, spans: readonly NamedSpan[]): readonly Node[] => {
  const core = text.trim();
  if (!hasLetter(core)) return [plain(text)];
  const lead = text.length - text.trimStart().length;
  const inside = spans.flatMap((span) => {
    const start = Math.max(0, span.start - lead);
    const end = Math.min(core.length, span.end - lead);
    return start < end ? [{ ...span, start, end }] : [];
  });
  return [
    plain(text.slice(0, lead)),
    { unit: { text: core, protectedSpans: pairSpans(inside) } },
    plain(text.slice(lead + core.length)),
  ];
};
