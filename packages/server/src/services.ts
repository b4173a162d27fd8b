import type { LanguageTag } from '@dragoman/contract';
import {
  createDetector,
  createRouter,
  type Engine,
  type FindLetterCase,
  type InstallHint,
  type Logger,
  type Meter,
  silentLogger,
  silentMeter,
} from '@dragoman/core';
import { debianPackagesFor } from '@dragoman/engines/apertium';
import { createGermanNouns } from '@dragoman/engines/ding';
import type { Configuration } from './configuration/settings.js';
import { createEngines } from './engines.js';
import { measuredScores } from './features/evaluation/evaluated-scores.js';
import type { FormDictionary } from './features/glossaries/inflections.js';
import { pullCommandFor } from './features/models/addable-languages.js';
import { knownLanguages } from './features/models/known-languages.js';
import { createMarkupReader } from './features/translate/markup-reader.js';
import { createSegmentCache } from './features/translate/segment-cache.js';
import { readPreference } from './language-model-settings.js';
import { createPipeline, type Pipeline } from './pipeline.js';
import type { Tracing } from './platform/open-tracing.js';

/** The services that HTTP and the command line share. */
export interface Services extends Pipeline {
  readonly engines: readonly Engine[];
  /** What knows forms of words, the engines among them. */
  readonly dictionaries: readonly FormDictionary[];
  readonly installHint: InstallHint;
  stop(): Promise<void>;
}

/** Who watches the services. */
interface Observers {
  readonly log: Logger;
  readonly meter: Meter;
  readonly tracing?: Tracing | undefined;
}

/** For commands, which only print their output: nothing is logged or counted. */
export const silentObservers: Observers = { log: silentLogger, meter: silentMeter };

/** Starts the engines and assembles the pipeline. */
export const startServices = async (
  configuration: Configuration,
  { log, meter: plainMeter, tracing }: Observers,
): Promise<Services> => {
  const meter = tracing ? tracing.watchMeter(plainMeter) : plainMeter;
  const observers = { log, meter, callHeaders: tracing?.callHeaders };
  const engines = createEngines(configuration, observers);
  for (const engine of engines) tracing?.watchEngine(engine);
  const markupReader = createMarkupReader(observers);
  const stop = async () => {
    await Promise.all([markupReader.stop(), ...engines.map((engine) => engine.stop())]);
  };
  try {
    const starting = engines.map((engine) => startEngine(engine, log));
    const [plainDetector] = await Promise.all([
      createDetector(findLetterCaseIn(engines)),
      ...starting,
    ]);
    const detector = tracing ? tracing.watchDetector(plainDetector) : plainDetector;
    const router = createRouter(engines, {
      maxPivots: configuration.maxPivots,
      ...measuredScores(configuration.dataDirectory),
      preferredEngines: new Map(
        (configuration.preferredEngines ?? []).map((item) => {
          const { source, target, engine } = readPreference(item.toLowerCase());
          return [`${source}>${target}`, engine];
        }),
      ),
    });
    const installHint = createInstallHint(configuration);
    const dictionaries = [...engines, createGermanNouns({ log })];
    const pipeline = createPipeline({
      router,
      detector,
      cache: createSegmentCache(configuration.cacheMaxBytes),
      meter,
      dictionaries,
      markupReader,
      installHint,
      languageModelHint: LANGUAGE_MODEL_HINT,
    });
    return { ...pipeline, engines, dictionaries, installHint, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** What any of the engines' dictionaries has. */
const findLetterCaseIn =
  (engines: readonly Engine[]): FindLetterCase =>
  (phrase, among) =>
    new Map(engines.flatMap((engine) => [...(engine.findLetterCase?.(phrase, among) ?? [])]));

/** An engine that fails to start is not used; the others work without it. */
const startEngine = async (engine: Engine, log: Logger): Promise<void> => {
  try {
    await engine.start();
  } catch (error) {
    log.error({ engine: engine.id, err: error }, 'the engine failed to start');
  }
};

/** Says in a sentence how to add a missing language. */
export const createInstallHint =
  (configuration: Configuration): InstallHint =>
  (language, other) => {
    const ways = waysToAdd(language, other, configuration);
    return ways.length > 0
      ? `The operator can add it with: ${ways.join(' - or with: ')}`
      : `The operator can search for a model with: npx dragoman models available ${language}`;
  };

/** Says in a sentence how to add a language model. */
const LANGUAGE_MODEL_HINT =
  'The operator can add one with the setting languageModels (DRAGOMAN_LANGUAGE_MODELS).';

/** The commands that add a language, best first; empty if there is no known way. */
const waysToAdd = (
  tag: LanguageTag,
  other: LanguageTag | undefined,
  configuration: Configuration,
): readonly string[] => [
  ...(knownLanguages(configuration).languages.some((known) => known.tag === tag)
    ? [pullCommandFor(tag)]
    : []),
  ...debianPackagesFor(tag, other)
    .slice(0, 3)
    .map((name) => `apt-get install ${name}`),
];
