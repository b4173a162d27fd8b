import { isAppError, type LanguagePair } from '@dragoman/contract';
import { findDefect } from '../checks/find-defect.js';
import { type EngineCallOptions, normaliseAlternative } from '../engine.js';
import { inPortions } from '../event-loop.js';
import { plainText } from '../protection/placed-spans.js';
import { maxCharactersOf, type Route } from '../routing/route.js';
import { findModelAlternatives, isAskable, unitsOfLastLeg } from './find-words.js';
import { mapGroups, unitKey } from './map-together.js';
import { readText } from './opened-text.js';
import type { TextOptions, TranslatedText, TranslationRequest } from './request.js';
import { clausesOf, withoutContractions } from './rewordings.js';
import { segmentText } from './segment-text.js';
import { type SentenceJob, type Stage, translationOf, withUnits } from './sentence-job.js';
import { translateSentences } from './translate-sentences.js';
import { translateOverRoute } from './translate-units.js';
import type { TranslatorDependencies } from './translator.js';

/** A request that was answered, for which other answers are wanted. */
export interface AlternativesRequest {
  readonly request: TranslationRequest;
  /** What {@link Translator.translate} answered to it. */
  readonly translated: readonly TranslatedText[];
  /** The most alternatives for each text. */
  readonly count: number;
  /**
   * Once the search has taken this long, one alternative for each text is enough: somebody waits, and
   * another route may have to start its engine first.
   *
   * @default no limit
   */
  readonly enoughAfterMs?: number;
}

/**
 * Finds other translations: what else the model would have written, then over other routes (another
 * engine, another language in between), then of the same text in other words. All of them differ from
 * the translation and from each other.
 *
 * They are best effort: engines that fail are left out, and when the signal aborts, what was found
 * until then is returned.
 *
 * @returns for each text the alternatives, the best first; often fewer than wanted, or none
 */
export type FindAlternatives = (
  request: AlternativesRequest,
  call: EngineCallOptions,
) => Promise<readonly (readonly string[])[]>;

/** Each route costs as much as the translation itself, and the later ones are worse. */
const MAX_OTHER_ROUTES = 3;
/** Where all of those say the same as the translation. */
const MAX_ROUTES_TO_FIRST = 8;
/** From a model, of each sentence. */
const MAX_MODEL_ALTERNATIVES = 3;
/** Of all texts together: asking a model about one takes some 50 ms of one core. */
const MAX_ASKED_UNITS = 16;
/** Of a longer text, in UTF-16 code units, a reader would not compare the whole. */
const MAX_TEXT_UNITS = 2000;

/** Translates jobs in one particular way. */
type Way = (
  jobs: readonly SentenceJob[],
  call: EngineCallOptions,
) => Promise<readonly SentenceJob[]>;

/** A way, and the longest unit it can take. */
interface Attempt {
  readonly maxCharacters: number;
  /** Only for texts that have no alternative yet. */
  readonly isLastResort: boolean;
  readonly translate: Way;
}

export const createAlternativesFinder =
  (dependencies: TranslatorDependencies): FindAlternatives =>
  async ({ request, translated, count, enoughAfterMs = Infinity }, call) => {
    const { meter } = dependencies;
    const startedAt = performance.now();
    const { target, options } = request;
    const found = translated.map((): string[] => []);
    const isNew = (text: string, index: number): boolean =>
      [request.texts[index], translated[index]?.text, ...(found[index] ?? [])].every(
        (other) => normaliseAlternative(other ?? '') !== normaliseAlternative(text),
      );
    for (const source of new Set(translated.map((text) => text.source))) {
      if (source === target.base) continue;
      for (const attempt of attemptsFor({ source, target, options }, dependencies)) {
        const { maxCharacters, isLastResort, translate } = attempt;
        const isLate = performance.now() - startedAt >= enoughAfterMs;
        const wanted = isLastResort || isLate ? Math.min(count, 1) : count;
        const wanting = [...request.texts.entries()].filter(
          ([index, text]) =>
            translated[index]?.source === source &&
            (found[index]?.length ?? 0) < wanted &&
            text.length <= MAX_TEXT_UNITS,
        );
        if (wanting.length === 0 || call.signal.aborted) break;
        const textOptions = { source, target, maxCharacters, options };
        const attemptAll = inPortions(
          call.signal,
          ([, text]: [number, string]) => text.length,
          async (some, signal) => {
            const answers = await translateSentences(
              some.map(([, text]) => segmentText(readText(text, options), textOptions)),
              textOptions,
              meter,
              (jobs) => translate(jobs, { ...call, signal }),
            );
            for (const [at, [index]] of some.entries()) {
              const answer = answers[at]?.text;
              if (answer !== undefined && isNew(answer, index)) found[index]?.push(answer);
            }
            return [];
          },
        );
        await attemptAll(wanting).catch(unlessBug(call.signal));
      }
    }
    return found;
  };

/** Translates jobs with their contractions written out; those without any as they are. */
const rewordContractions = (
  jobs: readonly SentenceJob[],
  { source: from }: LanguagePair,
  translate: Stage,
): Promise<readonly SentenceJob[]> =>
  withUnits(jobs, ({ unit }) => withoutContractions(unit, from) ?? unit, translate);

/** Translates jobs clause by clause, where that comes out sound, and as a whole otherwise. */
const rewordClauses = async (
  jobs: readonly SentenceJob[],
  pair: LanguagePair,
  translate: Stage,
): Promise<readonly SentenceJob[]> => {
  const all = jobs.map((job) => ({ job, clauses: clausesOf(job.unit) ?? [] }));
  const groups = all.map(({ job, clauses }) => [
    job,
    ...clauses.map(({ text }) => ({ ...job, unit: { text, protectedSpans: [] } })),
  ]);
  const translated = await mapGroups(groups, translate);
  return all.map(({ job, clauses }, index) => {
    const [whole = job, ...parts] = translated[index] ?? [];
    if (clauses.length === 0) return whole;
    const text = clauses.map(({ gap }, at) => gap + (parts[at]?.translated?.text ?? '')).join('');
    const joined = plainText(text);
    const isSound = findDefect(job.unit, joined, pair) === undefined;
    return isSound ? { ...whole, translated: joined } : whole;
  });
};

const attemptsFor = (
  { source, target, options }: Pick<TextOptions, 'source' | 'target' | 'options'>,
  dependencies: TranslatorDependencies,
): readonly Attempt[] => {
  // Nobody pays for alternatives.
  const router = dependencies.router.withoutLanguageModels();
  const best = router.route(source, target.tags, options.preferredModel);
  if (!best) return [];
  const over =
    (route: Route): Way =>
    (jobs, call) =>
      translateOverRoute(jobs, route, { ...dependencies, router }, call);
  const attempt = (route: Route, translate: Way, isLastResort = false): Attempt => ({
    isLastResort,
    maxCharacters: maxCharactersOf(route.legs),
    translate,
  });
  const others = router
    .routes(source, target.tags, options.preferredModel)
    .filter(({ id }) => id !== best.id)
    .slice(0, MAX_ROUTES_TO_FIRST);
  const pair = { source, target: target.base };
  return [
    ...modelAlternatives(best, over(best), { ...dependencies, router }).map((translate) =>
      attempt(best, translate),
    ),
    ...others.slice(0, MAX_OTHER_ROUTES).map((route) => attempt(route, over(route))),
    attempt(best, (jobs, call) =>
      rewordContractions(jobs, pair, (reworded) => over(best)(reworded, call)),
    ),
    attempt(best, (jobs, call) => rewordClauses(jobs, pair, (parts) => over(best)(parts, call))),
    ...others.slice(MAX_OTHER_ROUTES).map((route) => attempt(route, over(route), true)),
  ];
};

/** The translations that a model finds nearly as probable as its best: all units' first ones, and so on. */
const modelAlternatives = (
  route: Route,
  translateUsually: Way,
  dependencies: TranslatorDependencies,
): readonly Way[] => {
  if (!isAskable(route)) return [];
  let left = MAX_ASKED_UNITS;
  const ask: Way = async (jobs, call) => {
    const usual = await translateUsually(jobs, call);
    const isAsked = jobs.length <= left;
    if (isAsked) left -= jobs.length;
    const units = jobs.map(({ unit }) => unit);
    const lastUnits = isAsked ? await unitsOfLastLeg(units, route, dependencies, call) : [];
    return Promise.all(
      usual.map(async (job, index) => {
        const lastUnit = lastUnits[index];
        const question = { translation: translationOf(job).text, count: MAX_MODEL_ALTERNATIVES };
        const alternatives = lastUnit
          ? await findModelAlternatives(lastUnit, route, question, call)
          : [];
        return { ...job, alternatives };
      }),
    );
  };
  // The later ones are asked for no units that the first was not, but for those of damaged markup.
  const asked = new Map<string, SentenceJob>();
  return Array.from(
    { length: MAX_MODEL_ALTERNATIVES },
    (_, rank): Way =>
      async (jobs, call) => {
        const missing = jobs.filter(({ unit }) => !asked.has(unitKey(unit)));
        const answers = missing.length > 0 ? await ask(missing, call) : [];
        for (const job of answers) asked.set(unitKey(job.unit), job);
        return jobs.map((job) => {
          const known = asked.get(unitKey(job.unit)) ?? job;
          const text = known.alternatives?.[rank]?.text;
          return { ...job, translated: text === undefined ? known.translated : plainText(text) };
        });
      },
  );
};

const unlessBug =
  (signal: AbortSignal) =>
  (error: unknown): undefined => {
    if (!signal.aborted && !isAppError(error)) throw error;
  };
