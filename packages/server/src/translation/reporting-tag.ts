import type { IncomingHttpHeaders } from 'node:http';
import { invalidParameter } from '@dragoman/contract';

/** The first that is there counts; existing clients send the second. */
const HEADERS = ['x-reporting-tag', 'x-deepl-reporting-tag'] as const;
const MAX_TAG_LENGTH = 100;

/**
 * The tag under which a request wants to be reported, in the one form it is kept in: without blanks
 * around it, in lower case.
 *
 * @throws AppError `invalid_parameter` naming the header, for more than 100 characters or control
 *   characters
 */
export const readReportingTag = (headers: IncomingHttpHeaders): string | undefined => {
  const header = HEADERS.find((name) => headers[name] !== undefined);
  if (header === undefined) return undefined;
  // Node reads headers byte by byte; whoever sends more than ASCII means UTF-8.
  const tag = Buffer.from(String(headers[header]), 'latin1').toString('utf8').trim().toLowerCase();
  if (tag.length > MAX_TAG_LENGTH || /\p{Cc}/u.test(tag)) {
    throw invalidParameter(header, `A tag has at most ${MAX_TAG_LENGTH} printable characters.`);
  }
  return tag === '' ? undefined : tag;
};
