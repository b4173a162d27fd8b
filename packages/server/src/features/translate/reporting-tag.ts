import type { IncomingHttpHeaders } from 'node:http';
import { invalidParameter } from '@dragoman/contract';

/** The first one present is used; existing clients send the second. */
const HEADERS = ['x-reporting-tag', 'x-deepl-reporting-tag'] as const;
const MAX_TAG_LENGTH = 100;

/**
 * The tag under which a request is to be reported, normalized: trimmed and in lower case.
 *
 * @throws AppError `invalid_parameter` naming the header, for more than 100 characters or control
 *   characters
 */
export const readReportingTag = (headers: IncomingHttpHeaders): string | undefined => {
  const header = HEADERS.find((name) => headers[name] !== undefined);
  if (header === undefined) return undefined;
  // Node decodes headers as Latin-1; non-ASCII tags are meant as UTF-8.
  const tag = Buffer.from(String(headers[header]), 'latin1').toString('utf8').trim().toLowerCase();
  if (tag.length > MAX_TAG_LENGTH || /\p{Cc}/u.test(tag)) {
    throw invalidParameter(header, `A tag has at most ${MAX_TAG_LENGTH} printable characters.`);
  }
  return tag === '' ? undefined : tag;
};
