import type { Engine, Logger } from '@dragoman/core';
import { createApertiumEngine } from '@dragoman/engines/apertium';
import { createFakeEngine } from '@dragoman/engines/fake';
import type { Configuration, EngineName } from './config/index.js';

/** Makes the configured engines, in order of preference. None is started. */
export const createEngines = (configuration: Configuration, log: Logger): readonly Engine[] => {
  const makers: Readonly<Record<EngineName, () => Engine>> = {
    apertium: () =>
      createApertiumEngine(
        { log },
        {
          dataDirectory: configuration.apertiumDataDirectory,
          messageTimeoutMs: configuration.apertiumMessageTimeoutMs,
          idleStopMs: configuration.apertiumIdleStopMs,
          maxMemoryBytes: configuration.apertiumMaxMemoryBytes,
        },
      ),
    fake: () => createFakeEngine(),
  };
  return configuration.engines.map((name) => makers[name]());
};
