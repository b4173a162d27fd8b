import { findLanguage, findTarget } from '@dragoman/contract';
import * as z from 'zod';
import { currentEngineName } from './engine-settings.js';
import type { Setting } from './platform/configuration/setting-types.js';
import {
  count,
  listOf,
  type Member,
  milliseconds,
  objectListOf,
  oneOf,
  type SettingType,
  text,
  webAddress,
} from './platform/configuration/setting-types.js';

const isKnownTarget = (code: string): boolean =>
  findLanguage(code) !== undefined || findTarget(code) !== undefined;

const languageCode = z.string().max(12).refine(isKnownTarget);

const pairName = z
  .string()
  .max(24)
  .refine((pair) => {
    const [source = '', target] = splitPair(pair);
    return findLanguage(source) !== undefined && target !== '' && isKnownTarget(target);
  });

/** `en-zh-hant` is from `en` into `zh-hant`: sources have no variants. */
export const splitPair = (pair: string): readonly [source: string, target: string] => {
  const at = pair.indexOf('-');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
};

const pairWithEngine = z
  .string()
  .max(80)
  .refine((item) => {
    const { source, target, engine } = readPreference(item);
    return pairName.safeParse(`${source}-${target}`).success && /^[a-z0-9-]+$/.test(engine);
  });

/** `en-de=neural`: the pair from `en` into `de`, and the engine for it. */
export const readPreference = (
  item: string,
): { readonly source: string; readonly target: string; readonly engine: string } => {
  const [pair = '', engine = ''] = item.split('=', 2);
  const [source, target] = splitPair(pair);
  return { source, target, engine: currentEngineName(engine) };
};

/** What the server itself decides about a request. */
const OWN_PARAMETERS = ['messages', 'model', 'response_format', 'stream'];
const MAX_PARAMETERS_CHARACTERS = 4000;

const parameters: SettingType<Readonly<Record<string, unknown>>> = {
  schema: z
    .record(z.string(), z.json())
    .refine(
      (value) =>
        JSON.stringify(value).length <= MAX_PARAMETERS_CHARACTERS &&
        !OWN_PARAMETERS.some((name) => name in value),
    ),
  placeholder: '<json>',
  expects: `an object of up to ${MAX_PARAMETERS_CHARACTERS} characters without ${OWN_PARAMETERS.join(', ')}`,
  show: (value) => JSON.stringify(value),
};

/** The members of a language model in the configuration. */
export const LANGUAGE_MODEL_MEMBERS = {
  name: {
    description: 'Name of the engine, which is `llm-` and this.',
    type: text('name', /^[a-z0-9][a-z0-9-]{0,39}$/, 'up to 40 small letters, digits and hyphens'),
  },
  address: {
    description: 'Base address of an API like that of OpenAI, usually ending in `/v1`.',
    type: webAddress(),
  },
  model: {
    description: 'Name of the model on that server.',
    type: text('model', /^\P{Cc}{1,200}$/u, 'up to 200 characters'),
  },
  keyFile: {
    description: 'Absolute path of a file that contains the key of that server.',
    type: text('file', /^\/[^\0]{1,4095}$/, 'the absolute path of a file'),
    isOptional: true,
  },
  keyVariable: {
    description: 'Name of the environment variable that contains the key of that server.',
    type: text(
      'variable',
      /^(?!DRAGOMAN_)[A-Za-z_][A-Za-z0-9_]{0,99}$/,
      'the name of an environment variable that does not begin with DRAGOMAN_',
    ),
    isOptional: true,
  },
  languages: {
    description: 'Languages that the model translates, each into every other one.',
    type: listOf(languageCode, { maximumItems: 150, expects: 'language codes' }),
    isOptional: true,
  },
  pairs: {
    description: 'Further pairs, such as `en-ja`.',
    type: listOf(pairName, { maximumItems: 1000, expects: 'pairs such as en-de' }),
    isOptional: true,
  },
  maxConcurrency: {
    description: 'Maximum number of calls at the same time.',
    type: count(1, 256),
    defaultValue: 4,
  },
  maxBatchTokens: {
    description: 'Maximum source tokens in one call, estimated; a longer sentence goes by itself.',
    type: count(50, 16_000),
    defaultValue: 500,
  },
  timeoutMs: {
    description:
      'Maximum time for the sentences of a batch from its first call on, with retries; after that, the next engine gets them. Keep it below `requestTimeoutMs`.',
    type: milliseconds(100, 600_000),
    defaultValue: 20_000,
  },
  silenceTimeoutMs: {
    description: 'Maximum time in which the server may send nothing before a call is retried.',
    type: milliseconds(100, 600_000),
    defaultValue: 10_000,
  },
  maxAttempts: {
    description: 'Maximum calls for the same sentences, the first one included.',
    type: count(1, 10),
    defaultValue: 3,
  },
  answerFormat: {
    description:
      'How the model answers: as JSON with a schema, or with delimiters; auto finds out at start whether the server knows schemas.',
    type: oneOf(['auto', 'json_schema', 'delimiters']),
    defaultValue: 'auto',
  },
  parameters: {
    description:
      'Further members of the request body, such as `{"temperature":0.2}`; null removes one that is sent otherwise: temperature, max_tokens.',
    type: parameters,
    defaultValue: {},
  },
} as const satisfies Record<string, Member<unknown>>;

/** Language models behind addresses; none unless configured. */
export const LANGUAGE_MODELS_SETTINGS = {
  languageModels: {
    environmentName: 'DRAGOMAN_LANGUAGE_MODELS',
    description:
      'Language models on servers with an API like that of OpenAI, to which the sentences are sent that they translate.',
    type: objectListOf(LANGUAGE_MODEL_MEMBERS, {
      maximumItems: 16,
      expects: 'a JSON array of 1 to 16 objects, as described under Language models',
      check: ({ languages, pairs, keyFile, keyVariable }) => {
        if (!languages && !pairs) return 'must have languages or pairs';
        if (keyFile && keyVariable) return 'must have keyFile or keyVariable, not both';
        return undefined;
      },
    }),
    defaultValue: undefined,
  },
  preferredEngines: {
    environmentName: 'DRAGOMAN_PREFERRED_ENGINES',
    description:
      'Engines that translate certain pairs whatever model a request asks for, such as `en-de=llm-gemma`.',
    type: listOf(pairWithEngine, { maximumItems: 1000, expects: 'items such as en-de=neural' }),
    defaultValue: undefined,
  },
} as const satisfies Record<string, Setting<unknown>>;
