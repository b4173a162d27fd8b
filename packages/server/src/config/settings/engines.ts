import { z } from 'zod';
import { count, GIBIBYTE, MEBIBYTE, milliseconds } from './common-types.js';
import type { Setting } from './setting.js';
import { byteCount, folderPath, listOf, oneOf } from './value-types.js';

/** The engines, and the memory and time they get. */
export const ENGINES_SETTINGS = {
  engines: {
    environmentName: 'DRAGOMAN_ENGINES',
    description:
      'Engines to start, the preferred one first; fake only echoes and is meant for tests.',
    type: listOf(z.enum(['bergamot', 'apertium', 'fake']), {
      maximumItems: 3,
      expects: 'bergamot, apertium, fake',
    }),
    defaultValue: ['bergamot', 'apertium'],
  },
  neuralMaxWorkers: {
    environmentName: 'DRAGOMAN_NEURAL_MAX_WORKERS',
    description:
      'Most threads that translate with neural models at once; left out, one for each processor core, up to 16.',
    type: count(1, 128),
    defaultValue: undefined,
  },
  neuralMaxMemoryBytes: {
    environmentName: 'DRAGOMAN_NEURAL_MAX_MEMORY_BYTES',
    description:
      'Most memory all neural models and their threads together may hold; left out, half of the machine.',
    type: byteCount({ minimum: 256 * MEBIBYTE, maximum: 1024 * GIBIBYTE }),
    defaultValue: undefined,
  },
  neuralIdleStopMs: {
    environmentName: 'DRAGOMAN_NEURAL_IDLE_STOP_MS',
    description: 'How long an unused neural model stays in memory.',
    type: milliseconds(1000, 86_400_000),
    defaultValue: 600_000,
  },
  kernels: {
    environmentName: 'DRAGOMAN_KERNELS',
    description:
      'Matrix kernels of the neural engine: auto takes the fastest that works here, the others force one kind.',
    type: oneOf(['auto', 'native', 'wasm', 'fallback']),
    defaultValue: 'auto',
  },
  apertiumDataDirectory: {
    environmentName: 'DRAGOMAN_APERTIUM_DATA_DIR',
    description: 'Folder that holds the installed Apertium modes and language data.',
    type: folderPath(),
    defaultValue: '/usr/share/apertium',
    isPath: true,
  },
  apertiumMessageTimeoutMs: {
    environmentName: 'DRAGOMAN_APERTIUM_MESSAGE_TIMEOUT_MS',
    description:
      'Longest time one piece of text may take in an Apertium pipeline before the pipeline is restarted.',
    type: milliseconds(100, 600_000),
    defaultValue: 5000,
  },
  apertiumIdleStopMs: {
    environmentName: 'DRAGOMAN_APERTIUM_IDLE_STOP_MS',
    description: 'How long an unused Apertium pipeline stays in memory.',
    type: milliseconds(1000, 86_400_000),
    defaultValue: 300_000,
  },
  apertiumMaxMemoryBytes: {
    environmentName: 'DRAGOMAN_APERTIUM_MAX_MEMORY_BYTES',
    description: 'Most memory all Apertium pipelines together may hold.',
    type: byteCount({ minimum: 64 * MEBIBYTE, maximum: 1024 * GIBIBYTE }),
    defaultValue: 2 * GIBIBYTE,
  },
} as const satisfies Record<string, Setting<unknown>>;
