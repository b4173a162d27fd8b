import type { Engine, Logger, Meter } from '@dragoman/core';
import { createApertiumEngine } from '@dragoman/engines/apertium';
import { createBergamotEngine } from '@dragoman/engines/bergamot';
import { createFakeEngine } from '@dragoman/engines/fake';
import { modelsDirectoryOf, starterModelsDirectoryOf } from './catalogue/local/models-directory.js';
import type { Configuration, EngineName } from './config/index.js';

/** Creates the configured engines, in order of preference. None is started. */
export const createEngines = (
  configuration: Configuration,
  observers: { readonly log: Logger; readonly meter: Meter },
): readonly Engine[] => {
  const makers: Readonly<Record<EngineName, () => Engine>> = {
    apertium: () =>
      createApertiumEngine(observers, {
        dataDirectory: configuration.apertiumDataDirectory,
        messageTimeoutMs: configuration.apertiumMessageTimeoutMs,
        idleStopMs: configuration.apertiumIdleStopMs,
        maxMemoryBytes: configuration.apertiumMaxMemoryBytes,
      }),
    bergamot: () =>
      createBergamotEngine(observers, {
        modelDirectories: [
          modelsDirectoryOf(configuration),
          starterModelsDirectoryOf(configuration),
        ],
        idleStopMs: configuration.neuralIdleStopMs,
        kernels: configuration.kernels,
        ...given('maxWorkers', configuration.neuralMaxWorkers),
        ...given('maxMemoryBytes', configuration.neuralMaxMemoryBytes),
      }),
    fake: () => createFakeEngine(),
  };
  return configuration.engines.map((name) => makers[name]());
};

/** An option only if it is set, so that the engine's own default applies otherwise. */
const given = <Name extends string>(
  name: Name,
  value: number | undefined,
): Partial<Record<Name, number>> =>
  value === undefined ? {} : ({ [name]: value } as Record<Name, number>);
