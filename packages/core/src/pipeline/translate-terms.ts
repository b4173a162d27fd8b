import type { Meter, TranslationDependencies } from '../dependencies.js';
import type { EngineCallOptions } from '../engine.js';
import { mapYielding, type Work } from '../event-loop.js';
import { joinParts, partsOf } from '../protection/placed-spans.js';
import type { Route } from '../routing/route.js';
import type { CarrierFinder } from '../terms/carriers.js';
import {
  applyLetterCase,
  findUnitTerms,
  type RewrittenUnit,
  type TermPart,
} from '../terms/rewrite-unit.js';
import {
  asHint,
  asPlaceholder,
  asWord,
  betweenTags,
  inPlace,
  type TermStrategy,
} from '../terms/strategies.js';
import type { TermMatcher } from '../terms/term-matcher.js';
import type { TranslationCall } from './call-engine.js';
import { hasWords, mapGroups } from './map-together.js';
import { unlessFailure } from './repair-unit.js';
import {
  type JobTerms,
  type SentenceJob,
  type Stage,
  translateUnits,
  translationOf,
} from './sentence-job.js';
import { translateOverRoute } from './translate-units.js';

/**
 * The ways to be tried for a unit with terms: those of a round together, and the next round where they
 * do not all put every term into the same translation. A round may be empty. A placeholder comes last
 * by itself.
 *
 * @param targets the translations of the unit's terms
 */
type StrategyRounds = (targets: readonly string[]) => readonly (readonly TermStrategy[])[];

/** How the terms of glossaries get into translations. */
interface TermOptions {
  readonly matcher: TermMatcher;
  /** @param targets the translations of all terms that were found */
  findWays(targets: readonly string[]): Promise<StrategyRounds>;
  readonly meter: Meter;
  readonly signal: AbortSignal;
}

/** How much text a job has, with the translations of its terms, which may be many times as long. */
const lengthOf = ({ unit, terms }: SentenceJob): number =>
  (terms?.targets ?? []).reduce((sum, { length }) => sum + length, unit.text.length);

/**
 * The stage that gives jobs translations in which each term of a glossary has the translation given
 * there. Of several ways that put all terms of a sentence into its translation, the one counts that the
 * others agree with most. Sentences without terms go to the engine as they are, and those of nothing
 * but terms do not go there at all.
 *
 * @param translate the stage of the engine
 */
export const translateTerms = async (
  jobs: readonly SentenceJob[],
  { matcher, findWays, meter, signal }: TermOptions,
  translate: Stage,
): Promise<readonly SentenceJob[]> => {
  const found = await mapYielding(jobs, signal, lengthOf, (job): SentenceJob => {
    const terms = findUnitTerms(job.unit, matcher);
    return { ...job, terms: { found: terms, targets: terms.map(matcher.write) } };
  });
  const targets = new Set(found.flatMap(({ terms }) => terms?.targets ?? []));
  const roundsOf = targets.size > 0 ? await findWays([...targets]) : () => [];
  const translated = await tryStrategies(found, roundsOf, { matcher, signal }, translate);
  return mapYielding(found, signal, lengthOf, (job, index) => {
    const parts = translated[index] ?? [];
    const terms = job.terms?.found ?? [];
    if (terms.length === 0) return { ...job, translated: joinParts(parts) };
    const honoured = honouredIn(parts);
    meter.count('terms', { outcome: 'honoured' }, honoured);
    meter.count('terms', { outcome: 'missed' }, terms.length - honoured);
    return { ...job, translated: joinParts(applyLetterCase(job.unit, terms, parts, matcher)) };
  });
};

/** Engines take time for words, not for placeholders: terms of more UTF-16 code units are those only. */
const MAX_WRITTEN = 2000;

const canBeWritten = (targets: readonly string[]): boolean =>
  targets.reduce((sum, { length }) => sum + length, 0) <= MAX_WRITTEN;

/** A job with terms that is asked for in one of the ways, and what reads its translation. */
interface WrittenJob {
  readonly job: SentenceJob;
  readonly read: RewrittenUnit['read'];
}

const tryStrategies = async (
  jobs: readonly SentenceJob[],
  roundsOf: StrategyRounds,
  { matcher, signal }: Pick<TermOptions, 'matcher' | 'signal'>,
  translate: Stage,
): Promise<readonly (readonly TermPart[])[]> => {
  const translateWritten: Work<WrittenJob, readonly TermPart[]> = async (written) => {
    const translated = await translate(written.map(({ job }) => job));
    return mapYielding(
      written,
      signal,
      ({ job }) => job.unit.text.length,
      ({ job, read }, index) => read(translationOf(translated[index] ?? job)),
    );
  };
  const rounds = jobs.map(({ terms: { targets } = NO_TERMS }) =>
    (targets.length === 0
      ? [[asItIs]]
      : [...(canBeWritten(targets) ? roundsOf(targets) : []), [asPlaceholder]]
    ).filter(({ length }) => length > 0),
  );
  const tried = jobs.map((): (readonly TermPart[])[] => []);
  const settled = new Set<SentenceJob>();
  for (let round = 0; ; round++) {
    const written = await mapYielding(jobs, signal, lengthOf, (job, index) =>
      (settled.has(job) ? [] : (rounds[index]?.[round] ?? [])).map((way) =>
        writeJob(job, way, matcher),
      ),
    );
    if (written.every(({ length }) => length === 0)) break;
    const answers = await mapGroups(written, translateWritten);
    for (const [index, job] of jobs.entries()) {
      const parts = answers[index] ?? [];
      tried[index]?.push(...parts);
      if (isSettled(job, parts)) settled.add(job);
    }
  }
  return mapYielding(jobs, signal, lengthOf, (job, index) => {
    const all = tried[index] ?? [];
    const complete = all.filter((parts) => isComplete(job, parts));
    return complete[indexOfMostTypical(complete.map(textOf))] ?? all.at(-1) ?? [];
  });
};

const NO_TERMS: JobTerms = { found: [], targets: [] };

/** Whether the ways of a round have the same translation, with all terms in it. */
const isSettled = (job: SentenceJob, tried: readonly (readonly TermPart[])[]): boolean =>
  tried.length > 0 &&
  tried.every((parts) => isComplete(job, parts)) &&
  new Set(tried.map(textOf)).size === 1;

const isComplete = ({ terms = NO_TERMS }: SentenceJob, parts: readonly TermPart[]): boolean =>
  honouredIn(parts) === terms.found.length;

const textOf = (parts: readonly TermPart[]): string => parts.map(({ text }) => text).join('');

const writeJob = (
  job: SentenceJob,
  way: TermStrategy,
  { pair: { target: language } }: TermMatcher,
): WrittenJob => {
  const { found, targets } = job.terms ?? NO_TERMS;
  const write = (strategy: TermStrategy): WrittenJob => {
    const { unit, read } = strategy(job.unit, found, { targets, language });
    return { job: { ...job, unit }, read };
  };
  if (found.length === 0) return write(way);
  const placeholders = write(asPlaceholder);
  return hasWords(placeholders.job.unit) ? write(way) : placeholders;
};

const asItIs: TermStrategy = (unit) => ({ unit, read: partsOf });

const honouredIn = (parts: readonly TermPart[]): number =>
  new Set(parts.flatMap(({ term }) => term ?? [])).size;

const WORDS = /[\p{L}\p{M}]+/gu;

/** Words that lend their grammar to terms, by the translations of these. */
type Carriers = Awaited<ReturnType<CarrierFinder['find']>>;

/** What finds ways for terms. */
interface StrategyTools {
  readonly carriers: CarrierFinder | undefined;
  /** Translates jobs over the route. */
  readonly translate: Stage;
}

/**
 * The ways of terms through a route that measured best (`docs/decisions/texts/terms.md`): a word with
 * the grammar of the term where one is known, or else words that a model copies or that replace its
 * own.
 *
 * @returns the ways for terms, from their translations
 */
export const strategiesFor =
  (route: Route, tools: StrategyTools, call: EngineCallOptions) =>
  async (targets: readonly string[]): Promise<StrategyRounds> => {
    const [leg, ...further] = route.legs;
    const isTold = route.legs.some(({ engine }) => engine.capabilities.terms);
    // Each further answer of an engine that can be told costs.
    if (isTold) return () => (further.length > 0 ? [] : [[asHint]]);
    // A further engine would translate what the first one has copied.
    const isModel = further.length === 0 && !leg?.engine.capabilities.isRuleBased;
    const otherwise = isModel ? [[inPlace, asWord]] : [];
    const carriers = await findCarriers(route, targets, tools, call);
    const way = withCarriers(carriers);
    return (own) =>
      own.some((target) => carriers.has(target)) ? [[way], ...otherwise] : otherwise;
  };

const findCarriers = async (
  route: Route,
  targets: readonly string[],
  { carriers, translate }: StrategyTools,
  call: EngineCallOptions,
): Promise<Carriers> => {
  const translateWords = async (words: readonly string[]): Promise<readonly string[]> =>
    (
      await translateUnits(
        words.map((text) => ({ text, protectedSpans: [] })),
        translate,
      )
    ).map(({ text }) => text);
  // Terms can do without; an engine that is out of order says so when it has to translate.
  const found = await carriers?.find(route, targets, translateWords, call).catch(unlessFailure);
  return found ?? new Map();
};

/** Each term gets a word that the sentence does not have yet: of two, models make one. */
const withCarriers =
  (carriers: Carriers): TermStrategy =>
  (unit, terms, options) => {
    const used = new Set(unit.text.toLowerCase().match(WORDS));
    const chosen = options.targets.map((target) => {
      const fitting = carriers.get(target);
      const carrier =
        fitting?.find(({ source }) => !used.has(source.toLowerCase())) ?? fitting?.[0];
      if (carrier) used.add(carrier.source.toLowerCase());
      return carrier;
    });
    return betweenTags((_, index) => chosen[index])(unit, terms, options);
  };

/** The stages that translate jobs over a route, with the customer's words where there are any. */
export const translateWithTerms = (
  jobs: readonly SentenceJob[],
  route: Route,
  dependencies: TranslationDependencies,
  call: TranslationCall,
  matcher: TermMatcher | undefined,
): Promise<readonly SentenceJob[]> => {
  const translate: Stage = (some) => translateOverRoute(some, route, dependencies, call);
  if (!matcher) return translate(jobs);
  const { signal } = call;
  const { carriers, meter } = dependencies;
  const findWays = strategiesFor(route, { carriers, translate }, { signal });
  return translateTerms(jobs, { matcher, findWays, meter, signal }, translate);
};

const LENGTH = 3;

/**
 * Which of several translations of a sentence has most of what the others have, counted in sequences
 * of three characters: what only one model run left out, made up or misplaced, the others outvote.
 * This is minimum Bayes risk decoding (Kumar and Byrne 2004) over few candidates, with recall as the
 * gain: on a tie of two, the one that says more is taken.
 *
 * @param texts at least one
 * @returns an index; the first one of equally good ones
 */
export const indexOfMostTypical = (texts: readonly string[]): number => {
  const counted = texts.map(countSequences);
  const gains = counted.map((own) =>
    counted.reduce((sum, other) => sum + (own === other ? 0 : recallOf(own, other)), 0),
  );
  return gains.indexOf(Math.max(...gains));
};

type SequenceCounts = ReadonlyMap<string, number>;

const countSequences = (text: string): SequenceCounts => {
  const counts = new Map<string, number>();
  const letters = text.replace(/\s+/gu, '');
  for (let at = 0; at + LENGTH <= letters.length; at++) {
    const sequence = letters.slice(at, at + LENGTH);
    counts.set(sequence, (counts.get(sequence) ?? 0) + 1);
  }
  return counts;
};

/** The share of another text's sequences that a text has. */
const recallOf = (own: SequenceCounts, other: SequenceCounts): number => {
  let found = 0;
  let all = 0;
  for (const [sequence, count] of other) {
    found += Math.min(count, own.get(sequence) ?? 0);
    all += count;
  }
  return all === 0 ? 0 : found / all;
};
