import { isUtf8 } from 'node:buffer';
import { parse as parseQuery } from 'node:querystring';
import { AppError, invalidParameter } from '@dragoman/contract';
import type { FastifyRequest } from 'fastify';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import secureJson from 'secure-json-parse';

/**
 * The value of a JSON body; undefined without a body: many programs name its type with every request,
 * with `DELETE`, too.
 *
 * @throws AppError `malformed_body`: only white space, not UTF-8, not JSON, nested too deeply, or with a member
 *   such as `__proto__`
 */
const parseJsonBody = (body: Buffer): unknown => {
  if (body.length === 0) return undefined;
  const text = decodeUtf8(body);
  if (text.trim() === '') {
    throw new AppError('malformed_body', { message: 'The request body is empty.' });
  }
  requireShallow(text);
  try {
    return secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch (cause) {
    throw new AppError('malformed_body', { message: describeJsonError(text), cause });
  }
};

/** No request needs more than five. */
const MAX_DEPTH = 100;

/**
 * Refuses JSON that is nested so deeply that reading it takes long; what else is wrong with it is found
 * by its parser.
 *
 * @throws AppError `malformed_body`
 */
const requireShallow = (text: string): void => {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth <= MAX_DEPTH) continue;
    throw new AppError('malformed_body', {
      message: `The request body is nested more than ${MAX_DEPTH} levels deep.`,
    });
  }
};

/** Where the string of JSON that begins at a quotation mark ends: at its other one, or with the text. */
const endOfString = (text: string, start: number): number => {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
};

const isEscaped = (text: string, index: number): boolean => {
  let first = index;
  while (text[first - 1] === '\\') first--;
  return (index - first) % 2 === 1;
};

/**
 * The fields of a form; repeated fields become lists.
 *
 * @throws AppError `malformed_body` if the body, or what is percent-encoded in it, is not UTF-8
 */
const parseFormBody = (body: Buffer): Readonly<Record<string, unknown>> => {
  let wrong: string | undefined;
  const decode = (encoded: string): string => {
    try {
      // A percent sign that begins no code stands for itself, as in browsers.
      return decodeURIComponent(encoded.replace(/%(?![0-9a-f]{2})/gi, '%25'));
    } catch {
      wrong ??= encoded.match(/%[0-9a-f]{2}/i)?.[0];
      return encoded;
    }
  };
  const text = decodeUtf8(body);
  const fields = parseQuery(text, '&', '=', { decodeURIComponent: decode, maxKeys: 0 });
  if (wrong !== undefined) {
    throw new AppError('malformed_body', {
      message:
        'The form is not valid UTF-8: percent-encode the bytes of UTF-8, not of another encoding.',
    });
  }
  return joinNumbered(withoutRepeats(fields));
};

/** Fields that mean another thing when they are sent twice with the same value. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'texts', 'q']);

/** Fields that were sent several times with one value have it once; a text is translated each time. */
const withoutRepeats = (
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const single: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(fields)) {
    const isList = TEXTS.has(name) || NUMBERED_FIELD.test(name);
    const isRepeat = !isList && Array.isArray(value) && value.every((one) => one === value[0]);
    single[name] = isRepeat ? value[0] : value;
  }
  return single;
};

/** `text[]` and `text[0]`, as PHP and some libraries write the members of a list. */
const NUMBERED_FIELD = /^(\w+)\[(\d{0,6})\]$/;

/**
 * Puts the numbered fields of a form together as lists: those with a number in the order of their
 * numbers, all others in their own.
 *
 * @throws AppError `malformed_body` for a list whose members have numbers only in part: their order
 *   cannot be known
 */
const joinNumbered = (
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const lists = new Map<string, { readonly number: number; readonly value: unknown }[]>();
  for (const [name, value] of Object.entries(fields)) {
    const [, list, number = ''] = NUMBERED_FIELD.exec(name) ?? [];
    if (list === undefined) continue;
    const items = lists.get(list) ?? [];
    items.push({ number: number === '' ? Number.POSITIVE_INFINITY : Number(number), value });
    lists.set(list, items);
  }
  if (lists.size === 0) return fields;
  const joined: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(fields)) {
    if (!NUMBERED_FIELD.test(name)) joined[name] = value;
  }
  for (const [name, items] of lists) {
    const counted = items.filter(({ number }) => Number.isFinite(number)).length;
    if (counted > 0 && (counted < items.length || joined[name] !== undefined)) {
      throw new AppError('malformed_body', {
        message: `The form numbers only some members of '${name}': write all of them as ${name}[0], ${name}[1], or none.`,
      });
    }
    const inOrder = items.toSorted((one, other) =>
      one.number < other.number ? -1 : +(one.number > other.number),
    );
    const first = joined[name] === undefined ? [] : [joined[name]];
    joined[name] = [...first, ...inOrder.map(({ value }) => value)].flat();
  }
  return joined;
};

/**
 * The fields of a multipart form; repeated fields become lists.
 *
 * @param contentType the header, which names the boundary
 * @throws AppError `malformed_body`; `invalid_parameter` for a file
 */
const parseMultipartBody = async (
  body: Buffer,
  contentType: string,
): Promise<Readonly<Record<string, unknown>>> => {
  decodeUtf8(body);
  const form = await readForm(body, contentType);
  const fields: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of form) {
    if (typeof value !== 'string') throw invalidParameter(name, 'Files are not accepted here.');
    const known = fields[name];
    if (known === undefined) fields[name] = value;
    else if (typeof known === 'string') fields[name] = [known, value];
    else known.push(value);
  }
  return joinNumbered(withoutRepeats(fields));
};

export const readForm = async (body: Buffer, contentType: string): Promise<FormData> => {
  try {
    const headers = { 'content-type': contentType };
    return await new Response(new Uint8Array(body), { headers }).formData();
  } catch (cause) {
    throw new AppError('malformed_body', {
      message: 'The multipart form cannot be read. Is the boundary the same as in the header?',
      cause,
    });
  }
};

export const MULTIPART = 'multipart/form-data';

/** What reads which media type. */
export const BODY_PARSERS: ReadonlyMap<string, (body: Buffer) => unknown> = new Map([
  ['application/json', parseJsonBody],
  ['application/x-www-form-urlencoded', parseFormBody],
]);

/** The media type in a `Content-Type` header, without its parameters. */
export const mediaTypeOf = (contentType: string): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();

/**
 * For routes without a key: pages of other sites can send JSON only after a preflight request, which
 * is refused.
 *
 * @throws AppError `unsupported_media_type`
 */
export const requireJson = ({ headers }: FastifyRequest): void => {
  if (mediaTypeOf(headers['content-type'] ?? '') !== 'application/json') {
    throw new AppError('unsupported_media_type', { message: 'Send application/json.' });
  }
};

/**
 * The value of a body; undefined for a media type that is not read.
 *
 * @param contentType the header
 * @throws AppError `malformed_body`; `invalid_parameter` for a file
 */
export const parseBody = async (body: Buffer, contentType: string): Promise<unknown> => {
  const type = mediaTypeOf(contentType);
  return type === MULTIPART
    ? parseMultipartBody(body, contentType)
    : BODY_PARSERS.get(type)?.(body);
};

/** What begins another value of a body, by its media type. */
const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ['application/json', '[{,'],
  ['application/x-www-form-urlencoded', '&'],
  [MULTIPART, '\n'],
]);

/** Whether a body may have more values than a number, which take longer to read than its bytes. */
export const hasManyValues = (body: Buffer, contentType: string, most: number): boolean => {
  if (body.length <= most) return false;
  let found = 0;
  for (const separator of Buffer.from(SEPARATORS.get(mediaTypeOf(contentType)) ?? '')) {
    // Searched by the machine: a look at each byte from here takes longer than reading the value.
    for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + 1)) {
      if (++found > most) return true;
    }
  }
  return false;
};

/** @throws AppError `malformed_body` */
const decodeUtf8 = (body: Buffer): string => {
  const text = body.toString('utf8');
  if (isUtf8(body)) return text;
  throw new AppError('malformed_body', {
    message: `The request body is not valid UTF-8, from byte ${firstWrongByte(body, text)} on. Encode it as UTF-8.`,
  });
};

const REPLACEMENT = Buffer.from('\uFFFD');

/** The position of the first byte that decoding had to replace. */
const firstWrongByte = (body: Buffer, decoded: string): number => {
  let position = 0;
  for (let start = 0; ; ) {
    const end = decoded.indexOf('\uFFFD', start);
    position += Buffer.byteLength(decoded.slice(start, end < 0 ? undefined : end));
    const isReal = body.subarray(position, position + REPLACEMENT.length).equals(REPLACEMENT);
    if (end < 0 || !isReal) return position;
    position += REPLACEMENT.length;
    start = end + 1;
  }
};

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
/** UTF-8, and what is the same bytes in it. */
const READABLE = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/**
 * Refuses a body in another encoding than UTF-8, whose letters would be read as others.
 *
 * @param contentType the header
 * @throws AppError `unsupported_media_type`
 */
export const requireUtf8 = (contentType = ''): void => {
  const [, charset] = CHARSET.exec(contentType) ?? [];
  if (charset === undefined || READABLE.has(charset.toLowerCase())) return;
  throw new AppError('unsupported_media_type', {
    message: `The charset ${charset} in Content-Type is not supported. Send UTF-8.`,
  });
};

/** Reasons for the usual mistakes; for others the position alone is reported. */
const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not a JSON value; strings need double quotes',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'a member name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'there is more after the end of the value',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'a string has no closing quotation mark on its line',
  UnexpectedEndOfNumber: 'a number ends too early',
  InvalidUnicode: '\\u must be followed by four hexadecimal digits',
  InvalidEscapeCharacter: 'this escape sequence does not exist',
  InvalidCharacter: 'control characters, such as line breaks, must be escaped',
};

const UNEXPLAINED = 'The request body is not valid JSON.';

/**
 * Says where and why a text that a stricter parser refused is not JSON. The text is not quoted: it
 * may be private, and messages are logged.
 */
const describeJsonError = (text: string): string => {
  const error = firstError(text);
  if (!error) return UNEXPLAINED;
  const before = text.slice(0, error.offset).split('\n');
  const column = (before.at(-1) ?? '').length + 1;
  const reason = REASONS[printParseErrorCode(error.error)];
  return `The request body is not valid JSON at line ${before.length}, column ${column}${reason ? `: ${reason}` : ''}.`;
};

const firstError = (text: string): ParseError | undefined => {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true });
  } catch {
    // The text is nested too deeply for a recursive parser.
    return undefined;
  }
  return errors[0];
};
