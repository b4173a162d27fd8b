import type { TranslatedUnit, TranslationUnit } from '../engine.js';
import type { CheckedText } from '../markup/checked-text.js';
import type { MarkupUnit } from '../markup/markup-unit.js';
import { unchanged } from '../protection/placed-spans.js';
import type { Work } from '../turns.js';
import { mapWhere } from './map-together.js';

/**
 * A sentence on its way from the text to its translation: a plain object that stages take and return,
 * each with what it found out. In order: segment (`segment-text.ts`), recall (`recall.ts`), terms
 * (`translate-terms.ts`), engine (`translate-units.ts`), form of address (`keep-address.ts`), check
 * (`translate-sentences.ts`), assemble (`assemble-text.ts`).
 */
export interface SentenceJob {
  /** Which of the texts that are translated together it is of. */
  readonly text: number;
  /** The message that the text is a branch of. */
  readonly message?: number;
  /** What an engine gets, with the spans in the source. */
  readonly unit: TranslationUnit;
  /** Its markup, where that must be looked after. */
  readonly markup?: MarkupUnit;
  /** Too long or too full of markup for an engine: only the text in it can be translated. */
  readonly isOversized?: boolean;
  /** Its translation, with the spans in the target; undefined until it has one. */
  readonly translated?: TranslatedUnit;
  /** Whether the translation is from a memory. */
  readonly isRecalled?: boolean;
  /** Its translation with all of its markup; undefined before the check, and where it is damaged. */
  readonly checked?: CheckedText;
}

/** Takes jobs and returns the same ones, in order, with what it found out. */
export type Stage = (jobs: readonly SentenceJob[]) => Promise<readonly SentenceJob[]>;

/** Whether a job has no translation yet. */
export const isPending = ({ translated }: SentenceJob): boolean => translated === undefined;

/** Takes the chosen jobs through a stage; the others stay as they are. Without any, it does not run. */
export const forSome = async (
  jobs: readonly SentenceJob[],
  isChosen: (job: SentenceJob, index: number) => boolean,
  stage: Stage,
): Promise<readonly SentenceJob[]> => {
  const done = await mapWhere(jobs, isChosen, stage);
  return jobs.map((job, index) => done[index] ?? job);
};

/** The stage that gives jobs the translations of their units. */
export const stageOf =
  (translate: Work<TranslationUnit, TranslatedUnit>): Stage =>
  async (jobs) => {
    const answers = await translate(jobs.map(({ unit }) => unit));
    return jobs.map((job, index) => ({
      ...job,
      translated: answers[index] ?? unchanged(job.unit),
    }));
  };

/** A stage as work for the units of one text, where the jobs are elsewhere. */
export const workOf =
  (stage: Stage, text: number): Work<TranslationUnit, TranslatedUnit> =>
  async (units) => {
    const jobs = await stage(units.map((unit) => ({ text, unit })));
    return jobs.map(({ unit, translated }) => translated ?? unchanged(unit));
  };
