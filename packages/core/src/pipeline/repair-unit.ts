import { type ErrorCode, isAppError } from '@dragoman/contract';
import { hasLetter } from '../characters.js';
import { compareNumbers, numberTokens } from '../checks/compare-numbers.js';
import {
  type Defect,
  findDefect,
  findTranslationDefect,
  gravityOf,
  isCopied,
} from '../checks/find-defect.js';
import type { Meter } from '../dependencies.js';
import type { Detector } from '../detection/detection.js';
import type { TranslatedUnit, TranslationUnit } from '../engine.js';
import { joinParts, partsOf, plainText, unchanged } from '../protection/placed-spans.js';
import type { Leg, Route } from '../routing/route.js';
import {
  askLegs,
  callEngine,
  labelsOf,
  type RepairBudget,
  type TranslationCall,
} from './call-engine.js';
import { mapWhere } from './map-together.js';
import { repetitionOf, translateRepetition } from './repetitions.js';
import {
  clausesOf,
  type ProtectedUnit,
  piecesOf,
  withEnclosuresProtected,
  withNamesProtected,
  withNumbersProtected,
  withoutContractions,
  withTimesIn24Hours,
} from './rewordings.js';
import { type RepairedBy, type SentenceJob, translationOf } from './sentence-job.js';

/** Finds the gravest defect of a translation that came over a leg. */
export type FindLegDefect = (
  unit: TranslationUnit,
  translated: TranslatedUnit,
  leg: Leg,
) => Defect | undefined;

/** What a language model wrote is checked for more than what other engines translated. */
export const createFindLegDefect =
  (detector: Detector): FindLegDefect =>
  (unit, translated, { engine, source, target }) => {
    const pair = { source, target };
    return engine.capabilities.isLanguageModel === true
      ? findTranslationDefect(unit, translated, pair, detector)
      : findDefect(unit, translated, pair);
  };

/** Engines get at most this many characters again for each character of a request. */
const REPAIRS_A_CHARACTER = 2;
/** The repairs of a short request, in UTF-16 code units: every attempt for a long sentence. */
const MIN_REPAIRS = 20_000;
/** What an attempt costs however short its text is. */
const ATTEMPT_CHARACTERS = 20;

/** @param characters of the texts of a request, in UTF-16 code units */
export const createRepairBudget = (characters: number): RepairBudget => {
  let left = Math.max(MIN_REPAIRS, REPAIRS_A_CHARACTER * characters);
  return {
    spend(some) {
      const cost = some + ATTEMPT_CHARACTERS;
      if (cost > left) return false;
      left -= cost;
      return true;
    },
  };
};

/** What repairing needs to know of the leg that a defective translation came over. */
interface RepairOptions {
  readonly leg: Leg;
  /** Other engines' legs for the same pair, in order of preference. */
  readonly alternatives: readonly Leg[];
  /** Routes through another language, for what a language model does not get right. */
  readonly detours?: readonly Route[];
  readonly findDefect: FindLegDefect;
}

/** Asks an engine; undefined where what it answers is no new translation. */
type Ask = () => Promise<TranslatedUnit | undefined>;

interface Attempt {
  readonly by: RepairedBy;
  /** The leg whose engine is asked. */
  readonly leg: Leg;
  /**
   * @param best the job with the best translation until then, and what is still wrong with it
   * @returns undefined where it cannot help
   */
  prepare(best: SentenceJob): Ask | undefined;
}

/**
 * Finds a better translation for a job than its defective one: by other engines that have the
 * pair, around its protected spans, in other words, with its brackets protected, and clause by clause.
 *
 * A language model costs money with each attempt: it is first asked again with the reason, then come
 * other engines and routes, and at last the sentence with its numbers protected.
 *
 * Attempts end once the request's repairs are spent or its deadline is near. Where none is sound, the
 * least defective translation stays. One that is no translation at all, or has other numbers, goes: the
 * source takes its place in the end, as an engine does with a word that it does not know.
 *
 * @param defect of its translation
 */
const repairJob = async (
  job: SentenceJob,
  defect: Defect,
  options: RepairOptions,
  call: TranslationCall,
): Promise<SentenceJob> => {
  const { unit } = job;
  const { leg, findDefect } = options;
  let best: SentenceJob = { ...job, repair: { remaining: defect } };
  let isCutShort = false;
  for (const attempt of attemptsFor(unit, options, call)) {
    if (best.repair?.remaining === undefined) break;
    const ask = attempt.prepare(best);
    if (!ask) continue;
    // Before the call: units are repaired at the same time, and what fails has its price, too.
    if (call.deadline?.isNear() || call.repairs?.spend(unit.text.length) === false) {
      isCutShort = true;
      break;
    }
    const translated = await ask().catch((error: unknown) => {
      isCutShort = true;
      return unlessFailure(error);
    });
    if (translated === undefined) continue;
    const remaining = findDefect(unit, translated, attempt.leg);
    if (gravityOf(remaining) < gravityOf(best.repair.remaining))
      best = { ...job, translated, repair: { remaining, by: attempt.by } };
  }
  const remaining = best.repair?.remaining;
  if (mustSendSource(remaining, leg))
    return { ...job, translated: undefined, repair: { remaining } };
  const isProvisional =
    job.repair?.isProvisional === true || (isCutShort && remaining !== undefined);
  return { ...best, repair: { ...best.repair, remaining, isProvisional } };
};

const attemptsFor = (
  unit: TranslationUnit,
  { leg, alternatives, detours = [] }: RepairOptions,
  call: TranslationCall,
): readonly Attempt[] => {
  const others = alternatives.map(
    (other): Attempt => ({
      by: 'other_engine',
      leg: other,
      prepare: () => () => translateWhole(unit, other, call),
    }),
  );
  const keeping = (further: ProtectedUnit | undefined, translate = translateWhole) =>
    further && (() => translateProtected(further, leg, call, translate));
  const betweenSpans =
    unit.protectedSpans.length > 0 ? () => partByPart(unit, leg, call) : undefined;
  const byClauses = (clauses: ReturnType<typeof clausesOf>) =>
    clauses && (() => translateClauses(clauses, leg, call));
  const numbers = numberTokens(unit.text);
  const numberAttempts = [
    against(['numbers'], (best) => keeping(withNumbersProtected(unit, lostNumbers(best, leg)))),
    against(['numbers'], () => keeping(withNumbersProtected(unit, numbers))),
    // Kept by construction: only what lies between them reaches the engine.
    against(['numbers'], () => keeping(withNumbersProtected(unit, numbers), partByPart)),
  ];
  const reworded = (prepare: Attempt['prepare']): Attempt => ({ by: 'rewording', leg, prepare });
  if (leg.engine.capabilities.isLanguageModel === true)
    return [
      { by: 'asking_again', leg, prepare: (best) => () => askAgain(best, leg, call) },
      ...others,
      ...detours.map(
        ({ legs }): Attempt => ({
          by: 'other_route',
          leg: { ...(legs.at(-1) ?? leg), source: leg.source },
          prepare: () => () => askLegs(unit, legs, call),
        }),
      ),
      ...[against(['lost_span'], () => betweenSpans), ...numberAttempts].map(reworded),
    ];
  const rewordings: readonly Attempt['prepare'][] = [
    against(['names'], (best) =>
      keeping(withNamesProtected(unit, translationOf(best), leg.source)),
    ),
    // Models lose count of what is said over and over.
    against(['repetition', 'length'], () => {
      const repetition = repetitionOf(unit);
      return repetition && (() => translateRepetition(repetition, leg, call));
    }),
    ...numberAttempts.slice(0, -1),
    () => betweenSpans,
    () => {
      const further = withoutContractions(unit, leg.source);
      return further && (() => translateReworded(further, leg, call));
    },
    against(['brackets', 'quotes'], () => keeping(withEnclosuresProtected(unit))),
    () => byClauses(clausesOf(unit)),
    () => byClauses(piecesOf(unit)),
    ...numberAttempts.slice(-1),
  ];
  // A small model that stumbles over `5:30 p.m.` loses the half of the day, or a number.
  const in24Hours = withTimesIn24Hours(unit, leg.source);
  const times = [
    () => in24Hours && (() => translateWhole(in24Hours, leg, call)),
    () => keeping(in24Hours && withNumbersProtected(in24Hours, numberTokens(in24Hours.text))),
  ].map((prepare) => against(['times', 'numbers'], prepare));
  return [...times.map(reworded), ...others, ...rewordings.map(reworded)];
};

/** An attempt that helps against some defects only. */
const against =
  (defects: readonly Defect[], prepare: Attempt['prepare']): Attempt['prepare'] =>
  (best) => {
    const defect = best.repair?.remaining;
    return defect !== undefined && defects.includes(defect) ? prepare(best) : undefined;
  };

/** Defects of a language model's answer that mean it may have done something else than translating. */
const SUSPICIOUS: ReadonlySet<Defect> = new Set([
  'lost_span',
  'added_text',
  'repeated_source',
  'language',
  'no_words',
  'repetition',
  'length',
]);

const mustSendSource = (defect: Defect | undefined, { engine }: Leg): boolean =>
  defect === 'blank' ||
  defect === 'numbers' ||
  (defect !== undefined && engine.capabilities.isLanguageModel === true && SUSPICIOUS.has(defect));

const FAILURES: ReadonlySet<ErrorCode> = new Set([
  'engine_failed',
  'pair_not_installed',
  'too_many_requests',
  'unavailable',
]);

/** Whether another route is to be tried; where an engine is only busy, the caller may come again. */
export const isEngineFailure = (error: unknown): boolean =>
  isAppError(error) && error.code !== 'too_many_requests' && FAILURES.has(error.code);

/** Repairs are best effort: an engine that fails at one is no reason to fail the request. */
export const unlessFailure = (error: unknown): undefined => {
  if (!isAppError(error) || !FAILURES.has(error.code)) throw error;
};

const askAgain = async (
  job: SentenceJob,
  leg: Leg,
  call: TranslationCall,
): Promise<TranslatedUnit | undefined> => {
  const rejected = [{ text: translationOf(job).text, defect: job.repair?.remaining ?? 'blank' }];
  return (await callEngine([job.unit], leg, call, { rejected }))[0];
};

const translateWhole = async (
  unit: TranslationUnit,
  leg: Leg,
  call: TranslationCall,
): Promise<TranslatedUnit | undefined> => (await callEngine([unit], leg, call))[0];

/** @param reworded the unit in other words */
const translateReworded = async (
  reworded: TranslationUnit,
  leg: Leg,
  call: TranslationCall,
): Promise<TranslatedUnit | undefined> => {
  const translated = await translateWhole(reworded, leg, call);
  // A copy of the other words differs from the source, but is no translation either.
  const isNew = translated && !isCopied(reworded.text, translated.text);
  return isNew ? translated : undefined;
};

const lostNumbers = (job: SentenceJob, { source, target }: Leg) =>
  compareNumbers(job.unit.text, translationOf(job).text, { source, target }).lost;

/** Translates a unit with more spans than its own, which are protected for the engine only. */
const translateProtected = async (
  further: ProtectedUnit,
  leg: Leg,
  call: TranslationCall,
  translate: typeof translateWhole,
): Promise<TranslatedUnit | undefined> => {
  const translated = await translate(further.unit, leg, call);
  return translated && withOwnSpans(translated, further);
};

/** A translation of a unit with more spans, with those of its own. */
const withOwnSpans = ({ text, spans }: TranslatedUnit, { own }: ProtectedUnit): TranslatedUnit => ({
  text,
  spans: spans.flatMap((placed) => {
    const span = own[placed.span];
    return span === undefined ? [] : [{ ...placed, span }];
  }),
});

const translateClauses = async (
  clauses: NonNullable<ReturnType<typeof clausesOf>>,
  leg: Leg,
  call: TranslationCall,
): Promise<TranslatedUnit | undefined> => {
  const units = clauses.map(({ text }) => ({ text, protectedSpans: [] }));
  const translated = await callEngine(units, leg, call);
  const answers = translated.map(({ text }) => text);
  if (answers.length < clauses.length || answers.some((text) => text.trim() === '')) {
    return undefined;
  }
  return plainText(clauses.map(({ gap }, index) => gap + answers[index]).join(''));
};

/** Keeps protected spans by construction: only what lies between them reaches the engine. */
const partByPart = async (
  unit: TranslationUnit,
  leg: Leg,
  call: TranslationCall,
): Promise<TranslatedUnit | undefined> => {
  const parts = partsOf(unchanged(unit)).map((part) => {
    const isTranslatable = part.span === undefined && hasLetter(part.text);
    const core = isTranslatable ? part.text.trim() : '';
    return { ...part, core, at: part.text.indexOf(core) };
  });
  const translated = await mapWhere(
    parts,
    ({ core }) => core !== '',
    (cores) =>
      callEngine(
        cores.map(({ core }) => ({ text: core, protectedSpans: [] })),
        leg,
        call,
      ),
  );
  return joinParts(
    parts.map(({ text, span, core, at }, index) => {
      const answer = translated[index]?.text ?? '';
      if (answer.trim() === '') return { text, span };
      return { text: text.slice(0, at) + answer + text.slice(at + core.length), span };
    }),
  );
};

/** How the answers that came over a leg are repaired; other legs and routes are looked up for defective ones only. */
export interface RepairPlan extends Pick<RepairOptions, 'leg' | 'findDefect'> {
  otherWays(): Pick<RepairOptions, 'alternatives' | 'detours'>;
}

/**
 * The stage that checks the answers of an engine, repairs those with a defect, and counts both. A job
 * without an answer that could be sent has no translation afterwards.
 */
export const repairTranslations = (
  jobs: readonly SentenceJob[],
  plan: RepairPlan,
  meter: Meter,
  call: TranslationCall,
): Promise<readonly SentenceJob[]> =>
  Promise.all(
    jobs.map(async (job) => {
      const { leg, findDefect } = plan;
      const translated = translationOf(job);
      const defect = findDefect(job.unit, translated, leg);
      if (defect === undefined) return { ...job, translated };
      const labels = labelsOf(leg);
      const stopClock = meter.time('repair', labels);
      let repaired: SentenceJob;
      try {
        const options = { leg, findDefect, ...plan.otherWays() };
        repaired = await repairJob({ ...job, translated }, defect, options, call);
      } finally {
        stopClock();
      }
      const { remaining = 'none', by = 'none' } = repaired.repair ?? {};
      meter.count('guard', { defect, remaining });
      meter.count('checks', { ...labels, defect, repair: by });
      return repaired;
    }),
  );
