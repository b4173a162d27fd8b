import type { z } from 'zod';
import { AppError, invalidParameter } from './errors.js';

type Issue = z.core.$ZodIssue;

/**
 * The 400 for the first parameter that a schema refused, with the allowed values; undefined if it
 * refused the body as a whole.
 */
export const refusedParameter = ({ issues: [issue] }: z.ZodError): AppError | undefined => {
  const parameter = issue?.path[0];
  if (parameter === undefined) return undefined;
  const name = String(parameter);
  const message = MESSAGES[name];
  return message === undefined
    ? invalidParameter(name, issue && describeIssue(issue))
    : new AppError('invalid_parameter', { parameter: name, message });
};

/** Parameters with a wording of their own, which existing clients know. */
const MESSAGES: Readonly<Record<string, string>> = {
  translation_memory_threshold:
    'Parameter "translation_memory_threshold" must be an integer between 0 and 100',
};

/** The allowed values, in one sentence; undefined if the schema does not say. */
const describeIssue = (issue: Issue): string | undefined => {
  const values = allowedValues(issue);
  if (values.length > 0) return `Allowed: ${values.join(', ')}.`;
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return `At most ${issue.maximum} characters.`;
  }
  if (issue.code === 'too_big') return `At most ${issue.maximum}.`;
  if (issue.code === 'too_small' && issue.origin === 'number') return `At least ${issue.minimum}.`;
  if (issue.code !== 'invalid_type') return undefined;
  return EXPECTED[issue.expected];
};

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'It is a string.',
  array: 'It is a list of strings.',
  number: 'It is a number.',
  int: 'It is a whole number.',
};

const allowedValues = (issue: Issue): readonly string[] => {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.code === 'invalid_type' && issue.expected === 'boolean') return ['true', 'false'];
  if (issue.code !== 'invalid_union') return [];
  return [...new Set(issue.errors.flat().flatMap(allowedValues))];
};
