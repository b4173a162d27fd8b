import type { Defect } from '../checks/find-defect.js';
import type { Alternative, TranslatedUnit, TranslationUnit } from '../engine.js';
import type { CheckedText, MarkupUnit } from '../markup/markup-unit.js';
import { unchanged } from '../protection/placed-spans.js';
import type { UnitTerm } from '../terms/rewrite-unit.js';
import { hasWords, mapWhere, unitKey } from './map-together.js';

/**
 * A sentence on its way from the text to its translation: a plain object that stages take and return,
 * each with what it found out. In order: segment (`segment-text.ts`), recall (`recall.ts`), terms
 * (`translate-terms.ts`), engine and repair (`translate-units.ts`, `repair-unit.ts`), form of address
 * (`keep-formality.ts`), check (`translate-sentences.ts`), assemble (`assemble-text.ts`).
 */
export interface SentenceJob {
  /** Which of the texts that are translated together it is of. */
  readonly text: number;
  /** The message that the text is a branch of. */
  readonly message?: number | undefined;
  /** What an engine gets, with the spans in the source. */
  readonly unit: TranslationUnit;
  /** Its markup, where that must be looked after. */
  readonly markup?: MarkupUnit;
  /** Too long or too full of markup for an engine: only the text in it can be translated. */
  readonly isOversized?: boolean;
  /** What the glossaries say about it; undefined before that stage, and without glossaries. */
  readonly terms?: JobTerms;
  /** Its translation, with the spans in the target; undefined until it has one. */
  readonly translated?: TranslatedUnit | undefined;
  /** Whether the translation is from a memory. */
  readonly isRecalled?: boolean;
  /** What became of the defect of its translation; undefined where there was none. */
  readonly repair?: Repair | undefined;
  /** What else the model would have written, the best first; only where alternatives are wanted. */
  readonly alternatives?: readonly Alternative[];
  /** Its translation with all of its markup; undefined before the check, and where it is damaged. */
  readonly checked?: CheckedText;
}

/** The terms of a sentence. */
export interface JobTerms {
  /** In order. */
  readonly found: readonly UnitTerm[];
  /** What is to stand in the translation for each of them. */
  readonly targets: readonly string[];
}

/** What found a better translation than a defective one. */
export type RepairedBy = 'asking_again' | 'other_engine' | 'other_route' | 'rewording';

/** What became of a sentence whose translation had a defect. */
interface Repair {
  /** What is still wrong with it; undefined when it was repaired. */
  readonly remaining: Defect | undefined;
  /** Undefined where the defective translation stands, or none could be sent. */
  readonly by?: RepairedBy;
  /** Whether another request may find a better one: attempts were left out, or it came over another route. */
  readonly isProvisional?: boolean;
}

/**
 * Takes jobs and returns the same ones, in order, with what it found out. Stages that need more than
 * the jobs are functions that take it after them, so that their names stand in every stack.
 */
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

/** Takes jobs through a stage with other units in the place of their own. */
export const withUnits = async (
  jobs: readonly SentenceJob[],
  unitOf: (job: SentenceJob, index: number) => TranslationUnit,
  stage: Stage,
): Promise<readonly SentenceJob[]> => {
  const done = await stage(jobs.map((job, index) => ({ ...job, unit: unitOf(job, index) })));
  return jobs.map((job, index) => ({ ...(done[index] ?? job), unit: job.unit }));
};

/** Takes jobs through a stage that gets each unit once. */
export const onceEach = async (
  jobs: readonly SentenceJob[],
  stage: Stage,
): Promise<readonly SentenceJob[]> => {
  const asked = new Map<string, SentenceJob>();
  for (const job of jobs) {
    const key = unitKey(job.unit);
    if (!asked.has(key)) asked.set(key, job);
  }
  if (asked.size === jobs.length) return stage(jobs);
  const answers = await stage([...asked.values()]);
  const results = new Map([...asked.keys()].map((key, index) => [key, answers[index]]));
  return jobs.map((job) => {
    const { translated, repair } = results.get(unitKey(job.unit)) ?? {};
    return { ...job, translated, repair };
  });
};

/** The same, for jobs that get a new translation; those without words stay as they are. */
export const distinctly = (
  jobs: readonly SentenceJob[],
  stage: Stage,
): Promise<readonly SentenceJob[]> =>
  onceEach(jobs, async (distinct) => {
    const open = distinct.map((job) => ({ ...job, translated: undefined, repair: undefined }));
    const done = await forSome(open, ({ unit }) => hasWords(unit), stage);
    return done.map((job) => ({ ...job, translated: translationOf(job) }));
  });

/** The translation of a job; its unit as it is, where it has none. */
export const translationOf = ({ unit, translated }: SentenceJob): TranslatedUnit =>
  translated ?? unchanged(unit);

/** Takes units through a stage that are no sentences of a text, such as single words. */
export const translateUnits = async (
  units: readonly TranslationUnit[],
  stage: Stage,
): Promise<readonly TranslatedUnit[]> =>
  (await stage(units.map((unit) => ({ text: 0, unit })))).map(translationOf);
