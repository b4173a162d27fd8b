import { AppError, invalidParameter, missingParameter } from './errors.js';
import { hasControlCharacter, hasLoneSurrogate } from './text/control-characters.js';

/** A decoded body or query. */
export type Fields = Readonly<Record<string, unknown>>;

/** A member that is `null` counts as not sent. */
export const isSent = (value: unknown): boolean => value !== undefined && value !== null;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws AppError `malformed_body` if it is no object */
export const fieldsOf = (body: unknown): Fields => {
  if (isObject(body)) return body;
  throw new AppError('malformed_body', { message: 'The request body must be an object.' });
};

/** @throws AppError `invalid_parameter` if the member is no object, or not sent */
export const objectOf = (fields: Fields, parameter: string): Fields => {
  const value = fields[parameter];
  if (!isSent(value)) throw missingParameter(parameter);
  if (!isObject(value)) throw invalidParameter(parameter, 'It is an object.');
  return value;
};

/** @throws AppError `invalid_parameter` if the member is no string, or not sent */
export const textOf = (fields: Fields, parameter: string): string => {
  const value = fields[parameter];
  if (!isSent(value)) throw missingParameter(parameter);
  if (typeof value !== 'string') throw invalidParameter(parameter, 'It is a string.');
  return value;
};

/** @throws AppError `invalid_parameter` for a text that is not one line of valid Unicode */
export const lineOf = (parameter: string, text: string): string => {
  if (hasControlCharacter(text) || hasLoneSurrogate(text)) {
    throw invalidParameter(parameter, 'It has a control character or is not valid Unicode.');
  }
  return text;
};

/**
 * A name that people gave, without white space around it.
 *
 * @throws AppError `invalid_parameter` if it is missing, empty, too long or not printable
 */
export const nameOf = (fields: Fields, parameter: string, maxBytes: number): string => {
  const name = isSent(fields[parameter]) ? textOf(fields, parameter).trim() : '';
  if (name === '') {
    throw new AppError('invalid_parameter', {
      parameter,
      message: `Missing or invalid argument: ${parameter}`,
    });
  }
  if (new TextEncoder().encode(name).length > maxBytes) {
    throw invalidParameter(parameter, `At most ${maxBytes} bytes of UTF-8.`);
  }
  return lineOf(parameter, name);
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an id is a UUID, in upper or lower case. */
export const isUuid = (text: string): boolean => UUID.test(text);
