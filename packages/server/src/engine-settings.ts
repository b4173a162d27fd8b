import { GIBIBYTE, MEBIBYTE } from '@dragoman/contract';
import * as z from 'zod';
import {
  byteCount,
  count,
  folderPath,
  listOf,
  milliseconds,
  oneOf,
  type Setting,
} from './platform/configuration/setting-types.js';

/** Configurations of older versions call the neural engine after the program that it ran then. */
export const currentEngineName = <Name>(name: Name): Name | 'neural' =>
  name === 'bergamot' ? 'neural' : name;

/** The engines, and the memory and time they get. */
export const ENGINES_SETTINGS = {
  engines: {
    environmentName: 'DRAGOMAN_ENGINES',
    description:
      'Engines to start, in order of preference; fake only echoes its input and is meant for tests.',
    type: listOf(z.preprocess(currentEngineName, z.enum(['neural', 'apertium', 'fake'])), {
      maximumItems: 3,
      expects: 'neural, apertium, fake',
    }),
    defaultValue: ['neural', 'apertium'],
  },
  neuralThreads: {
    environmentName: 'DRAGOMAN_NEURAL_THREADS',
    description:
      'Number of threads that translate with neural models, all in one process; if unset, one per CPU core, up to 16.',
    type: count(1, 128),
    defaultValue: undefined,
  },
  neuralMaxMemoryBytes: {
    environmentName: 'DRAGOMAN_NEURAL_MAX_MEMORY_BYTES',
    description:
      'Maximum memory of all neural models and their process together; if unset, half of the total memory.',
    type: byteCount({ minimum: 256 * MEBIBYTE, maximum: 1024 * GIBIBYTE }),
    defaultValue: undefined,
  },
  neuralIdleStopMs: {
    environmentName: 'DRAGOMAN_NEURAL_IDLE_STOP_MS',
    description: 'Time after which an unused neural model is unloaded.',
    type: milliseconds(1000, 86_400_000),
    defaultValue: 600_000,
  },
  neuralBuild: {
    environmentName: 'DRAGOMAN_NEURAL_BUILD',
    description:
      'Build of the neural engine: auto chooses the native one where it works, and WebAssembly elsewhere; the others force one kind.',
    type: oneOf(['auto', 'native', 'wasm']),
    defaultValue: 'auto',
  },
  kernels: {
    environmentName: 'DRAGOMAN_KERNELS',
    description: 'Ignored, with a warning: the engine that had matrix kernels is gone.',
    type: oneOf(['auto', 'native', 'wasm', 'fallback']),
    defaultValue: undefined,
  },
  apertiumDataDirectory: {
    environmentName: 'DRAGOMAN_APERTIUM_DATA_DIR',
    description: 'Folder of the installed Apertium modes and language data.',
    type: folderPath(),
    defaultValue: '/usr/share/apertium',
    isPath: true,
  },
  apertiumMessageTimeoutMs: {
    environmentName: 'DRAGOMAN_APERTIUM_MESSAGE_TIMEOUT_MS',
    description:
      'Maximum time for one text in an Apertium pipeline before the pipeline is restarted.',
    type: milliseconds(100, 600_000),
    defaultValue: 5000,
  },
  apertiumIdleStopMs: {
    environmentName: 'DRAGOMAN_APERTIUM_IDLE_STOP_MS',
    description: 'Time after which an unused Apertium pipeline is stopped.',
    type: milliseconds(1000, 86_400_000),
    defaultValue: 300_000,
  },
  apertiumMaxMemoryBytes: {
    environmentName: 'DRAGOMAN_APERTIUM_MAX_MEMORY_BYTES',
    description:
      'Maximum memory of all Apertium pipelines together; if unset, 96MiB where neural models serve, too (384MiB for those used in the last seconds), and otherwise 2GiB.',
    type: byteCount({ minimum: 64 * MEBIBYTE, maximum: 1024 * GIBIBYTE }),
    defaultValue: undefined,
  },
} as const satisfies Record<string, Setting<unknown>>;
