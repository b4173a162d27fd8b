import { AppError, showPair } from '@dragoman/contract';
import { countCodePoints, hasLetter } from '../characters.js';
import { withSoundSeparators } from '../checks/compare-numbers.js';
import type { Deadline, Meter } from '../dependencies.js';
import type {
  EngineBatch,
  EngineCallOptions,
  Guidance,
  Rewriting,
  TranslatedUnit,
  TranslationUnit,
} from '../engine.js';
import {
  asUnit,
  mapOwnText,
  plainText,
  unchanged,
  verifySpans,
} from '../protection/placed-spans.js';
import type { Leg } from '../route.js';
import { nextTurn } from '../turns.js';
import { mapWhere } from './map-together.js';
import { guidanceOfLeg, splitGuidance } from './plan-guidance.js';
import type { SentenceJob } from './sentence-job.js';

/** How much text engines may be given once more, to repair what they made of a request. */
export interface RepairBudget {
  /**
   * Pays for an attempt before it is made.
   *
   * @param characters UTF-16 code units of the text that an engine is to get again
   * @returns whether there was enough left; otherwise it must not be made
   */
  spend(characters: number): boolean;
}

/** What accompanies translating: who waits for it, how it is worded, and what it may cost. */
export interface TranslationCall extends EngineCallOptions {
  /** For the route or the leg that is asked; {@link guidanceOfLeg} says what of it an engine is told. */
  readonly guidance?: Guidance | undefined;
  /** Undefined for a translation. */
  readonly rewriting?: Rewriting;
  /** Without one, the work may take as long as it wants. */
  readonly deadline?: Deadline | undefined;
  /** Without one, every translation with a defect is repaired. */
  readonly repairs?: RepairBudget | undefined;
}

const NOTHING = plainText('');

/**
 * Control characters but for tab and line breaks, with the colour of a terminal that they begin, and
 * marks that turn the direction of writing.
 */
const CONTROLS =
  /(?![\t-\r\u0085])\p{Cc}(?:\[[\d;]*[A-Za-z])?|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A translation without the control characters that its source does not have. */
const withoutNewControls = (source: string, translated: TranslatedUnit): TranslatedUnit => {
  if (translated.text.search(CONTROLS) < 0) return translated;
  return mapOwnText(translated, (text) =>
    text.replace(CONTROLS, (found) => (source.includes(found.charAt(0)) ? found : '')),
  );
};

/** A translation whose numbers have the separators of one language, or those of the source. */
const withSoundNumbers = (source: string, translated: TranslatedUnit): TranslatedUnit =>
  withSoundSeparators(source, translated.text) === translated.text
    ? translated
    : mapOwnText(translated, (text) => withSoundSeparators(source, text));

/** Translates units over one leg of a route: one translation for each unit, its spans verified. */
export const callEngine = async (
  units: readonly TranslationUnit[],
  leg: Leg,
  { signal, budget, onTranslated, rewriting, ...call }: TranslationCall,
  more: Pick<EngineBatch, 'rejected'> = {},
): Promise<readonly TranslatedUnit[]> => {
  const { engine, source, target, variant, modelType } = leg;
  const guidance = guidanceOfLeg(leg, call.guidance);
  const translated = await engine.translateBatch(
    {
      source,
      target: variant ?? target,
      modelType,
      units,
      ...(guidance && { guidance }),
      ...(rewriting && { rewriting }),
      ...more,
    },
    { signal, budget, onTranslated },
  );
  // Answers to many batches come in one message; each is looked at in a turn of its own.
  await nextTurn();
  signal.throwIfAborted();
  return units.map((unit, index) =>
    verifySpans(
      unit,
      withSoundNumbers(unit.text, withoutNewControls(unit.text, translated[index] ?? NOTHING)),
    ),
  );
};

/** Translates one unit over several legs in the place of one, without a look at what comes out. */
export const askLegs = async (
  unit: TranslationUnit,
  legs: readonly Leg[],
  call: TranslationCall,
): Promise<TranslatedUnit> => {
  const [leg] = legs;
  if (!leg) return unchanged(unit);
  const [first, further] = splitGuidance(legs, call.guidance);
  const [halfway = unchanged(unit)] = await callEngine([unit], leg, { ...call, guidance: first });
  if (legs.length === 1) return halfway;
  const next = await askLegs(asUnit(unit, halfway), legs.slice(1), { ...call, guidance: further });
  return mapSpansThroughPivot(halfway, next);
};

/** A translation of a translation, with the spans of the original unit. */
export const mapSpansThroughPivot = (
  halfway: TranslatedUnit | undefined,
  { text, spans }: TranslatedUnit,
): TranslatedUnit => ({
  text,
  spans: spans.map(({ start, end, span }) => ({
    start,
    end,
    span: halfway?.spans[span]?.span ?? span,
  })),
});

/** Said less often in a row, a phrase may be meant as it stands. */
const MIN_REPEATS = 6;
const REPEATED = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\S{1,40}(?: \\S{1,40}){0,3}?)(?:([ ,]+)\\1){${MIN_REPEATS - 1},}(?![\\p{L}\\p{N}])`,
  'u',
);

/** A text in which a phrase is repeated many times. */
interface Repetition {
  readonly before: string;
  readonly phrase: string;
  readonly separator: string;
  readonly count: number;
  readonly after: string;
}

/** The repetition in a text, if there is one. */
export const repetitionOf = ({ text, protectedSpans }: TranslationUnit): Repetition | undefined => {
  const found = protectedSpans.length > 0 ? null : REPEATED.exec(text);
  const [whole, phrase, separator] = found ?? [];
  if (!found || whole === undefined || phrase === undefined || separator === undefined)
    return undefined;
  return {
    before: text.slice(0, found.index),
    phrase,
    separator,
    count: Math.round((whole.length + separator.length) / (phrase.length + separator.length)),
    after: text.slice(found.index + whole.length),
  };
};

/** A phrase that is repeated as often is translated once: models take long over it, and lose count. */
const LONG_REPETITION = 12;

/** The repetition of a unit, if it is so long that its phrase is translated once. */
const longRepetitionOf = (unit: TranslationUnit): Repetition | undefined => {
  const repetition = repetitionOf(unit);
  return repetition && repetition.count >= LONG_REPETITION && hasLetter(repetition.phrase)
    ? repetition
    : undefined;
};

/** Translates a repeated phrase once, and repeats the translation. */
export const translateRepetition = async (
  { before, phrase, separator, count, after }: Repetition,
  leg: Leg,
  call: TranslationCall,
): Promise<TranslatedUnit> => {
  const parts = [before, phrase, after].map((text) => ({ text, core: text.trim() }));
  const translated = await mapWhere(
    parts,
    ({ core }) => hasLetter(core),
    (some) =>
      callEngine(
        some.map(({ core }) => ({ text: core, protectedSpans: [] })),
        leg,
        call,
      ),
  );
  const [start = '', said = '', end = ''] = parts.map(({ text, core }, index) => {
    const answer = translated[index]?.text ?? '';
    return answer.trim() === '' ? text : text.replace(core, () => answer);
  });
  return plainText(start + Array(count).fill(said).join(separator) + end);
};

/** How the metrics name a leg. */
export const labelsOf = (leg: Leg) => ({ engine: leg.engine.id, pair: showPair(leg) });

/**
 * The stage that gives jobs the first answers of a leg's engine; the characters that it gets are
 * counted.
 *
 * @throws AppError where it would not be done before the deadline
 */
export const askLeg = async (
  jobs: readonly SentenceJob[],
  leg: Leg,
  meter: Meter,
  call: TranslationCall,
): Promise<readonly SentenceJob[]> => {
  const units = jobs.map(({ unit }) => unit);
  const characters = units.reduce((sum, { text }) => sum + countCodePoints(text), 0);
  // How fast a language model's server is with more at once, nobody here knows.
  const { id, capabilities } = leg.engine;
  const work = capabilities.isLanguageModel
    ? undefined
    : await call.deadline?.expect(`${id} ${leg.modelType}`, characters);
  meter.count('characters', labelsOf(leg), characters);
  try {
    const answers = await askInParts(units, leg, { ...call, onTranslated: work?.note });
    return jobs.map((job, index) => ({ ...job, translated: answers[index] }));
  } finally {
    work?.end();
  }
};

/** Of long repetitions, engines get the phrase; everything else as it stands. */
const askInParts = async (
  units: readonly TranslationUnit[],
  leg: Leg,
  call: TranslationCall,
): Promise<readonly TranslatedUnit[]> => {
  const repetitions = units.map(call.rewriting ? () => undefined : longRepetitionOf);
  const [translated, repeated] = await Promise.all([
    mapWhere(
      units,
      (_, index) => repetitions[index] === undefined,
      (others) => callEngine(others, leg, call),
    ),
    Promise.all(
      repetitions.map((repetition) => repetition && translateRepetition(repetition, leg, call)),
    ),
  ]);
  return units.map((unit, index) => repeated[index] ?? translated[index] ?? unchanged(unit));
};

/** The error for what only a language model could do, once the tokens of the day are spent. */
export const noTokensLeft = (): AppError =>
  new AppError('quota_exceeded', {
    message:
      'Quota exceeded: this needs a language model, and the API key has spent its tokens of today. It gets new ones at midnight UTC.',
  });
