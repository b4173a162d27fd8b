import type { LanguageTag } from '@dragoman/contract';
import { countCodePoints } from '../characters.js';
import type { Meter, SegmentCache, TranslationDependencies } from '../dependencies.js';
import type { TranslatedUnit, TranslationUnit } from '../engine.js';
import { asUnit, mapOwnText, unchanged, unprotectedText } from '../protection/placed-spans.js';
import type { Leg, Route } from '../routing/route.js';
import { fallbackRoute, type Router } from '../routing/router.js';
import { labelsOf, mapSpansThroughPivot, type TranslationCall } from './call-engine.js';
import { unitKey } from './map-together.js';
import { guidanceOfLegs, keepsGuidance, splitGuidance } from './plan-guidance.js';
import {
  createFindLegDefect,
  type RepairPlan,
  repairTranslations,
  unlessFailure,
} from './repair-unit.js';
import { callOnceForRepeated } from './repetitions.js';
import {
  distinctly,
  forSome,
  isPending,
  type SentenceJob,
  translationOf,
  withUnits,
} from './sentence-job.js';

/** Units with longer guidance are not cached: it is part of every key, in UTF-16 code units. */
const MAX_CACHED_GUIDANCE = 2000;
const NO_CACHE: SegmentCache = { get: () => undefined, set() {} };

// After the text, before its spans; the last one counts, so a text may have some of its own.
const SEPARATOR = '\0';

/** Writes a translation for the cache: its text, and where its spans are. */
export const toCached = ({ text, spans }: TranslatedUnit): string =>
  text + SEPARATOR + spans.map(({ span, start, end }) => `${span}:${start}:${end}`).join(' ');

/** Reads what {@link toCached} wrote. */
export const fromCached = (cached: string): TranslatedUnit => {
  const end = cached.lastIndexOf(SEPARATOR);
  const rows = cached.slice(end + 1).match(/\S+/g) ?? [];
  const spans = rows.map((row) => {
    const [span = 0, start = 0, stop = 0] = row.split(':').map(Number);
    return { start, end: stop, span };
  });
  return { text: cached.slice(0, end), spans };
};

/**
 * The stage that translates jobs over a route. Units without a letter to translate come back as they
 * are, repeated ones are translated once, and known ones come from the cache. A sentence in capitals is
 * translated as an ordinary one and put in capitals again: engines read those better.
 */
export const translateOverRoute = (
  jobs: readonly SentenceJob[],
  route: Route,
  dependencies: TranslationDependencies,
  call: TranslationCall,
): Promise<readonly SentenceJob[]> => {
  const guidance = describeGuidance(route, call);
  const cache = guidance.length > MAX_CACHED_GUIDANCE ? NO_CACHE : dependencies.cache;
  const revisions = route.legs.map((leg) => `${leg.revision ?? ''}${leg.variant ?? ''}`).join();
  const keyPrefix = `${route.id} ${route.modelType} ${revisions}${guidance}\n`;
  const keyOf = ({ unit }: SentenceJob): string => keyPrefix + unitKey(unit);
  return distinctly(jobs, (distinct) => {
    const known = distinct.map((job) => {
      const cached = cache.get(keyOf(job));
      return cached === undefined ? job : { ...job, translated: fromCached(cached) };
    });
    return forSome(known, isPending, async (missing) => {
      const translated = await withFallback(missing, route, dependencies, call);
      for (const job of translated) {
        // What could not be translated may be another time.
        if (job.translated && !job.repair?.isProvisional)
          cache.set(keyOf(job), toCached(job.translated));
      }
      return translated;
    });
  });
};

/** The guidance for each leg of a route, as part of a cache key; empty for none. */
const describeGuidance = ({ legs }: Route, { guidance }: TranslationCall): string => {
  const ofLegs = guidanceOfLegs(legs, guidance);
  return ofLegs.some((one) => one !== undefined) ? ` ${JSON.stringify(ofLegs)}` : '';
};

/** Translates jobs over a route, and over the next one what came to nothing there. */
const withFallback = async (
  jobs: readonly SentenceJob[],
  route: Route,
  dependencies: TranslationDependencies,
  call: TranslationCall,
): Promise<readonly SentenceJob[]> => {
  const translated = await inSentenceCase(jobs, route, dependencies, call);
  const next = translated.some(isPending) && nextRoute(route, dependencies.router, call);
  if (!next) return translated;
  return forSome(translated, isPending, async (failed) => {
    const again = await inSentenceCase(failed, next, dependencies, call).catch(unlessFailure);
    return (again ?? failed).map(({ repair, ...job }) => ({
      ...job,
      repair: { remaining: repair?.remaining, isProvisional: true },
    }));
  });
};

const nextRoute = (
  route: Route,
  router: Router,
  { guidance }: TranslationCall,
): Route | undefined => {
  const [first, last] = [route.legs[0], route.legs.at(-1)];
  if (!first || !last) return undefined;
  const query = {
    source: first.source,
    targets: [last.variant ?? last.target],
    preferred: route.modelType,
    needs: [],
  };
  const next = fallbackRoute(router, query, [route]);
  return next && keepsGuidance(last, next.legs.at(-1) ?? last, guidance) ? next : undefined;
};

const inSentenceCase = async (
  jobs: readonly SentenceJob[],
  route: Route,
  dependencies: TranslationDependencies,
  call: TranslationCall,
): Promise<readonly SentenceJob[]> => {
  const areCapitals = jobs.map(({ unit }) => isAllCapitals(unit));
  const [first, last] = [route.legs[0], route.legs.at(-1)];
  const translated = await withUnits(
    jobs,
    ({ unit }, index) => (areCapitals[index] && first ? toSentenceCase(unit, first.source) : unit),
    (asked) => overLegs(asked, route.legs, dependencies, call),
  );
  return translated.map((job, index) =>
    job.translated && areCapitals[index] && last
      ? { ...job, translated: toCapitals(job.translated, last.target) }
      : job,
  );
};

const overLegs = async (
  jobs: readonly SentenceJob[],
  legs: readonly Leg[],
  dependencies: TranslationDependencies,
  call: TranslationCall,
): Promise<readonly SentenceJob[]> => {
  const [leg, ...further] = legs;
  if (!leg) return jobs.map((job) => ({ ...job, translated: unchanged(job.unit) }));
  const [first, others] = splitGuidance(legs, call.guidance);
  const halfway = await overLeg(jobs, leg, dependencies, { ...call, guidance: first });
  if (further.length === 0) return halfway;
  return forSome(
    halfway,
    (job) => !isPending(job),
    async (some) => {
      const translated = await withUnits(
        some,
        (job) => asUnit(job.unit, translationOf(job)),
        (asked) => overLegs(asked, further, dependencies, { ...call, guidance: others }),
      );
      return translated.map((job, index) => ({
        ...job,
        translated: job.translated && mapSpansThroughPivot(some[index]?.translated, job.translated),
      }));
    },
  );
};

/** The engine of a leg translates the jobs, and what comes back damaged is repaired. */
const overLeg = async (
  jobs: readonly SentenceJob[],
  leg: Leg,
  { router, detector, meter }: TranslationDependencies,
  call: TranslationCall,
): Promise<readonly SentenceJob[]> => {
  const keeps = (other: Leg): boolean => keepsGuidance(leg, other, call.guidance);
  const plan: RepairPlan = {
    leg,
    findDefect: createFindLegDefect(detector),
    otherWays: () => ({
      alternatives: router.alternatives(leg).filter(keeps),
      detours: (leg.engine.capabilities.isLanguageModel ? router.detours(leg) : []).filter(
        ({ legs }) => keeps(legs.at(-1) ?? leg),
      ),
    }),
  };
  return repairTranslations(await askLeg(jobs, leg, meter, call), plan, meter, call);
};

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
    const answers = await callOnceForRepeated(units, leg, { ...call, onTranslated: work?.note });
    return jobs.map((job, index) => ({ ...job, translated: answers[index] }));
  } finally {
    work?.end();
  }
};

/** Fewer letters than this may be an abbreviation, which must stay as it is. */
const MIN_LETTERS = 6;

/** Whether a unit of several words is written in capitals throughout, protected spans aside. */
export const isAllCapitals = (unit: TranslationUnit): boolean => {
  const text = unprotectedText(unchanged(unit));
  if (text !== text.toUpperCase() || text === text.toLowerCase()) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.length >= MIN_LETTERS && /\p{L}\P{L}+\p{L}/u.test(text);
};

/** The unit as an ordinary sentence of its language: small letters with a capital at the start. */
export const toSentenceCase = (unit: TranslationUnit, language: LanguageTag): TranslationUnit => {
  let isFirst = true;
  const written = mapOwnText(unchanged(unit), (text) => {
    const lower = text.toLocaleLowerCase(language);
    const first = isFirst ? /\p{L}/u.exec(lower) : null;
    if (!first) return lower;
    isFirst = false;
    const end = first.index + first[0].length;
    return lower.slice(0, first.index) + first[0].toLocaleUpperCase(language) + lower.slice(end);
  });
  return { ...asUnit(unit, written), ...(unit.terms && { terms: unit.terms }) };
};

/** A translation in the capitals of its language, its protected spans aside. */
export const toCapitals = (translated: TranslatedUnit, language: LanguageTag): TranslatedUnit =>
  mapOwnText(translated, (text) => text.toLocaleUpperCase(language));
