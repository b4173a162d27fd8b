import { webAddress } from './common-types.js';
import type { Setting } from './setting.js';
import { folderPath } from './value-types.js';

/** Neural models: where they are, and where they are pulled from. */
export const MODELS_SETTINGS = {
  modelsDirectory: {
    environmentName: 'DRAGOMAN_MODELS_DIR',
    description: 'Folder of the pulled neural models; left out, it is models in the data folder.',
    type: folderPath(),
    defaultValue: undefined,
    isPath: true,
  },
  starterModelsDirectory: {
    environmentName: 'DRAGOMAN_STARTER_MODELS_DIR',
    description:
      'Folder of small models that serve what nothing better does; left out, the ones that came with Dragoman.',
    type: folderPath(),
    defaultValue: undefined,
    isPath: true,
  },
  catalogueUrl: {
    environmentName: 'DRAGOMAN_CATALOGUE_URL',
    description:
      'Remote Settings server whose models can be pulled; nothing is asked of it unasked.',
    type: webAddress(),
    defaultValue: 'https://firefox.settings.services.mozilla.com',
  },
  catalogueAttachmentsUrl: {
    environmentName: 'DRAGOMAN_CATALOGUE_ATTACHMENTS_URL',
    description:
      'Address below which the files of the models lie; left out, the catalogue says it.',
    type: webAddress(),
    defaultValue: undefined,
  },
} as const satisfies Record<string, Setting<unknown>>;
