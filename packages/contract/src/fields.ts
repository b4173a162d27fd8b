import { AppError, invalidParameter, missingParameter } from './errors.js';

/** The members of a JSON object or the fields of a form, unchecked. */
export type Fields = Readonly<Record<string, unknown>>;

export const isSent = (value: unknown): boolean => value !== undefined && value !== null;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws AppError `malformed_body` for a body that is not an object */
export const fieldsOf = (body: unknown): Fields => {
  if (isObject(body)) return body;
  throw new AppError('malformed_body', { message: 'The request body must be an object.' });
};

/** @throws AppError `invalid_parameter` for a parameter that is missing or not a string */
export const textOf = (fields: Fields, parameter: string): string => {
  const value = fields[parameter];
  if (!isSent(value)) throw missingParameter(parameter);
  if (typeof value !== 'string') throw invalidParameter(parameter, 'It is a string.');
  return value;
};

/** Characters that would break lines, tables or terminals; PostgreSQL cannot store the first. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** @throws AppError `invalid_parameter` for a text that is not one line of valid Unicode */
export const lineOf = (parameter: string, text: string): string => {
  if (CONTROL.test(text) || hasLoneSurrogate(text)) {
    throw invalidParameter(parameter, 'It has a control character or is not valid Unicode.');
  }
  return text;
};

/** Whether half of a surrogate pair stands alone, which UTF-8 cannot express. */
export const hasLoneSurrogate = (text: string): boolean =>
  /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);
