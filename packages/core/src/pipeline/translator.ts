import { AppError, findLanguage, isAppError, type LanguageTag } from '@dragoman/contract';
import { isInTargetAlready } from '../checks/already-translated.js';
import type { TranslatedUnit, TranslationUnit, Wording } from '../engine/engine.js';
import type { Meter } from '../observers.js';
import { bestRoute, fallbackRoute } from '../routing/fallback-route.js';
import type { Route } from '../routing/route.js';
import type { Router, RouteWish } from '../routing/router.js';
import { countCodePoints } from '../segmentation/characters.js';
import type { CarrierFinder } from '../terms/carriers.js';
import type { TermMatcher } from '../terms/term-matcher.js';
import { detectSources } from './detect-sources.js';
import { type AddressedWork, type AddressOptions, keepAddress } from './keep-address.js';
import { type InstallHint, labelOf, noRoute, type Target } from './languages.js';
import type { UnitCall } from './leg-wording.js';
import { inPortions, mapInTurns, mapWhere, onceEach } from './map-together.js';
import {
  type AssembledText,
  type MarkupWorker,
  type ReadText,
  readableText,
  readTexts,
} from './opened-text.js';
import { prepareText } from './prepare-text.js';
import {
  type Need,
  noTokensLeft,
  type PrepareOptions,
  type TranslatedText,
  type TranslationOptions,
  type TranslationRequest,
  unmetNeed,
  wordingFrom,
} from './request.js';
import { strategiesFor } from './strategies-for-route.js';
import { translatePrepared } from './translate-prepared.js';
import { translateTerms } from './translate-terms.js';
import { type TranslateUnitsDependencies, translateUnits } from './translate-units.js';
import { translateWithMemory } from './translate-with-memory.js';

/** What accompanies units: who waits for them, how they are worded, and the customer's words. */
export interface WordsCall extends UnitCall {
  /** The terms of the glossaries that the request names; a request that names one must have them. */
  readonly terms?: TermMatcher;
}

/** What translating units with the customer's words needs. */
export interface TranslateWordsDependencies extends TranslateUnitsDependencies {
  /** Finds words that lend their grammar to terms; without it, terms do without. */
  readonly carriers?: CarrierFinder;
}

/** Translates units over a route, in order, with the customer's words where there are any. */
export const translateWords = (
  units: readonly TranslationUnit[],
  route: Route,
  dependencies: TranslateWordsDependencies,
  { terms: matcher, signal, budget, wording }: WordsCall,
): Promise<readonly TranslatedUnit[]> => {
  const translate = (others: readonly TranslationUnit[]) =>
    translateUnits(others, route, dependencies, { signal, ...(budget && { budget }), wording });
  if (!matcher) return translate(units);
  const { carriers, meter } = dependencies;
  const findWays = strategiesFor(route, { carriers, translate }, { signal });
  return translateTerms(units, { matcher, findWays, meter, signal }, translate);
};

export interface TranslatorDependencies extends TranslateWordsDependencies {
  readonly installHint: InstallHint;
  /** Reads large texts, which takes long; without it, they are read here. */
  readonly elsewhere?: MarkupWorker;
}

/** The whole way of a resolved request: detection, route, segments, engine, answer. */
export interface Translator {
  /**
   * @param signal aborts when nobody waits any more, and at the deadline
   * @returns one text per text of the request, in its order
   * @throws AppError for what cannot be served; the signal's reason once it aborts
   */
  translate(request: TranslationRequest, signal: AbortSignal): Promise<readonly TranslatedText[]>;
}

/** What accompanies the texts of a request. */
interface TranslateCall extends Pick<TranslationRequest, 'terms' | 'memory' | 'budget'> {
  readonly signal: AbortSignal;
}

export const createTranslator = (dependencies: TranslatorDependencies): Translator => ({
  async translate(request, signal) {
    signal.throwIfAborted();
    const read = await readTexts(request, dependencies.elsewhere, signal);
    try {
      const translated = await translateTexts(read, request, dependencies, signal);
      refuseExcess(request.texts, translated);
      return translated;
    } finally {
      for (const { opened } of read) opened?.close();
    }
  },
});

/** So much longer than its texts is no translation, but for a term or segment that is very long. */
const MOST_GROWTH = 8;
/** A translation may have this many UTF-16 code units however short its texts are. */
const MOST_CHARACTERS = 2_000_000;

/** @throws AppError for translations whose terms or segments make them too large to send */
const refuseExcess = (sent: readonly string[], translated: readonly TranslatedText[]): void => {
  const most = mostFor(sent);
  if (lengthOf(translated.map(({ text }) => text)) > most) throw excess(most);
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
      if (characters > most) throw excess(most);
      return written;
    },
  };
};

const mostFor = (sent: readonly string[]): number =>
  Math.max(MOST_CHARACTERS, MOST_GROWTH * lengthOf(sent));

const excess = (most: number): AppError =>
  new AppError('invalid_parameter', {
    message: `The glossaries or the translation memory make the translation longer than ${most} characters; send less text in a request.`,
    parameter: 'text',
  });

const lengthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, { length }) => sum + length, 0);

const translateTexts = async (
  read: readonly ReadText[],
  request: TranslationRequest,
  dependencies: TranslatorDependencies,
  signal: AbortSignal,
): Promise<readonly TranslatedText[]> => {
  const { source: given, target, options, wording: plan, terms, memory, budget } = request;
  const sources =
    given === undefined
      ? await detectSources(read.map(readableText), target, dependencies.router, {
          ...dependencies,
          signal,
          noteOutcome: (outcome) => dependencies.meter.count('detection', { outcome }),
        })
      : read.map(() => given);
  const isGiven = given !== undefined;
  const call: TranslateCall = {
    signal,
    ...(terms && { terms: withoutExcess(terms, request.texts) }),
    ...(memory && { memory }),
    ...(budget && { budget }),
  };
  const bySource = await Promise.all(
    [...new Set(sources)].map((source) =>
      mapWhere(
        read,
        (_, index) => sources[index] === source,
        (texts) =>
          translateGroup(
            texts,
            { source, isGiven, target, options, ...wordingFrom(source, plan) },
            dependencies,
            call,
          ),
      ),
    ),
  );
  return read.flatMap((_, index) => bySource.flatMap((answers) => answers[index] ?? []));
};

interface Group {
  readonly source: LanguageTag;
  /** Whether the caller named the source; otherwise it was detected. */
  readonly isGiven: boolean;
  readonly target: Target;
  readonly options: TranslationOptions;
  readonly wording: Wording | undefined;
  readonly needs: readonly Need[];
}

/**
 * Translates the texts of a request that share a source language, as one stream of units; over the
 * next route where an engine fails.
 *
 * @param failed routes that failed during this request
 */
const translateGroup = async (
  texts: readonly ReadText[],
  group: Group,
  dependencies: TranslatorDependencies,
  call: TranslateCall,
  failed: readonly Route[] = [],
): Promise<readonly TranslatedText[]> => {
  const { source, isGiven, target, options, wording, needs } = group;
  const { preferredModel } = options;
  const answer = (
    translated: AssembledText,
    sourceText: string,
    route?: Route,
  ): TranslatedText => ({
    ...translated,
    source,
    modelType: route?.modelType ?? preferredModel,
    billedCharacters: countCodePoints(sourceText),
  });
  if (source === target.base) return texts.map(({ text }) => answer({ text }, text));

  const { detector, meter } = dependencies;
  const isSpent = call.budget?.isSpent() === true;
  const router = isSpent ? dependencies.router.withoutLanguageModels() : dependencies.router;
  const wish = {
    source,
    targets: target.tags,
    preferred: preferredModel,
    needs: needs.map(({ capability }) => capability),
  };
  const route = failed.length === 0 ? bestRoute(router, wish) : fallbackRoute(router, wish, failed);
  if (!route && isSpent && bestRoute(dependencies.router, wish)) throw noTokensLeft();
  if (!route)
    throw unmetNeedOf(group, router, wish) ?? noRoute(source, target, { ...dependencies, router });
  const installed = new Set([...router.sources(), target.base]);
  const mayMakeNonsense =
    isGiven && route.legs.some((leg) => leg.engine.capabilities.keepsForeignWords !== true);
  const isLeftAlone = texts.map(
    (text) =>
      mayMakeNonsense && isInTargetAlready(readableText(text), target.base, installed, detector),
  );
  const memory = call.memory?.sourceLanguage === source ? call.memory : undefined;
  const maxCharacters = Math.min(...route.legs.map((leg) => leg.engine.capabilities.maxCharacters));
  const prepare = { language: source, target, maxCharacters, options, ...unsplitTermsOf(call) };
  const address = {
    route,
    asked: wording?.formality,
    signal: call.signal,
    isStrict: needs.some(({ capability }) => capability === 'formality') && !call.memory,
  };
  let translated: readonly (AssembledText | undefined)[];
  try {
    translated = await mapWhere(
      texts,
      (_, index) => !isLeftAlone[index],
      (others) =>
        translateWithMemory(others, prepare, memory && { memory, meter, signal: call.signal }, {
          translateTexts: (rest, work) => translateRead(rest, prepare, { meter, address }, work),
          translateUnits: (all, form) => {
            const told = form ? { ...wording, formality: form } : wording;
            const translate = inPortions(
              call.signal,
              ({ text }: TranslationUnit) => text.length,
              (units) =>
                translateWords(
                  units,
                  route,
                  { ...dependencies, router },
                  { ...call, wording: told },
                ),
            );
            return onceEach(translate)(all);
          },
        }),
    );
  } catch (error) {
    const tried = [...failed, route];
    if (!isEngineFailure(error) || !fallbackRoute(router, wish, tried)) throw error;
    meter.count('fallbacks', { engine: failedEngines(route), pair: `${source}-${target.base}` });
    return translateGroup(texts, group, dependencies, call, tried);
  }
  return texts.map(({ text }, index) => {
    if (isLeftAlone[index]) meter.count('guard', { defect: 'already_target', remaining: 'none' });
    return answer(translated[index] ?? { text }, text, route);
  });
};

const unsplitTermsOf = ({ terms }: TranslateCall): Pick<PrepareOptions, 'unsplitTerms'> =>
  terms ? { unsplitTerms: terms.unsplitTerms } : {};

/** The error for a pair that could be translated if less were asked for. */
const unmetNeedOf = (
  { source, target, needs }: Group,
  router: Router,
  wish: RouteWish,
): AppError | undefined => {
  const canServe = (some: RouteWish['needs']) =>
    bestRoute(router, { ...wish, needs: some }) !== undefined;
  const unmet = needs.find(({ capability }) => !canServe([capability])) ?? needs[0];
  if (!unmet || !canServe([])) return undefined;
  const language = findLanguage(source);
  return unmetNeed(unmet, `from ${language ? labelOf(language) : source} into ${target.label}`);
};

/** Texts that were read here are one stream of units; each of the others is its own. */
const translateRead = async (
  texts: readonly ReadText[],
  options: PrepareOptions,
  { meter, address }: { readonly meter: Meter; readonly address: AddressOptions },
  translate: AddressedWork,
): Promise<readonly AssembledText[]> => {
  const [here, elsewhere] = await Promise.all([
    mapWhere(
      texts,
      ({ opened }) => opened === undefined,
      async (own) => {
        const prepared = await mapInTurns(
          own,
          address.signal,
          ({ text }) => text.length,
          (text) => prepareText(text, options),
        );
        const units = prepared.map((text) => text.units.map(({ unit }) => unit));
        return translatePrepared(prepared, meter, keepAddress(units, address, translate));
      },
    ),
    Promise.all(
      texts.map(({ opened }) => opened?.translate(options, keepAddress([], address, translate))),
    ),
  ]);
  return texts.map(({ text }, index) => elsewhere[index] ?? here[index] ?? { text });
};

const failedEngines = ({ legs }: Route): string =>
  [...new Set(legs.map(({ engine }) => engine.id))].join('+');

const isEngineFailure = (error: unknown): boolean =>
  isAppError(error) && error.code === 'engine_failed';
