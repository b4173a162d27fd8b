import { GIBIBYTE, MEBIBYTE } from '@dragoman/contract';
import type { Engine, Logger, Meter } from '@dragoman/core';
import { createApertiumEngine } from '@dragoman/engines/apertium';
import { createFakeEngine } from '@dragoman/engines/fake';
import { createLanguageModelEngine, pairsOf } from '@dragoman/engines/llm';
import { createNeuralEngine } from '@dragoman/engines/neural';
import { ConfigurationError } from './configuration/load.js';
import type { Configuration, EngineName } from './configuration/settings.js';
import {
  modelsDirectoryOf,
  starterModelsDirectoryOf,
} from './features/models/local/models-directory.js';
import { splitPair } from './language-model-settings.js';
import { processEnvironment } from './platform/configuration/environment.js';
import { readBoundedFile } from './platform/files.js';

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

const MAX_KEY_FILE_BYTES = 4096;
/** What may stand in a header. */
const KEY = /^[\x21-\x7e]{1,4000}$/;

/**
 * The key of a language model's server, from the file or variable that the configuration names;
 * undefined where it names none.
 *
 * @throws ConfigurationError where there is no usable key
 */
export const readLanguageModelKey = ({
  name,
  keyFile,
  keyVariable,
}: {
  readonly name: string;
  readonly keyFile?: string | undefined;
  readonly keyVariable?: string | undefined;
}): string | undefined => {
  const refuse = (member: string, reason: string): never => {
    throw new ConfigurationError([{ where: `languageModels, ${name}: ${member}`, reason }]);
  };
  if (keyFile !== undefined) {
    const file = readBoundedFile(keyFile, MAX_KEY_FILE_BYTES);
    if ('code' in file) return refuse('keyFile', `the file cannot be read (${file.code})`);
    const key = file.text.trim();
    return KEY.test(key) ? key : refuse('keyFile', 'the file must contain one key');
  }
  if (keyVariable === undefined) return undefined;
  const key = processEnvironment()[keyVariable]?.trim() ?? '';
  return KEY.test(key) ? key : refuse('keyVariable', 'the variable must contain a key');
};
