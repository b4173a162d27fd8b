import {
  createAlternativesFinder,
  createCarrierFinder,
  createModelWordChoicesFinder,
  createRewriter,
  createTranslator,
  createWordFinder,
  type DetectLanguages,
  type Detector,
  detectLanguages,
  type FindAlternatives,
  type FindModelWordChoices,
  type FindWord,
  type InstallHint,
  type MarkupReader,
  type Meter,
  type NounDictionary,
  type Rewriter,
  type Router,
  type Translator,
} from '@dragoman/core';
import type { CacheCounts, CountedCache } from './features/translate/segment-cache.js';

/** All that is done with texts, over the engines of one router. */
export interface Pipeline {
  readonly router: Router;
  readonly translator: Translator;
  readonly rewriter: Rewriter;
  readonly findAlternatives: FindAlternatives;
  readonly findWord: FindWord;
  readonly findModelWordChoices: FindModelWordChoices;
  /** Detects the language of texts, installed or not; see {@link detectLanguages}. */
  readonly detect: DetectLanguages;
  readonly cacheCounts: () => CacheCounts;
}

interface PipelineParts {
  readonly router: Router;
  readonly detector: Detector;
  readonly cache: CountedCache;
  readonly meter: Meter;
  readonly dictionaries: readonly Partial<NounDictionary>[];
  /** @default large texts are read in this thread */
  readonly markupReader?: MarkupReader;
  readonly installHint: InstallHint;
  /** How to get a language model. */
  readonly languageModelHint: string;
}

export const createPipeline = ({
  dictionaries,
  languageModelHint,
  ...parts
}: PipelineParts): Pipeline => {
  const { router, detector, cache } = parts;
  const dependencies = { ...parts, carriers: createCarrierFinder(dictionaries) };
  return {
    router,
    translator: createTranslator(dependencies),
    rewriter: createRewriter({ ...dependencies, languageModelHint }),
    findAlternatives: createAlternativesFinder(dependencies),
    findWord: createWordFinder(dependencies),
    findModelWordChoices: createModelWordChoicesFinder(dependencies),
    detect: (texts, signal) => detectLanguages(texts, router.sources(), detector, signal),
    cacheCounts: cache.counts,
  };
};
