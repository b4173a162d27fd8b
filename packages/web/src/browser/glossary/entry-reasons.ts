import type { MessageKey } from '../messages/locales/en.js';
import { message } from '../messages/messages.js';
import type { PageFailure } from '../service/failures.js';

/** How the server names an entry, which it counts from 0. */
const ENTRY = /^Key with the index (\d+) \(starting at position \d+\) (.+)$/u;
/** How its reasons begin. */
const REASONS = {
  'is empty': 'entryMissing',
  'has an empty target': 'entryMissing',
  'misses tab separator': 'entryColumns',
  'has more than one tab separator': 'entryColumns',
  'has a control character': 'entryCharacters',
  'has white space': 'entryCharacters',
  'is not valid Unicode': 'entryCharacters',
  'has a term of more than': 'entryLong',
  'has a quotation mark': 'entryQuotes',
  'has text after a closing quotation mark': 'entryQuotes',
  duplicates: 'entryTwice',
} as const satisfies Readonly<Record<string, MessageKey>>;

/** What is wrong with a term, or with a file of them; undefined if it is something else. */
export const entryReason = ({ detail, message: told }: PageFailure): string | undefined => {
  const [, index = '', problem = ''] = ENTRY.exec(detail) ?? [];
  const known = Object.entries(REASONS).find(([start]) => problem.startsWith(start));
  const key = known?.[1] ?? (/^has \d+ columns/.test(problem) ? 'entryColumns' : undefined);
  if (key) {
    return message('entryRefused', { number: String(Number(index) + 1), reason: message(key) });
  }
  if (detail.startsWith('There is no entry for this language pair')) return message('entryNone');
  return told.startsWith('Files with terms are ') ? message('termFileKinds') : undefined;
};
