import { isAppError, type LanguageTag, type TranslateBody } from '@dragoman/contract';
import { isInTargetAlready } from '../checks/already-translated.js';
import type { Detector } from '../detection/index.js';
import type { TranslationMemory } from '../memories/index.js';
import type { Route } from '../routing/route.js';
import type { Router } from '../routing/router.js';
import { countCodePoints } from '../segmentation/count-code-points.js';
import { type MemoryOptions, translateFromMemory } from './memory/translate-from-memory.js';
import { translateWholeTexts } from './memory/translate-whole-texts.js';
import { detectSources } from './request/detect-sources.js';
import { optionsOf } from './request/options.js';
import { refuseUnsupported } from './request/refusals.js';
import type {
  PrepareOptions,
  Target,
  TranslatedText,
  TranslationOptions,
} from './request/request.js';
import {
  type InstallHint,
  noRoute,
  requireKnownCodes,
  resolveSource,
  resolveTarget,
} from './request/resolve-languages.js';
import type { UnitWork } from './text/opened-text.js';
import { prepareText } from './text/prepare-text.js';
import { type ReadText, readableText } from './text/read-text.js';
import { type Elsewhere, readTexts } from './text/read-texts.js';
import { mapWhere } from './units/map-together.js';
import type { Meter, SegmentCache } from './units/ports.js';
import { translatePrepared } from './units/translate-prepared.js';
import { type TranslateCall, translateWords } from './units/translate-words.js';

export interface TranslatorDependencies {
  readonly router: Router;
  readonly detector: Detector;
  readonly cache: SegmentCache;
  readonly meter: Meter;
  readonly installHint: InstallHint;
  /** Reads large texts with markup, which takes long; without it, they are read here. */
  readonly elsewhere?: Elsewhere;
}

/** The whole way of a checked request: languages, detection, route, segments, engine, answer. */
export interface Translator {
  /**
   * @returns one text per text of the request, in its order
   * @throws AppError for what cannot be served; the signal's reason once it aborts
   */
  translate(body: TranslateBody, call: TranslateCall): Promise<readonly TranslatedText[]>;
}

export const createTranslator = (dependencies: TranslatorDependencies): Translator => ({
  async translate(body, call) {
    call.signal.throwIfAborted();
    const { router, installHint } = dependencies;
    requireKnownCodes(body);
    const target = resolveTarget(body.target_lang, router, installHint);
    const hasMemory = call.memory !== undefined;
    refuseUnsupported(body, target, router, { hasTerms: call.terms !== undefined, hasMemory });
    const options = optionsOf(body);
    const read = await readTexts(body, options.markup, dependencies.elsewhere, call.signal);
    try {
      return await translateTexts(read, body, { target, options }, dependencies, call);
    } finally {
      for (const { opened } of read) opened?.close();
    }
  },
});

const translateTexts = async (
  read: readonly ReadText[],
  body: TranslateBody,
  { target, options }: Pick<Group, 'target' | 'options'>,
  dependencies: TranslatorDependencies,
  call: TranslateCall,
): Promise<readonly TranslatedText[]> => {
  const { router, installHint } = dependencies;
  const sources =
    body.source_lang === undefined
      ? detectSources(read.map(readableText), target, router, {
          ...dependencies,
          noteOutcome: (outcome) => dependencies.meter.count('detection', { outcome }),
        })
      : new Array<LanguageTag>(body.text.length).fill(
          resolveSource(body.source_lang, router, installHint),
        );
  const isGiven = body.source_lang !== undefined;
  const bySource = await Promise.all(
    [...new Set(sources)].map((source) =>
      mapWhere(
        read,
        (_, index) => sources[index] === source,
        (texts) => translateGroup(texts, { source, isGiven, target, options }, dependencies, call),
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
}

/** Translates the texts of a request that share a source language, as one stream of units. */
const translateGroup = async (
  texts: readonly ReadText[],
  { source, isGiven, target, options }: Group,
  dependencies: TranslatorDependencies,
  call: TranslateCall,
): Promise<readonly TranslatedText[]> => {
  const { preferredModel } = options;
  const answer = (text: string, sourceText: string, route?: Route): TranslatedText => ({
    text,
    source,
    modelType: route?.modelType ?? preferredModel,
    billedCharacters: countCodePoints(sourceText),
  });
  if (source === target.base) return texts.map(({ text }) => answer(text, text));

  const route = dependencies.router.route(source, target.tags, preferredModel);
  if (!route) throw noRoute(source, target, dependencies.router);
  const { router, detector, meter } = dependencies;
  const installed = new Set([...router.sources(), target.base]);
  const mayMakeNonsense =
    isGiven && route.legs.some((leg) => leg.engine.capabilities.keepsForeignWords !== true);
  const isLeftAlone = texts.map(
    (text) =>
      mayMakeNonsense && isInTargetAlready(readableText(text), target.base, installed, detector),
  );
  const memory = call.memory?.sourceLanguage === source ? call.memory : undefined;
  const maxCharacters = Math.min(...route.legs.map((leg) => leg.engine.capabilities.maxCharacters));
  let translated: readonly (string | undefined)[];
  try {
    translated = await mapWhere(
      texts,
      (_, index) => !isLeftAlone[index],
      (others) =>
        translateInOrder(
          others,
          { language: source, target, maxCharacters, options },
          { meter, memory, signal: call.signal },
          (units) => translateWords(units, route, dependencies, call),
        ),
    );
  } catch (error) {
    // An engine withdraws a pair whose model turns out to be damaged: there may be another route.
    const other = router.route(source, target.tags, preferredModel);
    if (!isEngineFailure(error) || !other || other === route) throw error;
    return translateGroup(texts, { source, isGiven, target, options }, dependencies, call);
  }
  return texts.map(({ text }, index) => {
    if (isLeftAlone[index]) meter.count('guard', { defect: 'already_target', remaining: 'none' });
    return answer(translated[index] ?? text, text, route);
  });
};

/** The memory first, for whole texts and then for sentences; then the words of the customer. */
const translateInOrder = (
  texts: readonly ReadText[],
  options: PrepareOptions,
  { meter, memory, signal }: MemoryUse,
  translate: UnitWork,
): Promise<readonly string[]> => {
  if (!memory) return translateRead(texts, options, meter, translate);
  const lookup = { memory, meter, signal };
  return translateWholeTexts(texts, options, lookup, (others) =>
    translateRead(others, options, meter, (units) => translateFromMemory(units, lookup, translate)),
  );
};

/** The memory of a request, if it names one for this source language. */
interface MemoryUse extends Omit<MemoryOptions, 'memory'> {
  readonly memory: TranslationMemory | undefined;
}

/** Texts that were read here are one stream of units; each of the others is its own. */
const translateRead = async (
  texts: readonly ReadText[],
  options: PrepareOptions,
  meter: Meter,
  translate: UnitWork,
): Promise<readonly string[]> => {
  const [here, elsewhere] = await Promise.all([
    mapWhere(
      texts,
      ({ opened }) => opened === undefined,
      (own) =>
        translatePrepared(
          own.map((text) => prepareText(text, options)),
          meter,
          translate,
        ),
    ),
    Promise.all(texts.map(({ opened }) => opened?.translate(options, translate))),
  ]);
  return texts.map(({ text }, index) => elsewhere[index] ?? here[index] ?? text);
};

const isEngineFailure = (error: unknown): boolean =>
  isAppError(error) && error.code === 'engine_failed';
