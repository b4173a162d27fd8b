import type { LanguageTag } from '@dragoman/contract';
import type { Meter, TranslationDependencies } from '../dependencies.js';
import type { Detector } from '../detection/detection.js';
import { inPortions, mapYielding } from '../event-loop.js';
import type { Formality } from '../formality/formality.js';
import { maxCharactersOf, type Route } from '../routing/route.js';
import { createKeepFormality } from './keep-formality.js';
import { mapWhere } from './map-together.js';
import { type AssembledText, type ReadText, readableText, untranslated } from './opened-text.js';
import { type MemoryOptions, recall, recallTexts } from './recall.js';
import type { GroupSettings, TextOptions } from './request.js';
import { segmentText } from './segment-text.js';
import { forSome, isPending, onceEach, type SentenceJob, type Stage } from './sentence-job.js';
import { translateSentences } from './translate-sentences.js';
import { translateWithTerms } from './translate-terms.js';

/**
 * Translates texts over a route: as a whole where a memory has them, otherwise sentence by sentence.
 * What is in the target language already stays as it is.
 */
export const translateGroup = async (
  texts: readonly ReadText[],
  route: Route,
  group: GroupSettings,
  dependencies: TranslationDependencies,
  signal: AbortSignal,
): Promise<readonly AssembledText[]> => {
  const { source, target, options, memory, terms, mostTranslated } = group;
  const { meter } = dependencies;
  const recalling = memory?.sourceLanguage === source ? { memory, meter, signal } : undefined;
  const textOptions: TextOptions = {
    source,
    target,
    options,
    maxCharacters: maxCharactersOf(route.legs),
    mostTranslated,
    ...(terms && { terms: terms.indexes }),
  };
  const translate = createTranslateStage(route, group, dependencies, recalling, signal);
  const isLeftAlone = findLeftAlone(texts, route, group, dependencies);
  const translated = await mapWhere(
    texts,
    (_, index) => !isLeftAlone[index],
    async (others) => {
      const recalled = recalling ? await recallTexts(others, textOptions, recalling) : [];
      const rest = await mapWhere(
        others,
        (_, index) => recalled[index] === undefined,
        (some) => translateRead(some, textOptions, { meter, signal }, translate),
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
  { isGiven, target }: GroupSettings,
  { router, detector }: TranslationDependencies,
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

/**
 * From the segmented sentence to its translation: recall, terms and engine, form of address.
 *
 * @param recalling undefined without a translation memory for the source language
 */
const createTranslateStage = (
  route: Route,
  group: GroupSettings,
  dependencies: TranslationDependencies,
  recalling: MemoryOptions | undefined,
  signal: AbortSignal,
): Stage => {
  const { guidance, needs, terms, memory, budget, deadline, repairs } = group;
  const hasLanguageModel = route.legs.some(({ engine }) => engine.capabilities.isLanguageModel);
  const portion = hasLanguageModel ? undefined : SMALL_PORTION;
  const askEngines = (form: Formality | undefined): Stage => {
    const told = form ? { ...guidance, formality: form } : guidance;
    const call = { guidance: told, budget, deadline, repairs };
    const translate = inPortions(
      signal,
      ({ unit }: SentenceJob) => unit.text.length,
      (jobs, portionSignal) =>
        translateWithTerms(jobs, route, dependencies, { ...call, signal: portionSignal }, terms),
      portion,
    );
    return (jobs) => onceEach(jobs, translate);
  };
  const asked = guidance?.formality;
  // A memory has what people wrote, in whichever form.
  const requiredBy = memory
    ? undefined
    : needs.find(({ capability }) => capability === 'formality')?.parameter;
  const keepFormality = createKeepFormality({ route, asked, requiredBy, signal }, askEngines);
  return async (jobs) => {
    const recalled = recalling ? await recall(jobs, recalling) : jobs;
    const translated = await forSome(recalled, isPending, askEngines(asked));
    return keepFormality(translated);
  };
};

/** Texts that were read here are one stream of sentences; each of the others is its own. */
const translateRead = async (
  texts: readonly ReadText[],
  options: TextOptions,
  { meter, signal }: { readonly meter: Meter; readonly signal: AbortSignal },
  translate: Stage,
): Promise<readonly AssembledText[]> => {
  const segmented = await mapYielding(
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
