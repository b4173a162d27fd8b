import * as z from 'zod';
import { listOf, oneOf, type Setting } from '../../platform/configuration/setting-types.js';

/** The APIs of other translation servers that can be offered in addition to our own. */
export const COMPATIBILITY_APIS = [
  'libretranslate',
  'deeplx',
  'imme',
  'kiss',
  'hcfy',
  'mtranserver',
] as const;

export type CompatibilityApi = (typeof COMPATIBILITY_APIS)[number];

const apisOrNone = () => {
  const type = listOf(z.enum([...COMPATIBILITY_APIS, 'none']), {
    maximumItems: COMPATIBILITY_APIS.length,
    expects: COMPATIBILITY_APIS.join(', '),
  });
  const schema = type.schema.refine((apis) => apis.length === 1 || !apis.includes('none'));
  return { ...type, schema, expects: `${type.expects}, or the word none` };
};

/** Settings of the APIs for programs written for other translation servers. */
export const COMPATIBILITY_SETTINGS = {
  compatibility: {
    environmentName: 'DRAGOMAN_COMPATIBILITY',
    description:
      'APIs of other translation servers to offer as well: libretranslate, deeplx, imme (Immersive Translate), kiss (Kiss Translator), hcfy, mtranserver, or none; if unset, all of them on the loopback address and none elsewhere.',
    type: apisOrNone(),
    defaultValue: undefined,
  },
  compatibilityKeys: {
    environmentName: 'DRAGOMAN_COMPATIBILITY_KEYS',
    description:
      'Who must send a key to these APIs: always means everybody; remote means only callers on other machines, for local programs that cannot send a key.',
    type: oneOf(['always', 'remote']),
    defaultValue: 'always',
  },
} as const satisfies Record<string, Setting<unknown>>;
