import type { LanguageTag } from '@dragoman/contract';
import type { Meter, SegmentCache } from '../dependencies.js';
import type { Detector } from '../detection/detection.js';
import type { TranslatedUnit, TranslationUnit } from '../engine.js';
import { asUnit, joinParts, partsOf, unchanged } from '../protection/placed-spans.js';
import type { Leg, Route } from '../route.js';
import { fallbackRoute, type Router } from '../router.js';
import { askLeg, mapSpansThroughPivot, type UnitCall } from './call-engine.js';
import { distinctly, mapWhere, unitKey } from './map-together.js';
import { guidanceOfLegs, keepsGuidance, placesAmong } from './plan-guidance.js';
import {
  createFindLegDefect,
  type RepairPlan,
  repairAnswers,
  unlessFailure,
} from './repair-unit.js';

export interface TranslateUnitsDependencies {
  readonly router: Router;
  readonly detector: Detector;
  readonly cache: SegmentCache;
  readonly meter: Meter;
}

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
 * Translates units over a route, in order. Units without a letter to translate come back as they
 * are, repeated ones are translated once, and known ones come from the cache. A sentence in
 * capitals is translated as an ordinary one and put in capitals again: engines read those better.
 */
export const withCache = (
  units: readonly TranslationUnit[],
  route: Route,
  dependencies: TranslateUnitsDependencies,
  call: UnitCall,
): Promise<readonly TranslatedUnit[]> => {
  const guidance = describeGuidance(route, call);
  const cache = guidance.length > MAX_CACHED_GUIDANCE ? NO_CACHE : dependencies.cache;
  const revisions = route.legs.map((leg) => `${leg.revision ?? ''}${leg.variant ?? ''}`).join();
  const keyPrefix = `${route.id} ${route.modelType} ${revisions}${guidance}\n`;
  const translate = distinctly(async (distinct) => {
    const cached = distinct.map((unit) => cache.get(keyPrefix + unitKey(unit)));
    const translated = await mapWhere(
      distinct,
      (_, index) => cached[index] === undefined,
      (missing) => withFallback(missing, route, dependencies, call),
    );
    return distinct.map((unit, index) => {
      const known = cached[index];
      if (known !== undefined) return fromCached(known);
      const result = translated[index];
      // What could not be translated may be another time.
      if (!result) return unchanged(unit);
      if (result.isFinal) cache.set(keyPrefix + unitKey(unit), toCached(result.unit));
      return result.unit;
    });
  });
  return translate(units);
};

/** The guidance for each leg of a route, as part of a cache key; empty for none. */
const describeGuidance = ({ legs }: Route, { guidance }: UnitCall): string => {
  const ofLegs = guidanceOfLegs(legs, guidance);
  return ofLegs.some((one) => one !== undefined) ? ` ${JSON.stringify(ofLegs)}` : '';
};

interface Translation {
  readonly unit: TranslatedUnit;
  /** Whether another request would get the same: no repair was left out, and it came over its own route. */
  readonly isFinal: boolean;
}

/** Nothing where no engine had a translation that could be sent. */
type Translations = readonly (Translation | undefined)[];

/** Translates units over a route, and over the next one what came to nothing there. */
const withFallback = async (
  units: readonly TranslationUnit[],
  route: Route,
  dependencies: TranslateUnitsDependencies,
  call: UnitCall,
): Promise<Translations> => {
  const translated = await inSentenceCase(units, route, dependencies, call);
  if (!translated.includes(undefined)) return translated;
  const next = nextRoute(route, dependencies.router, call);
  if (!next) return translated;
  const again = await mapWhere(
    units,
    (_, index) => translated[index] === undefined,
    async (some): Promise<Translations> =>
      (await inSentenceCase(some, next, dependencies, call).catch(unlessFailure)) ??
      some.map(() => undefined),
  );
  return translated.map((answer, index) => {
    const other = again[index];
    return answer ?? (other && { ...other, isFinal: false });
  });
};

const nextRoute = (route: Route, router: Router, { guidance }: UnitCall): Route | undefined => {
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
  units: readonly TranslationUnit[],
  route: Route,
  dependencies: TranslateUnitsDependencies,
  call: UnitCall,
): Promise<Translations> => {
  if (units.length === 0) return [];
  const areCapitals = units.map(isAllCapitals);
  const [first, last] = [route.legs[0], route.legs.at(-1)];
  const asked = units.map((unit, index) =>
    areCapitals[index] && first ? toSentenceCase(unit, first.source) : unit,
  );
  const translated = await overLegs(asked, route.legs, dependencies, call);
  return translated.map((answer, index) =>
    answer && areCapitals[index] && last
      ? { ...answer, unit: toCapitals(answer.unit, last.target) }
      : answer,
  );
};

const overLegs = async (
  units: readonly TranslationUnit[],
  legs: readonly Leg[],
  dependencies: TranslateUnitsDependencies,
  call: UnitCall,
): Promise<Translations> => {
  const [leg, ...further] = legs;
  if (!leg) return units.map((unit) => ({ unit: unchanged(unit), isFinal: true }));
  const [first, others] = placesAmong(legs, call.place);
  const halfway = await overLeg(units, leg, dependencies, { ...call, place: first });
  if (further.length === 0) return halfway;
  const next = units.map((unit, index) => ({ unit, answer: halfway[index] }));
  const translated = await mapWhere(
    next,
    ({ answer }) => answer !== undefined,
    (some) =>
      overLegs(
        some.map(({ unit, answer }) => asUnit(unit, answer?.unit ?? unchanged(unit))),
        further,
        dependencies,
        { ...call, place: others },
      ),
  );
  return translated.map((answer, index) => {
    const before = halfway[index];
    return (
      answer && {
        unit: mapSpansThroughPivot(before?.unit, answer.unit),
        isFinal: answer.isFinal && before?.isFinal !== false,
      }
    );
  });
};

const overLeg = async (
  units: readonly TranslationUnit[],
  leg: Leg,
  { router, detector, meter }: TranslateUnitsDependencies,
  call: UnitCall,
): Promise<Translations> => {
  const answers = await askLeg(units, leg, meter, call);
  const plan: RepairPlan = {
    leg,
    findDefect: createFindLegDefect(detector),
    otherWays: () => ({
      alternatives: router
        .alternatives(leg)
        .filter((other) => keepsGuidance(leg, other, call.guidance, call.place)),
      detours: (leg.engine.capabilities.isLanguageModel ? router.detours(leg) : []).filter(
        ({ legs }) => keepsGuidance(leg, legs.at(-1) ?? leg, call.guidance, call.place),
      ),
    }),
  };
  const repairs = await repairAnswers(units, answers, plan, meter, call);
  return repairs.map(({ translated, isSource, isCutShort }) =>
    isSource ? undefined : { unit: translated, isFinal: isCutShort !== true },
  );
};

/** Fewer letters than this may be an abbreviation, which must stay as it is. */
const MIN_LETTERS = 6;

const unprotectedText = (unit: TranslationUnit): string =>
  partsOf(unchanged(unit))
    .map(({ text, span }) => (span === undefined ? text : ' '))
    .join('');

/** Whether a unit of several words is written in capitals throughout, protected spans aside. */
export const isAllCapitals = (unit: TranslationUnit): boolean => {
  const text = unprotectedText(unit);
  if (text !== text.toUpperCase() || text === text.toLowerCase()) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.length >= MIN_LETTERS && /\p{L}\P{L}+\p{L}/u.test(text);
};

/** The unit as an ordinary sentence of its language: small letters with a capital at the start. */
export const toSentenceCase = (unit: TranslationUnit, language: LanguageTag): TranslationUnit => {
  let isFirst = true;
  const parts = partsOf(unchanged(unit)).map((part) => {
    if (part.span !== undefined) return part;
    const lower = part.text.toLocaleLowerCase(language);
    const first = isFirst ? /\p{L}/u.exec(lower) : null;
    if (!first) return { ...part, text: lower };
    isFirst = false;
    const end = first.index + first[0].length;
    const text =
      lower.slice(0, first.index) + first[0].toLocaleUpperCase(language) + lower.slice(end);
    return { ...part, text };
  });
  return { ...asUnit(unit, joinParts(parts)), ...(unit.terms && { terms: unit.terms }) };
};

/** A translation in the capitals of its language, its protected spans aside. */
export const toCapitals = (translated: TranslatedUnit, language: LanguageTag): TranslatedUnit =>
  joinParts(
    partsOf(translated).map((part) =>
      part.span === undefined ? { ...part, text: part.text.toLocaleUpperCase(language) } : part,
    ),
  );
