import { webAddress } from './common-types.js';
import type { Setting } from './setting.js';
import { folderPath } from './value-types.js';

/** Neural models: where they are, and where they are pulled from. */
export const MODELS_SETTINGS = {
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
      'Remote Settings server from which models can be pulled; it is only contacted by `dragoman models`.',
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
