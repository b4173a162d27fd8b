import { AppError } from '@dragoman/contract';
import { mediaTypeOf } from './parse-bodies.js';

/**
 * Values in a large body. It may be long because its texts are, or have as many texts as a request
 * may have at all; what is made of more small values takes the server seconds, and helps nobody.
 */
export const MAX_VALUES = 150_000;
/** Names of members. A glossary has some thousands in all its dictionaries. */
export const MAX_MEMBERS = 10_000;

const tooMany = (count: number, what: string): AppError =>
  new AppError('body_too_large', { message: `A request body may have at most ${count} ${what}.` });

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
/** What stands before a value or begins one: `,`, `[`, `{`. */
const BEFORE_VALUE = new Set([0x2c, 0x5b, 0x7b]);
const AMPERSAND = 0x26;

/**
 * Counts what a body would be made of before it is read, which takes longer.
 *
 * @throws AppError `body_too_large`
 */
export const refuseManyValues = (body: Uint8Array, contentType: string): void => {
  const type = mediaTypeOf(contentType);
  if (type === 'application/json') refuseManyInJson(body);
  if (type === 'application/x-www-form-urlencoded') refuseManyInForm(body);
};

const refuseManyInJson = (body: Uint8Array): void => {
  let values = 0;
  let members = 0;
  let isInString = false;
  for (let index = 0; index < body.length; index++) {
    const byte = body[index] ?? 0;
    if (isInString) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === COLON) members++;
    else if (BEFORE_VALUE.has(byte)) values++;
    if (values > MAX_VALUES) throw tooMany(MAX_VALUES, 'values');
    if (members > MAX_MEMBERS) throw tooMany(MAX_MEMBERS, 'members');
  }
};

const refuseManyInForm = (body: Uint8Array): void => {
  let fields = 0;
  for (let at = body.indexOf(AMPERSAND); at >= 0; at = body.indexOf(AMPERSAND, at + 1)) {
    fields++;
    if (fields > MAX_VALUES) throw tooMany(MAX_VALUES, 'fields');
  }
};

/** @throws AppError `body_too_large` for a form whose fields have too many names */
export const refuseManyFields = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  if (Object.keys(value).length > MAX_MEMBERS) throw tooMany(MAX_MEMBERS, 'members');
};
