import { type AppError, findLanguage, isAppError, type LanguageTag } from '@dragoman/contract';
import type { FormOfAddress } from '../address/address.js';
import { isInTargetAlready } from '../checks/already-translated.js';
import type { TranslationUnit, WordingOptions } from '../engine/engine.js';
import type { Meter } from '../observers.js';
import { bestRoute, fallbackRoute } from '../routing/fallback-route.js';
import type { Route } from '../routing/route.js';
import type { RouteQuery, Router } from '../routing/router.js';
import { countCodePoints } from '../segmentation/characters.js';
import type { TermMatcher } from '../terms/term-matcher.js';
import type { RepairBudget } from './call-engine.js';
import { detectSources } from './detect-sources.js';
import { createKeepAddress } from './keep-address.js';
import { type InstallHint, labelOf, noRoute, type Target } from './languages.js';
import { inPortions, mapInTurns, mapWhere, onceEach } from './map-together.js';
import {
  type AssembledText,
  type MarkupWorker,
  type ReadText,
  readableText,
  readTexts,
  untranslated,
} from './opened-text.js';
import { createRecall, recallTexts } from './recall.js';
import { createRepairBudget } from './repair-unit.js';
import {
  excess,
  type Need,
  noTokensLeft,
  type PrepareOptions,
  type TranslatedText,
  type TranslationOptions,
  type TranslationRequest,
  unmetNeed,
  wordingFrom,
} from './request.js';
import { segmentText } from './segment-text.js';
import { forSome, isPending, type Stage, stageOf, workOf } from './sentence-job.js';
import { translateSentences } from './translate-sentences.js';
import {
  type TranslateTermsDependencies,
  type WordsCall,
  withGlossary,
} from './translate-terms.js';

export interface TranslatorDependencies extends TranslateTermsDependencies {
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
interface TranslateCall
  extends Pick<TranslationRequest, 'terms' | 'memory' | 'budget' | 'deadline'> {
  readonly signal: AbortSignal;
  readonly repairs: RepairBudget;
  /** All translations may have as many UTF-16 code units. */
  readonly mostTranslated: number;
}

export const createTranslator = (dependencies: TranslatorDependencies): Translator => ({
  async translate(request, signal) {
    signal.throwIfAborted();
    const read = await readTexts(request, dependencies.elsewhere, signal);
    try {
      const translated = await groupBySource(read, request, dependencies, signal);
      refuseExcess(request.texts, translated);
      return translated;
    } finally {
      for (const { opened } of read) opened?.close();
    }
  },
});

/** So much longer than its texts is no translation, but for a term or segment that is very long. */
const MAX_GROWTH = 8;
/** A translation may have this many UTF-16 code units however short its texts are. */
const MAX_CHARACTERS = 2_000_000;

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
  Math.max(MAX_CHARACTERS, MAX_GROWTH * lengthOf(sent));

const lengthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, { length }) => sum + length, 0);

const groupBySource = async (
  read: readonly ReadText[],
  request: TranslationRequest,
  dependencies: TranslatorDependencies,
  signal: AbortSignal,
): Promise<readonly TranslatedText[]> => {
  const {
    source: given,
    target,
    options,
    wording: plan,
    terms,
    memory,
    budget,
    deadline,
  } = request;
  const sources =
    given === undefined
      ? await detectSources(read.map(readableText), target, dependencies.router, {
          ...dependencies,
          signal,
          noteOutcome: (outcome, count) =>
            dependencies.meter.count('detection', { outcome }, count),
        })
      : read.map(() => given);
  const isGiven = given !== undefined;
  const call: TranslateCall = {
    signal,
    repairs: createRepairBudget(lengthOf(request.texts)),
    mostTranslated: mostFor(request.texts),
    ...(deadline && { deadline }),
    ...(terms && { terms: withoutExcess(terms, request.texts) }),
    ...(memory && { memory }),
    ...(budget && { budget }),
  };
  const textsBySource = new Map<
    LanguageTag,
    { readonly text: ReadText; readonly index: number }[]
  >();
  for (const [index, text] of read.entries()) {
    const source = sources[index] ?? target.base;
    const texts = textsBySource.get(source);
    if (texts) texts.push({ text, index });
    else textsBySource.set(source, [{ text, index }]);
  }
  const answers: TranslatedText[] = [];
  await Promise.all(
    Array.from(textsBySource, async ([source, texts]) => {
      const group = { source, isGiven, target, options, ...wordingFrom(source, plan) };
      // Thousands of tiny texts take as long around the engine as in it.
      const translate = inPortions(
        signal,
        ({ text }: ReadText) => text.length,
        (some) => overRoute(some, group, dependencies, call),
      );
      const translated = await translate(texts.map(({ text }) => text));
      for (const [at, { index }] of texts.entries()) {
        const answer = translated[at];
        if (answer) answers[index] = answer;
      }
    }),
  );
  return answers;
};

interface Group {
  readonly source: LanguageTag;
  /** Whether the caller named the source; otherwise it was detected. */
  readonly isGiven: boolean;
  readonly target: Target;
  readonly options: TranslationOptions;
  readonly wording: WordingOptions | undefined;
  readonly needs: readonly Need[];
}

/**
 * Translates texts of a request that share a source language, as one stream of units; over the next
 * route where an engine fails.
 *
 * @param failed routes that failed during this request
 */
const overRoute = async (
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
    { text: sourceText }: ReadText,
    route?: Route,
  ): TranslatedText => ({
    ...translated,
    source,
    modelType: route?.modelType ?? preferredModel,
    billedCharacters: countCodePoints(sourceText),
  });
  if (source === target.base) return texts.map((text) => answer(untranslated(text), text));

  const { detector, meter } = dependencies;
  const isSpent = call.budget?.isSpent() === true;
  const router = isSpent ? dependencies.router.withoutLanguageModels() : dependencies.router;
  const query = {
    source,
    targets: target.tags,
    preferred: preferredModel,
    needs: needs.map(({ capability }) => capability),
  };
  const route =
    failed.length === 0 ? bestRoute(router, query) : fallbackRoute(router, query, failed);
  if (!route && isSpent && bestRoute(dependencies.router, query)) throw noTokensLeft();
  if (!route)
    throw unmetNeedOf(group, router, query) ?? noRoute(source, target, { ...dependencies, router });
  const installed = new Set([...router.sources(), target.base]);
  const mayMakeNonsense =
    isGiven && route.legs.some((leg) => leg.engine.capabilities.keepsForeignWords !== true);
  const isLeftAlone = texts.map(
    (text) =>
      mayMakeNonsense && isInTargetAlready(readableText(text), target.base, installed, detector),
  );
  const memory =
    call.memory?.sourceLanguage === source
      ? { memory: call.memory, meter, signal: call.signal }
      : undefined;
  const maxCharacters = Math.min(...route.legs.map((leg) => leg.engine.capabilities.maxCharacters));
  const prepare = {
    language: source,
    target,
    maxCharacters,
    mostTranslated: call.mostTranslated,
    options,
    ...unsplitTermsOf(call),
  };
  const isStrict =
    needs.some(({ capability }) => capability === 'formality') && call.memory === undefined;
  const translate = createTranslateStage({
    route,
    dependencies: { ...dependencies, router },
    call: { ...call, wording },
    recall: memory ? createRecall(memory) : undefined,
    isStrict,
  });
  let translated: readonly (AssembledText | undefined)[];
  try {
    translated = await mapWhere(
      texts,
      (_, index) => !isLeftAlone[index],
      async (others) => {
        const recalled = memory ? await recallTexts(others, prepare, memory) : [];
        const rest = await mapWhere(
          others,
          (_, index) => recalled[index] === undefined,
          (some) => bySentence(some, prepare, { meter, signal: call.signal }, translate),
        );
        return others.map((text, index) => recalled[index] ?? rest[index] ?? untranslated(text));
      },
    );
  } catch (error) {
    const tried = [...failed, route];
    if (!isEngineFailure(error) || !fallbackRoute(router, query, tried)) throw error;
    meter.count('fallbacks', { engine: failedEngines(route), pair: `${source}-${target.base}` });
    return overRoute(texts, group, dependencies, call, tried);
  }
  return texts.map((text, index) => {
    if (isLeftAlone[index]) meter.count('guard', { defect: 'already_target', remaining: 'none' });
    return answer(translated[index] ?? untranslated(text), text, route);
  });
};

const unsplitTermsOf = ({ terms }: TranslateCall): Pick<PrepareOptions, 'unsplitTerms'> =>
  terms ? { unsplitTerms: terms.unsplitTerms } : {};

/** The error for a pair that could be translated if less were asked for. */
const unmetNeedOf = (
  { source, target, needs }: Group,
  router: Router,
  query: RouteQuery,
): AppError | undefined => {
  const canServe = (some: RouteQuery['needs']) =>
    bestRoute(router, { ...query, needs: some }) !== undefined;
  const unmet = needs.find(({ capability }) => !canServe([capability])) ?? needs[0];
  if (!unmet || !canServe([])) return undefined;
  const language = findLanguage(source);
  return unmetNeed(unmet, `from ${language ? labelOf(language) : source} into ${target.label}`);
};

/** What the sentences of a group have in common while they are translated. */
interface TranslateStageOptions {
  readonly route: Route;
  readonly dependencies: TranslatorDependencies;
  readonly call: WordsCall;
  /** Absent without a translation memory for the source language. */
  readonly recall: Stage | undefined;
  /** Whether the other form of address than the requested one is an error. */
  readonly isStrict: boolean;
}

/** From the segmented sentence to its translation: recall, terms and engine, form of address. */
const createTranslateStage = ({
  route,
  dependencies,
  call,
  recall,
  isStrict,
}: TranslateStageOptions): Stage => {
  const { signal, wording } = call;
  const askEngines = (form: FormOfAddress | undefined): Stage => {
    const told = form ? { ...wording, formality: form } : wording;
    const translate = inPortions(
      signal,
      ({ text }: TranslationUnit) => text.length,
      (units) => withGlossary(units, route, dependencies, { ...call, wording: told }),
    );
    return stageOf(onceEach(translate));
  };
  const asked = wording?.formality;
  const keepAddress = createKeepAddress({ route, asked, isStrict, signal }, askEngines);
  return async (jobs) => {
    const recalled = recall ? await recall(jobs) : jobs;
    const translated = await forSome(recalled, isPending, askEngines(asked));
    return keepAddress(translated);
  };
};

/** Texts that were read here are one stream of sentences; each of the others is its own. */
const bySentence = async (
  texts: readonly ReadText[],
  options: PrepareOptions,
  { meter, signal }: { readonly meter: Meter; readonly signal: AbortSignal },
  translate: Stage,
): Promise<readonly AssembledText[]> => {
  const segmented = await mapInTurns(
    texts,
    signal,
    ({ text, opened }) => (opened ? 0 : text.length),
    (text, index) => (text.opened ? undefined : segmentText(text, options, index)),
  );
  const [own, opened] = await Promise.all([
    translateSentences(
      segmented.flatMap((one) => one ?? []),
      options,
      meter,
      translate,
    ),
    Promise.all(
      texts.map((text, index) => text.opened?.translate(options, workOf(translate, index))),
    ),
  ]);
  const here = own.values();
  return texts.map(
    (text, index) => (segmented[index] ? here.next().value : opened[index]) ?? untranslated(text),
  );
};

const failedEngines = ({ legs }: Route): string =>
  [...new Set(legs.map(({ engine }) => engine.id))].join('+');

const isEngineFailure = (error: unknown): boolean =>
  isAppError(error) && error.code === 'engine_failed';
