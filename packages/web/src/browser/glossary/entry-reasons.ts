import type { MessageKey } from '../messages/locales/en.js';
import { message } from '../messages/messages.js';
import type { PageFailure } from '../service/failures.js';

/** How the server names an entry, which it counts from 0. */
const ENTRY = /^Key with the index (\d+) \(starting at position \d+\) (.+)$/u;
/** How its reasons begin. */
const REASONS: readonly (readonly [RegExp, MessageKey])[] = [
  [/^(is empty|has an empty target)/, 'entryMissing'],
  [/^(misses tab separator|has more than one tab separator|has \d+ columns)/, 'entryColumns'],
  [/^(has a quotation mark|has text after a closing quotation mark)/, 'entryQuotes'],
  [/^(has a control character|has white space|is not valid Unicode)/, 'entryCharacters'],
  [/^has a term of more than/, 'entryLong'],
  [/^duplicates/, 'entryTwice'],
];

/** What is wrong with a term, or with a file of them; undefined if it is something else. */
export const entryReason = ({ detail, message: told }: PageFailure): string | undefined => {
  const [, index = '', problem = ''] = ENTRY.exec(detail) ?? [];
  const [, key] = REASONS.find(([pattern]) => pattern.test(problem)) ?? [];
  if (key) {
    return message('entryRefused', { number: String(Number(index) + 1), reason: message(key) });
  }
  if (detail.startsWith('There is no entry for this language pair')) return message('entryNone');
  return told.startsWith('Files with terms are ') ? message('termFileKinds') : undefined;
};
