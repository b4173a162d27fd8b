import { GIBIBYTE, MEBIBYTE } from '@dragoman/contract';
import type { Engine, Logger, Meter } from '@dragoman/core';
import { createApertiumEngine } from '@dragoman/engines/apertium';
import { createFakeEngine } from '@dragoman/engines/fake';
import { createLanguageModelEngine, pairsOf } from '@dragoman/engines/llm';
import { createNeuralEngine } from '@dragoman/engines/neural';
import { modelsDirectoryOf, starterModelsDirectoryOf } from './catalogue/local/models-directory.js';
import { readLanguageModelKey } from './platform/configuration/language-model-key.js';
import { splitPair } from './platform/configuration/settings/language-models.js';
import type { Configuration, EngineName } from './platform/configuration/settings/schema.js';

interface EngineObservers {
  readonly log: Logger;
  readonly meter: Meter;
  /** Headers of calls to language models, in addition to their own. */
  readonly callHeaders?: (() => Readonly<Record<string, string>>) | undefined;
}

/** Neural models need Apertium for repairs and for pairs that have no model: one program or two. */
const APERTIUM_BESIDE_MODELS_BYTES = 96 * MEBIBYTE;
/** The forms of a glossary's terms are asked from two dictionaries, of two programs each. */
const APERTIUM_BUSY_BESIDE_MODELS_BYTES = 384 * MEBIBYTE;
const APERTIUM_ALONE_BYTES = 2 * GIBIBYTE;

const apertiumMemory = ({ apertiumMaxMemoryBytes, engines }: Configuration) => {
  if (apertiumMaxMemoryBytes !== undefined) return { maxMemoryBytes: apertiumMaxMemoryBytes };
  return engines.includes('neural')
    ? {
        maxMemoryBytes: APERTIUM_BESIDE_MODELS_BYTES,
        busyMaxMemoryBytes: APERTIUM_BUSY_BESIDE_MODELS_BYTES,
        mayExceedAlone: true,
      }
    : { maxMemoryBytes: APERTIUM_ALONE_BYTES, mayExceedAlone: true };
};

/** Creates the configured engines, in order of preference. None is started. */
export const createEngines = (
  configuration: Configuration,
  observers: EngineObservers,
): readonly Engine[] => {
  if (configuration.kernels !== undefined) {
    observers.log.warn({ setting: 'kernels' }, 'setting ignored: see neuralBuild');
  }
  const makers: Readonly<Record<EngineName, () => Engine>> = {
    apertium: () =>
      createApertiumEngine(observers, {
        dataDirectory: configuration.apertiumDataDirectory,
        messageTimeoutMs: configuration.apertiumMessageTimeoutMs,
        idleStopMs: configuration.apertiumIdleStopMs,
        ...apertiumMemory(configuration),
      }),
    neural: () =>
      createNeuralEngine(observers, {
        modelDirectories: [
          modelsDirectoryOf(configuration),
          starterModelsDirectoryOf(configuration),
        ],
        idleStopMs: configuration.neuralIdleStopMs,
        mode: configuration.neuralBuild,
        ...given('threadCount', configuration.neuralThreads),
        ...given('maxMemoryBytes', configuration.neuralMaxMemoryBytes),
      }),
    fake: () => createFakeEngine(),
  };
  return [
    ...configuration.engines.map((name) => makers[name]()),
    ...createLanguageModels(configuration, observers),
  ];
};

const createLanguageModels = (
  { languageModels = [] }: Configuration,
  observers: EngineObservers,
): readonly Engine[] =>
  languageModels.map(({ languages = [], pairs = [], keyFile, keyVariable, ...entry }) => {
    const { name, address, model, ...options } = entry;
    const key = readLanguageModelKey({ name, keyFile, keyVariable });
    const settings = { name, address, model, key, pairs: pairsOf(languages, pairs.map(splitPair)) };
    return createLanguageModelEngine(observers, settings, {
      ...options,
      ...(observers.callHeaders && { callHeaders: observers.callHeaders }),
    });
  });

/** An option only if it is set, so that the engine's own default applies otherwise. */
const given = <Name extends string>(
  name: Name,
  value: number | undefined,
): Partial<Record<Name, number>> =>
  value === undefined ? {} : ({ [name]: value } as Record<Name, number>);
