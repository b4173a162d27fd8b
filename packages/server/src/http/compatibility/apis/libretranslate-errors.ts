import type { AppError } from '@dragoman/contract';
import { KEY_MESSAGES } from '../common/key-messages.js';
import type { PeerErrors } from '../common/peer-errors.js';

/** Its clients compare these messages verbatim. */
const NO_KEY = 'Please contact the server operator to obtain an API key';
const WRONG_KEY = 'Invalid API key';

/** The message with the words that programs search for; undefined if it has none. */
const reword = ({ code, parameter }: AppError, message: string): string | undefined => {
  if (message === KEY_MESSAGES.missing) return NO_KEY;
  if (message === KEY_MESSAGES.wrong) return WRONG_KEY;
  if (code === 'body_too_large') return `Request exceeds character limit. ${message}`;
  if (parameter === 'text' && message.includes('At most')) {
    return `Request exceeds text limit. ${message}`;
  }
  const isLanguage = parameter === 'source_lang' || parameter === 'target_lang';
  if (isLanguage || parameter === 'format') {
    return message
      .replace(' not supported', ' is not supported')
      .replace('GET /v2/languages, such as EN or PT-BR', 'GET /languages, such as en or pt-BR');
  }
  return undefined;
};

/** Errors in the format of LibreTranslate. */
export const LIBRETRANSLATE_ERRORS: PeerErrors = {
  parameterNames: { text: 'q', source_lang: 'source', target_lang: 'target' },
  // Its clients know no quotas: a 403 says that a retry is useless.
  statuses: { quota_exceeded: 403 },
  body: (message) => ({ error: message }),
  reword,
};
