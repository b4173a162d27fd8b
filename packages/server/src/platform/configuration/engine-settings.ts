import { findLanguageByName, findTarget, GIBIBYTE, MEBIBYTE } from '@dragoman/contract';
import * as z from 'zod';
import {
  byteCount,
  count,
  folderPath,
  listOf,
  milliseconds,
  oneOf,
  type Setting,
  webAddress,
} from './setting-types.js';

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

const isLanguage = (text: string): boolean =>
  findTarget(text) !== undefined || findLanguageByName(text) !== undefined;

/** Whether nothing is to be offered for download. */
export const isOffline = ({ offline }: { readonly offline: string }): boolean =>
  ['on', '1', 'true'].includes(offline);

/** Neural models: where they are, and where they are pulled from. */
export const MODELS_SETTINGS = {
  languages: {
    environmentName: 'DRAGOMAN_LANGUAGES',
    description:
      'Languages (codes or names) whose neural models, from and into English, are downloaded when the server starts, unless they are installed; if unset, nothing is downloaded.',
    type: listOf(z.string().refine(isLanguage), {
      maximumItems: 60,
      expects: 'languages such as de or German',
    }),
    defaultValue: undefined,
  },
  offline: {
    environmentName: 'DRAGOMAN_OFFLINE',
    description:
      'Whether the machine is without a network, or models come in another way: on or 1 offers no downloads, neither at the first start nor on the page.',
    type: oneOf(['off', 'on', '0', '1', 'false', 'true']),
    defaultValue: 'off',
  },
  modelsDirectory: {
    environmentName: 'DRAGOMAN_MODELS_DIR',
    description: 'Folder of the pulled neural models; if unset, models in the data folder.',
    type: folderPath(),
    defaultValue: undefined,
    isPath: true,
  },
  starterModelsDirectory: {
    environmentName: 'DRAGOMAN_STARTER_MODELS_DIR',
    description:
      'Folder of the starter models, which are used where nothing better is installed; if unset, those that came with Dragoman.',
    type: folderPath(),
    defaultValue: undefined,
    isPath: true,
  },
  catalogueUrl: {
    environmentName: 'DRAGOMAN_CATALOGUE_URL',
    description:
      'Remote Settings server from which models can be pulled; it is only contacted by `dragoman models` and `dragoman setup`, and for `languages`.',
    type: webAddress(),
    defaultValue: 'https://firefox.settings.services.mozilla.com',
  },
  catalogueAttachmentsUrl: {
    environmentName: 'DRAGOMAN_CATALOGUE_ATTACHMENTS_URL',
    description: 'Base address of the model files; if unset, the one announced by the catalogue.',
    type: webAddress(),
    defaultValue: undefined,
  },
} as const satisfies Record<string, Setting<unknown>>;
