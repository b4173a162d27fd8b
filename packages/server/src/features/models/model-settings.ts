import { findLanguageByName, findTarget } from '@dragoman/contract';
import * as z from 'zod';
import {
  folderPath,
  listOf,
  oneOf,
  type Setting,
  webAddress,
} from '../../platform/configuration/setting-types.js';

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
