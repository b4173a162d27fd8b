import {
  AppError,
  baseOf,
  findLanguage,
  invalidParameter,
  isWritable,
  type LanguageTag,
  type RewriteRequest,
  styleOrToneFor,
  toTag,
} from '@dragoman/contract';
import { countCodePoints } from '../characters.js';
import { findTranslationDefect } from '../checks/find-defect.js';
import type { Meter } from '../dependencies.js';
import type { Detector } from '../detection/detection.js';
import type { EngineCallOptions, Rewriting, TranslatedUnit, TranslationUnit } from '../engine.js';
import { unchanged } from '../protection/placed-spans.js';
import { type Leg, maxCharactersOf } from '../routing/route.js';
import type { Router } from '../routing/router.js';
import { labelsOf, noTokensLeft, type TranslationCall } from './call-engine.js';
import { FAILED_MODEL_RETRY_SECONDS, labelOfTag } from './languages.js';
import { mapByKey, mapGroups } from './map-together.js';
import {
  createRepairBudget,
  type FindLegDefect,
  isEngineFailure,
  repairTranslations,
} from './repair-unit.js';
import { type SplitText, splitText } from './segment-text.js';
import { distinctly, type SentenceJob, translateUnits } from './sentence-job.js';
import { askLeg } from './translate-units.js';

interface RewriterDependencies {
  readonly router: Router;
  readonly detector: Detector;
  readonly meter: Meter;
  /** How a language model is configured, for the refusal where none is: a sentence. */
  readonly languageModelHint: string;
}

/** One text of the answer. */
export interface RewrittenText {
  readonly text: string;
  /** Base language, given or detected. */
  readonly source: LanguageTag;
  /** The language or variant that was written. */
  readonly target: LanguageTag;
  /** Unicode code points of the text that was sent. */
  readonly billedCharacters: number;
}

/** Improves texts in their own language, with engines that write. */
export interface Rewriter {
  /**
   * @returns one text per text of the request, in its order
   * @throws AppError `language_model_missing`, and for what else cannot be served; the signal's
   *   reason once it aborts
   */
  rewrite(request: RewriteRequest, call: EngineCallOptions): Promise<readonly RewrittenText[]>;
}

/** A request in resolved languages. */
interface ResolvedRewriting {
  readonly request: RewriteRequest;
  /** Base languages that its texts may be in, the likeliest first; only the target's where one was sent. */
  readonly languages: readonly LanguageTag[];
  /** The language or variant to write; undefined where that is each text's own. */
  readonly target: LanguageTag | undefined;
}

/**
 * @throws AppError `invalid_parameter` for a language that is not written, `unavailable` while the
 *   models for it do not work
 */
const resolveRewriting = (request: RewriteRequest, router: Router): ResolvedRewriting => {
  if (!request.target) {
    const languages = writtenLanguages(router);
    if (languages.length === 0) throw unavailable();
    return { request, languages, target: undefined };
  }
  const { base, variant } = request.target;
  const language = toTag(base.code);
  requireWriter(language, router);
  return { request, languages: [language], target: variant ? toTag(variant.code) : undefined };
};

/**
 * The language of each text to be improved, which is detected. A text without words is in the language
 * of the others.
 *
 * @throws AppError `invalid_parameter` for texts in other languages; the signal's reason once it aborts
 */
const findLanguages = async (
  { request: { text, target }, languages }: ResolvedRewriting,
  detector: Detector,
  signal: AbortSignal,
): Promise<readonly LanguageTag[]> => {
  const detected = await detector.detectPreferringYielding(text, new Set(languages), { signal });
  for (const [index, { language, isWanted }] of detected.entries()) {
    if (language !== null && !isWanted) throw refused(language, index, text.length, target);
  }
  const found = detected.map(({ language }) => language);
  const [fallback = 'en'] = [...found.filter((language) => language !== null), ...languages];
  return found.map((language) => language ?? fallback);
};

/** English first, the likeliest language of a text without words. */
const writtenLanguages = (router: Router): readonly LanguageTag[] =>
  [...new Set([...router.targetsWith('rewriting')].map(baseOf))]
    .filter((language) => isWritable(language) && canRewrite(language, router))
    .sort((one, two) => Number(two === 'en') - Number(one === 'en'));

const canRewrite = (language: LanguageTag, router: Router): boolean =>
  router.rewriters(language).length > 0;

/** @throws AppError `invalid_parameter`, or `unavailable` where a model for the language failed */
const requireWriter = (language: LanguageTag, router: Router): void => {
  if (canRewrite(language, router)) return;
  if (router.failedPairs().some(({ target }) => baseOf(target) === language)) throw unavailable();
  throw invalidParameter(
    'target_lang',
    `No configured language model writes ${labelOfTag(language)}.`,
  );
};

const unavailable = (): AppError =>
  new AppError('unavailable', {
    message: `The language model failed recently. Try again in ${FAILED_MODEL_RETRY_SECONDS} seconds.`,
    retryAfterSeconds: FAILED_MODEL_RETRY_SECONDS,
  });

const refused = (
  language: LanguageTag,
  index: number,
  count: number,
  target: RewriteRequest['target'],
): AppError => {
  const subject = count === 1 ? 'The text' : `Text ${index + 1} of ${count}`;
  return target
    ? invalidParameter(
        'target_lang',
        `${subject} looks like ${labelOfTag(language)}; texts are improved in their own language, not translated.`,
      )
    : invalidParameter(
        'text',
        `${subject} looks like ${labelOfTag(language)}, in which no configured language model improves texts.`,
      );
};

export const createRewriter = (dependencies: RewriterDependencies): Rewriter => ({
  async rewrite(request, call) {
    call.signal.throwIfAborted();
    const { router, detector, languageModelHint } = dependencies;
    if (!router.hasEngineWith('rewriting')) {
      throw new AppError('language_model_missing', {
        message: `Improving texts needs a language model, and none is configured. ${languageModelHint}`,
      });
    }
    if (call.budget?.isSpent()) throw noTokensLeft();
    const resolved = resolveRewriting(request, router);
    const sources = await findLanguages(resolved, detector, call.signal);
    return mapByKey(request.text, sources, call.signal, (texts, source, signal) =>
      rewriteGroup(texts, groupOf(source, resolved, router), dependencies, { ...call, signal }),
    );
  },
});

/**
 * Rewrites units over the first of some legs that works, in order. A unit whose rewriting fails a
 * check, also when asked for again, goes over the next legs; where none of them gets it right, it
 * stays as it is.
 *
 * @throws AppError `engine_failed` where every leg failed
 */
const rewriteUnits = (
  units: readonly TranslationUnit[],
  legs: readonly Leg[],
  dependencies: Pick<RewriterDependencies, 'detector' | 'meter'>,
  call: TranslationCall & { readonly rewriting: Rewriting },
): Promise<readonly TranslatedUnit[]> =>
  translateUnits(units, (jobs) =>
    distinctly(jobs, (distinct) => rewriteJobs(distinct, legs, dependencies, call)),
  );

const rewriteJobs = async (
  jobs: readonly SentenceJob[],
  [leg, ...others]: readonly Leg[],
  dependencies: Pick<RewriterDependencies, 'detector' | 'meter'>,
  call: TranslationCall & { readonly rewriting: Rewriting },
): Promise<readonly SentenceJob[]> => {
  if (!leg) return jobs;
  const { meter, detector } = dependencies;
  let answers: readonly SentenceJob[];
  try {
    answers = await askLeg(jobs, leg, meter, call);
  } catch (error) {
    if (others.length === 0 || !isEngineFailure(error)) throw error;
    meter.count('fallbacks', labelsOf(leg));
    return rewriteJobs(jobs, others, dependencies, call);
  }
  const findDefect: FindLegDefect = (unit, rewritten, { source, target }) =>
    findTranslationDefect(unit, rewritten, { source, target }, detector, call.rewriting);
  const plan = { leg, findDefect, otherWays: () => ({ alternatives: others }) };
  const repaired = await repairTranslations(answers, plan, meter, call);
  // Where a defect remains, the text that was sent is sound, whatever the model made of it.
  return repaired.map((job) =>
    job.repair?.remaining === undefined ? job : { ...job, translated: unchanged(job.unit) },
  );
};

/** How the texts in one language are written again. */
interface RewritingGroup {
  /** Base language. */
  readonly source: LanguageTag;
  /** The language or variant that is written. */
  readonly target: LanguageTag;
  readonly legs: readonly Leg[];
  readonly rewriting: Rewriting;
}

const groupOf = (
  source: LanguageTag,
  { request, target: wanted }: ResolvedRewriting,
  router: Router,
): RewritingGroup => {
  const language = findLanguage(source);
  const target = wanted ?? toTag(language?.designatedVariant ?? source);
  const manner = language ? styleOrToneFor(request, language) : {};
  return {
    source,
    target,
    legs: router.rewriters(target),
    rewriting: { kind: request.kind, ...manner },
  };
};

const rewriteGroup = async (
  texts: readonly string[],
  { source, target, legs, rewriting }: RewritingGroup,
  dependencies: RewriterDependencies,
  call: EngineCallOptions,
): Promise<readonly RewrittenText[]> => {
  const maxCharacters = maxCharactersOf(legs);
  const split = texts.map((text) =>
    splitText(text, { language: source, mode: 'sentences-and-newlines', maxCharacters }),
  );
  const repairs = createRepairBudget(texts.reduce((sum, { length }) => sum + length, 0));
  const rewritten = await mapGroups(
    split.map(({ units }) => units),
    (units) => rewriteUnits(units, legs, dependencies, { ...call, repairs, rewriting }),
  );
  return texts.map((text, index) => ({
    text: split[index] ? joinRewritten(split[index], rewritten[index] ?? [], source) : text,
    source,
    target,
    billedCharacters: countCodePoints(text),
  }));
};

const joinRewritten = (
  { join }: SplitText,
  rewritten: readonly TranslatedUnit[],
  language: LanguageTag,
): string =>
  join(
    rewritten.map(({ text }) => text),
    language,
  ).text;
