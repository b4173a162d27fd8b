// The functions of Helm's templates that our chart uses.

import { createHash } from 'node:crypto';
import { stringify } from 'yaml';

/** What Go's templates take for false. */
export const isEmpty = (value) =>
  value === undefined ||
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const toYaml = (value) =>
  stringify(value, { sortMapEntries: true, indentSeq: false, lineWidth: 0 }).trimEnd();

/** Go writes the members of an object in the order of their names. */
const sorted = (value) => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.keys(value).toSorted();
  return Object.fromEntries(members.map((name) => [name, sorted(value[name])]));
};

const indent = (count, text) => text.replaceAll(/^/gm, ' '.repeat(count));

export const FUNCTIONS = {
  add: (...values) => values.reduce((sum, value) => sum + Number(value), 0),
  mul: (...values) => values.reduce((product, value) => product * Number(value), 1),
  concat: (...lists) => lists.flat(),
  default: (fallback, value) => (isEmpty(value) ? fallback : value),
  dict: (...entries) =>
    Object.fromEntries(
      entries.flatMap((name, index) => (index % 2 === 0 ? [[name, entries[index + 1]]] : [])),
    ),
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  list: (...values) => values,
  nindent: (count, text) => `\n${indent(count, text)}`,
  not: (value) => isEmpty(value),
  printf: (format, ...values) => values.reduce((text, value) => text.replace('%s', value), format),
  quote: (value) => JSON.stringify(String(value)),
  sha256sum: (text) => createHash('sha256').update(text).digest('hex'),
  toJson: (value) => JSON.stringify(sorted(value)),
  toYaml,
  trunc: (length, text) => text.slice(0, length),
};
