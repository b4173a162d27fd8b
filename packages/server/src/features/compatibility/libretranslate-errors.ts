import { KEY_MESSAGES } from './caller-key.js';
import { type CompatibleErrors, fieldsOf } from './compatible-api.js';

/** Its clients compare these messages verbatim. */
const NO_KEY = 'Please contact the server operator to obtain an API key';
const WRONG_KEY = 'Invalid API key';

/** Its names for the parameters of the pipeline. */
const PARAMETER_NAMES: Readonly<Record<string, string>> = {
  text: 'q',
  source_lang: 'source',
  target_lang: 'target',
};
/** Parameters whose values are short codes, which its messages name. */
const CODES = new Set(['source', 'target', 'format']);

/** The message with the words that programs search for; undefined if it has none. */
const reword: NonNullable<CompatibleErrors['reword']> = ({ code, parameter }, message, request) => {
  if (message === KEY_MESSAGES.missing) return NO_KEY;
  if (message === KEY_MESSAGES.wrong) return WRONG_KEY;
  if (code === 'body_too_large') return `Request exceeds character limit. ${message}`;
  if (parameter === 'text' && message.includes('At most')) {
    return `Request exceeds text limit. ${message}`;
  }
  const theirName = PARAMETER_NAMES[parameter ?? ''] ?? parameter;
  if (theirName !== undefined && message === `Parameter '${theirName}' not specified.`) {
    return `Invalid request: missing ${theirName} parameter`;
  }
  if (theirName === undefined || !CODES.has(theirName)) return undefined;
  const sent = sentCode(request, theirName);
  return message
    .replace(`Value for '${theirName}' not supported`, `${sent} is not supported`)
    .replace('GET /v2/languages, such as EN or PT-BR', 'GET /languages, such as en or pt-BR');
};

const sentCode = (request: Parameters<typeof fieldsOf>[0], name: string): string => {
  const value = fieldsOf(request)[name];
  const isShown = typeof value === 'string' && /^[\w-]{1,20}$/.test(value);
  if (!isShown) return `Value for '${name}'`;
  return name === 'format' ? `${value} format` : value;
};

/** Errors in the format of LibreTranslate. */
export const LIBRETRANSLATE_ERRORS: CompatibleErrors = {
  parameterNames: PARAMETER_NAMES,
  // Its clients know no quotas: a 403 says that a retry is useless.
  statuses: { quota_exceeded: 403 },
  body: (message) => ({ error: message }),
  reword,
};
