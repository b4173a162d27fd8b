import type { LanguageTag } from '@dragoman/contract';
import type { FormOfAddress } from '../address/address.js';
import type { Meter } from '../dependencies.js';
import type { Detector } from '../detection/detection.js';
import type { Guidance } from '../engine.js';
import type { Route } from '../route.js';
import { inPortions, mapInTurns } from '../turns.js';
import type { RepairBudget } from './call-engine.js';
import { createKeepAddress } from './keep-address.js';
import type { Target } from './languages.js';
import { mapWhere } from './map-together.js';
import { type AssembledText, type ReadText, readableText, untranslated } from './opened-text.js';
import type { RequiredFeature } from './plan-guidance.js';
import { type MemoryOptions, recall, recallTexts } from './recall.js';
import type { PrepareOptions, RequestSettings, TranslationOptions } from './request.js';
import { segmentText } from './segment-text.js';
import { forSome, isPending, onceEach, type SentenceJob, type Stage } from './sentence-job.js';
import { translateSentences } from './translate-sentences.js';
import {
  type TranslateTermsDependencies,
  translateWithTerms,
  type WordsCall,
} from './translate-terms.js';

/** What accompanies the texts of a request. */
export interface TextsCall
  extends Pick<RequestSettings, 'terms' | 'memory' | 'budget' | 'deadline'> {
  readonly signal: AbortSignal;
  readonly repairs: RepairBudget;
  /** All translations may have as many UTF-16 code units. */
  readonly mostTranslated: number;
}

/** What the texts of a request have in common that share a source language. */
export interface TextGroup {
  readonly source: LanguageTag;
  /** Whether the caller named the source; otherwise it was detected. */
  readonly isGiven: boolean;
  readonly target: Target;
  readonly options: TranslationOptions;
  readonly guidance: Guidance | undefined;
  readonly needs: readonly RequiredFeature[];
}

/**
 * Translates texts over a route: as a whole where a memory has them, otherwise sentence by sentence.
 * What is in the target language already stays as it is.
 */
export const translateGroup = async (
  texts: readonly ReadText[],
  route: Route,
  group: TextGroup,
  dependencies: TranslateTermsDependencies,
  call: TextsCall,
): Promise<readonly AssembledText[]> => {
  const { source, target, options, guidance, needs } = group;
  const { meter } = dependencies;
  const { signal, memory, terms } = call;
  const recalling = memory?.sourceLanguage === source ? { memory, meter, signal } : undefined;
  const prepare: PrepareOptions = {
    language: source,
    target,
    maxCharacters: Math.min(...route.legs.map(({ engine }) => engine.capabilities.maxCharacters)),
    mostTranslated: call.mostTranslated,
    options,
    ...(terms && { terms: terms.indexes }),
  };
  const translate = createTranslateStage({
    route,
    dependencies,
    call: { ...call, guidance },
    recalling,
    addressRequiredBy:
      memory === undefined
        ? needs.find(({ capability }) => capability === 'formality')?.parameter
        : undefined,
  });
  const isLeftAlone = findLeftAlone(texts, route, group, dependencies);
  const translated = await mapWhere(
    texts,
    (_, index) => !isLeftAlone[index],
    async (others) => {
      const recalled = recalling ? await recallTexts(others, prepare, recalling) : [];
      const rest = await mapWhere(
        others,
        (_, index) => recalled[index] === undefined,
        (some) => translateRead(some, prepare, { meter, signal }, translate),
      );
      return others.map((text, index) => recalled[index] ?? rest[index] ?? untranslated(text));
    },
  );
  return texts.map((text, index) => {
    if (isLeftAlone[index]) meter.count('guard', { defect: 'already_target', remaining: 'none' });
    return translated[index] ?? untranslated(text);
  });
};

/** Which texts are in the target language already, of those in which an engine would make nonsense of it. */
const findLeftAlone = (
  texts: readonly ReadText[],
  { legs }: Route,
  { isGiven, target }: TextGroup,
  { router, detector }: TranslateTermsDependencies,
): readonly boolean[] => {
  const mayMakeNonsense =
    isGiven && legs.some(({ engine }) => engine.capabilities.keepsForeignWords !== true);
  if (!mayMakeNonsense) return texts.map(() => false);
  const installed = new Set([...router.sources(), target.base]);
  return texts.map((text) =>
    isInTargetAlready(readableText(text), target.base, installed, detector),
  );
};

/** Shorter texts, in characters, say too little about their language to overrule the caller. */
const MIN_LENGTH = 40;
const MIN_CONFIDENCE = 0.95;

/**
 * Whether a text is, beyond reasonable doubt, written in the target language already although the
 * caller named another source. Engines make nonsense of such a text.
 *
 * @param installed languages to distinguish, the target among them
 */
const isInTargetAlready = (
  text: string,
  target: LanguageTag,
  installed: ReadonlySet<LanguageTag>,
  detector: Detector,
): boolean => {
  if (text.length < MIN_LENGTH) return false;
  const [detection] = detector.detect([text], installed);
  return detection?.language === target && detection.confidence >= MIN_CONFIDENCE;
};

/** Characters that an engine with models of its own gets at a time: each portion takes a short turn. */
const SMALL_PORTION = 1000;

/** What the sentences of a group have in common while they are translated. */
interface TranslateStageOptions {
  readonly route: Route;
  readonly dependencies: TranslateTermsDependencies;
  readonly call: WordsCall;
  /** Undefined without a translation memory for the source language. */
  readonly recalling: MemoryOptions | undefined;
  /** The parameter that makes the other form of address an error. */
  readonly addressRequiredBy: RequiredFeature['parameter'] | undefined;
}

/** From the segmented sentence to its translation: recall, terms and engine, form of address. */
const createTranslateStage = ({
  route,
  dependencies,
  call,
  recalling,
  addressRequiredBy,
}: TranslateStageOptions): Stage => {
  const { signal, guidance } = call;
  const hasLanguageModel = route.legs.some(({ engine }) => engine.capabilities.isLanguageModel);
  const portion = hasLanguageModel ? undefined : SMALL_PORTION;
  const askEngines = (form: FormOfAddress | undefined): Stage => {
    const told = { ...call, guidance: form ? { ...guidance, formality: form } : guidance };
    const translate = inPortions(
      signal,
      ({ unit }: SentenceJob) => unit.text.length,
      (jobs, portionSignal) =>
        translateWithTerms(jobs, route, dependencies, { ...told, signal: portionSignal }),
      portion,
    );
    return (jobs) => onceEach(jobs, translate);
  };
  const asked = guidance?.formality;
  const keepAddress = createKeepAddress(
    { route, asked, requiredBy: addressRequiredBy, signal },
    askEngines,
  );
  return async (jobs) => {
    const recalled = recalling ? await recall(jobs, recalling) : jobs;
    const translated = await forSome(recalled, isPending, askEngines(asked));
    return keepAddress(translated);
  };
};

/** Texts that were read here are one stream of sentences; each of the others is its own. */
const translateRead = async (
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
      texts.map(({ opened, message }, index) =>
        opened?.translate(options, (jobs) =>
          translate(jobs.map((job) => ({ ...job, text: index, message }))),
        ),
      ),
    ),
  ]);
  const here = own.values();
  return texts.map(
    (text, index) => (segmented[index] ? here.next().value : opened[index]) ?? untranslated(text),
  );
};
