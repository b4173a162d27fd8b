import type { AppError } from '@dragoman/contract';
import { countCodePoints } from '../characters.js';
import type { TranslationDependencies } from '../dependencies.js';
import { inPortions } from '../event-loop.js';
import type { Route } from '../routing/route.js';
import { bestRoute, fallbackRoute, type RouteQuery, type Router } from '../routing/router.js';
import type { TermMatcher } from '../terms/term-matcher.js';
import { noTokensLeft } from './call-engine.js';
import { detectSources } from './detect-sources.js';
import { type InstallHint, labelOfTag, noRoute } from './languages.js';
import { mapByKey } from './map-together.js';
import {
  type AssembledText,
  type MarkupReader,
  type ReadText,
  readableText,
  readTexts,
  translationTooLong,
  untranslated,
} from './opened-text.js';
import { guidanceFrom, unmetNeed } from './plan-guidance.js';
import { createRepairBudget, isEngineFailure } from './repair-unit.js';
import type {
  GroupSettings,
  RequestSettings,
  TranslatedText,
  TranslationRequest,
} from './request.js';
import { translateGroup } from './translate-group.js';

export interface TranslatorDependencies extends TranslationDependencies {
  readonly installHint: InstallHint;
  /** Reads large texts, which takes long; without it, they are read here. */
  readonly markupReader?: MarkupReader;
}

/** The whole way of a resolved request: detection, route, segments, engine, answer. */
export interface Translator {
  /**
   * @param signal aborts when nobody waits any more, and at the deadline
   * @returns one text per text of the request, in its order
   * @throws AppError for what cannot be served; the signal's reason once it aborts
   */
  translate(request: TranslationRequest, signal: AbortSignal): Promise<readonly TranslatedText[]>;
  /** Before there are texts. @throws AppError for a known source from which there is no route */
  requireRoute(request: RequestSettings): void;
}

export const createTranslator = (dependencies: TranslatorDependencies): Translator => ({
  async translate(request, signal) {
    signal.throwIfAborted();
    const read = await readTexts(request, dependencies.markupReader, signal);
    try {
      const translated = await groupBySource(read, request, dependencies, signal);
      refuseExcess(request.texts, translated);
      return translated;
    } finally {
      for (const { opened } of read) opened?.close();
    }
  },
  requireRoute({ source, target, options, guidance }) {
    if (source === undefined || source === target.base) return;
    const group = { source, target, options, ...guidanceFrom(source, guidance) };
    requireBest(bestRoute(dependencies.router, queryOf(group)), group, dependencies);
  },
});

/** @throws AppError that says why there is no route */
const requireBest = (
  route: Route | undefined,
  group: RouteSettings,
  dependencies: Pick<TranslatorDependencies, 'router' | 'installHint'>,
): Route => {
  if (route) return route;
  throw (
    unmetNeedOf(group, dependencies.router, queryOf(group)) ??
    noRoute(group.source, group.target, dependencies)
  );
};

/** So much longer than its texts is no translation, but for a term or segment that is very long. */
const MAX_GROWTH = 8;
/** A translation may have this many UTF-16 code units however short its texts are. */
const MAX_CHARACTERS = 2_000_000;

/** @throws AppError for translations whose terms or segments make them too large to send */
const refuseExcess = (sent: readonly string[], translated: readonly TranslatedText[]): void => {
  const most = mostFor(sent);
  if (lengthOf(translated.map(({ text }) => text)) > most) throw translationTooLong(most);
};

/** The same terms, which are refused before they are written into sentences too often to be sent. */
const withoutExcess = (terms: TermMatcher, sent: readonly string[]): TermMatcher => {
  const most = mostFor(sent);
  let characters = 0;
  return {
    ...terms,
    write(match) {
      const written = terms.write(match);
      characters += written.length;
      if (characters > most) throw translationTooLong(most);
      return written;
    },
  };
};

const mostFor = (sent: readonly string[]): number =>
  Math.max(MAX_CHARACTERS, MAX_GROWTH * lengthOf(sent));

const lengthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, { length }) => sum + length, 0);

/** Detects the sources, and translates the texts of each source together. */
const groupBySource = async (
  read: readonly ReadText[],
  request: TranslationRequest,
  dependencies: TranslatorDependencies,
  signal: AbortSignal,
): Promise<readonly TranslatedText[]> => {
  const {
    texts: sent,
    codes: _,
    messages: __,
    source: given,
    guidance: plan,
    ...settings
  } = request;
  const { target, terms } = settings;
  const sources =
    given === undefined
      ? await detectSources(read.map(readableText), target, dependencies.router, {
          ...dependencies,
          signal,
          noteOutcome: (outcome, count) =>
            dependencies.meter.count('detection', { outcome }, count),
        })
      : read.map(() => given);
  const shared = {
    ...settings,
    terms: terms && withoutExcess(terms, sent),
    isGiven: given !== undefined,
    repairs: createRepairBudget(lengthOf(sent)),
    mostTranslated: mostFor(sent),
  };
  return mapByKey(read, sources, signal, (texts, source, groupSignal) => {
    const group = { ...shared, source, ...guidanceFrom(source, plan) };
    const failed: Route[] = [];
    // Thousands of tiny texts take as long around the engine as in it.
    const translate = inPortions(
      groupSignal,
      ({ text }: ReadText) => text.length,
      (some, portionSignal) => overRoute(some, group, dependencies, portionSignal, failed),
    );
    return translate(texts);
  });
};

/**
 * Translates texts of a request that share a source language over the best route; where an engine
 * fails, all of them over the next one.
 *
 * @param failed routes that failed during this request, for all portions of its texts; those that
 *   fail here are added
 * @throws AppError for languages without a route
 */
const overRoute = async (
  texts: readonly ReadText[],
  group: GroupSettings,
  dependencies: TranslatorDependencies,
  signal: AbortSignal,
  failed: Route[],
): Promise<readonly TranslatedText[]> => {
  const { source, target, options, budget } = group;
  const answer = (
    translated: AssembledText,
    { text }: ReadText,
    route?: Route,
  ): TranslatedText => ({
    ...translated,
    source,
    modelType: route?.modelType ?? options.preferredModel,
    billedCharacters: countCodePoints(text),
  });
  if (source === target.base) return texts.map((text) => answer(untranslated(text), text));

  const isSpent = budget?.isSpent() === true;
  const router = isSpent ? dependencies.router.withoutLanguageModels() : dependencies.router;
  const query = queryOf(group);
  const found =
    failed.length === 0 ? bestRoute(router, query) : fallbackRoute(router, query, failed);
  if (!found && isSpent && bestRoute(dependencies.router, query)) throw noTokensLeft();
  const route = requireBest(found, group, { ...dependencies, router });
  try {
    const translated = await translateGroup(
      texts,
      route,
      group,
      { ...dependencies, router },
      signal,
    );
    return texts.map((text, index) => answer(translated[index] ?? untranslated(text), text, route));
  } catch (error) {
    if (!isEngineFailure(error)) throw error;
    // Another portion, which ran at the same time, may have found out already.
    const isFirst = !failed.some(({ id }) => id === route.id);
    if (isFirst) failed.push(route);
    if (!fallbackRoute(router, query, failed)) {
      throw !isSpent && budget?.isSpent() ? noTokensLeft() : error;
    }
    if (isFirst) {
      const pair = `${source}-${target.base}`;
      dependencies.meter.count('fallbacks', { engine: failedEngines(route), pair });
    }
    return overRoute(texts, group, dependencies, signal, failed);
  }
};

/** What a route is looked for by. */
type RouteSettings = Pick<GroupSettings, 'source' | 'target' | 'options' | 'needs'>;

const queryOf = ({ source, target, options, needs }: RouteSettings): RouteQuery => ({
  source,
  targets: target.tags,
  preferred: options.preferredModel,
  needs: needs.map(({ capability }) => capability),
});

/** The error for a pair that could be translated if less were asked for. */
const unmetNeedOf = (
  { source, target, needs }: RouteSettings,
  router: Router,
  query: RouteQuery,
): AppError | undefined => {
  const canServe = (some: RouteQuery['needs']) =>
    bestRoute(router, { ...query, needs: some }) !== undefined;
  const unmet = needs.find(({ capability }) => !canServe([capability])) ?? needs[0];
  if (!unmet || !canServe([])) return undefined;
  return unmetNeed(unmet, `from ${labelOfTag(source)} into ${target.label}`);
};

const failedEngines = ({ legs }: Route): string =>
  [...new Set(legs.map(({ engine }) => engine.id))].join('+');
