import type { Meter } from '../dependencies.js';
import { plainText } from '../markup/checked-text.js';
import { checkMarkup } from '../markup/render.js';
import { type SplitNodes, splitNodes } from '../markup/split-nodes.js';
import { unchanged } from '../protection/placed-spans.js';
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
  const nodes = splits.flatMap((split, index) =>
    (split?.units ?? []).map((unit) => ({ text: damaged[index]?.text ?? 0, unit })),
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
