import type * as z from 'zod';
import { AppError, type ErrorCode, invalidParameter, missingParameter } from './errors.js';
import { LANGUAGE_RESOURCE_NAMES } from './language-lists.js';
import { MEMORY_LIMITS } from './memory.js';
import type { Problem } from './parameters.js';
import { STYLE_LIMITS, STYLE_PAGE, TOO_MANY_INSTRUCTIONS } from './style.js';

/** A sentence that existing clients expect instead of the usual one. */
interface Sentence {
  /** The beginning of the addresses it is for; all of them if omitted. */
  readonly api?: string;
  readonly parameter: string;
  /** All problems of the parameter if omitted. */
  readonly problems?: readonly Problem[];
  readonly message: string;
  /** It leaves open what is allowed: the usual explanation becomes the `detail`. */
  readonly isVague?: true;
  /** The code, where it is not `invalid_parameter`. */
  readonly code?: ErrorCode;
}

const MISSING_NAME: readonly Problem[] = ['missing', 'too_small'];
const missingName = (api: string, parameter: string): Sentence => ({
  api,
  parameter,
  problems: MISSING_NAME,
  message: `Missing or invalid argument: ${parameter}`,
  isVague: true,
});
const unsupportedPair = (parameter: string): Sentence => ({
  api: '/v3/glossaries',
  parameter,
  problems: ['language'],
  message: 'Unsupported glossary source and target language pair',
  isVague: true,
});

/** The sentences that differ from the usual ones, because existing clients know them. */
const SENTENCES: readonly Sentence[] = [
  {
    parameter: 'source_lang',
    problems: ['needed'],
    message: 'Use of a glossary requires the source_lang parameter to be specified.',
  },
  {
    parameter: 'translation_memory_threshold',
    message: 'Parameter "translation_memory_threshold" must be an integer between 0 and 100',
  },
  { parameter: 'page', api: '/v3/', message: 'Parameter "page" must be a non-negative integer' },
  {
    api: '/v3/style_rules',
    parameter: 'page_size',
    message: `Parameter "page_size" must be an integer between 1 and ${STYLE_PAGE.max}`,
  },
  {
    api: '/v3/style_rules',
    parameter: 'style_id',
    message: 'Invalid style_id',
    isVague: true,
  },
  {
    api: '/v3/style_rules',
    parameter: 'instruction_id',
    message: 'Invalid instruction_id',
    isVague: true,
  },
  {
    api: '/v3/style_rules',
    parameter: 'custom_instructions',
    problems: ['too_big'],
    message: TOO_MANY_INSTRUCTIONS,
  },
  {
    api: '/v3/style_rules',
    parameter: 'prompt',
    problems: ['too_big'],
    message: `Custom instruction prompt must be at most ${STYLE_LIMITS.promptCharacters} characters`,
  },
  missingName('/v2/glossaries', 'name'),
  missingName('/v3/glossaries', 'name'),
  { parameter: 'entries', problems: ['too_small'], message: 'Bad request', isVague: true },
  {
    api: '/v2/glossaries',
    parameter: 'entries_format',
    message: 'Unsupported entry format specified',
    isVague: true,
  },
  unsupportedPair('source_lang'),
  unsupportedPair('target_lang'),
  missingName('/v3/translation_memories', 'file_name'),
  missingName('/v3/translation_memories', 'display_name'),
  {
    api: '/v3/translation_memories',
    parameter: 'content_length',
    problems: ['too_big'],
    code: 'body_too_large',
    message: `A TMX file may have at most ${MEMORY_LIMITS.importBytes} bytes.`,
  },
  {
    api: '/v2/languages',
    parameter: 'type',
    message: "Parameter 'type' is invalid. 'source' and 'target' are valid values.",
  },
  {
    api: '/v3/languages',
    parameter: 'resource',
    message: `Missing or invalid argument: resource. Valid values: ${LANGUAGE_RESOURCE_NAMES.join(', ')}.`,
  },
  {
    api: '/v3/languages',
    parameter: 'product',
    message: "Parameter 'product' has been renamed to 'resource'.",
  },
];

/**
 * What a schema makes of a body, a query or the parts of a path.
 *
 * @param address of the route; some of them have their own sentences
 * @throws AppError `invalid_parameter` for the first parameter that is wrong, one that is missing
 *   before all others; `malformed_body` for what is no object
 */
export const parse = <Output>(
  schema: z.ZodType<Output>,
  value: unknown,
  address: string,
): Output => {
  const parsed = schema.safeParse(value, { error: describeProblem, reportInput: true });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const issue = issues.find((one) => one.path.length > 0 && isMissing(one)) ?? issues[0];
  throw issue ? refusal(issue, address) : new AppError('malformed_body');
};

const refusal = (issue: z.core.$ZodIssue, address: string): AppError => {
  const parameter = issue.path.findLast((part) => typeof part === 'string');
  if (parameter === undefined) {
    const message = isMissing(issue)
      ? 'The request body is empty.'
      : 'The request body must be an object.';
    return new AppError('malformed_body', { message });
  }
  const kind = problemOf(issue);
  const reason = reasonOf(issue);
  const sentence = SENTENCES.find(
    (row) =>
      row.parameter === parameter &&
      address.startsWith(row.api ?? '/') &&
      (row.problems?.includes(kind) ?? true),
  );
  if (sentence) {
    const { message, isVague, code = 'invalid_parameter' } = sentence;
    return new AppError(code, { parameter, message, ...(isVague && reason && { detail: reason }) });
  }
  return kind === 'missing' ? missingParameter(parameter) : invalidParameter(parameter, reason);
};

const paramsOf = (issue: z.core.$ZodIssue) =>
  (issue.code === 'custom' ? (issue.params ?? {}) : {}) as {
    readonly kind?: Problem;
    readonly reason?: () => string;
  };

const problemOf = (issue: z.core.$ZodIssue): Problem =>
  isMissing(issue) ? 'missing' : (paramsOf(issue).kind ?? issue.code);

const reasonOf = (issue: z.core.$ZodIssue): string =>
  paramsOf(issue).reason?.() ?? (isMissing(issue) ? '' : issue.message);

/** A member that is `null` counts as not sent. */
const isMissing = ({ code, input }: z.core.$ZodIssue): boolean =>
  code !== 'custom' && (input === undefined || input === null);

/** The allowed values, in one sentence; empty if the schema does not say. */
const describeProblem = (issue: z.core.$ZodRawIssue): string => {
  const values = allowedValues(issue);
  if (values.length > 0) return `Allowed: ${values.join(', ')}.`;
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return `At most ${issue.maximum} characters.`;
  }
  if (issue.code === 'too_big') return `At most ${issue.maximum}.`;
  if (issue.code === 'too_small' && issue.origin === 'number') return `At least ${issue.minimum}.`;
  if (issue.code !== 'invalid_type') return '';
  if (issue.expected === 'string' && Array.isArray(issue.input)) return ONE_STRING;
  return EXPECTED[String(issue.expected)] ?? '';
};

const ONE_STRING = 'It must be one string, and was sent as a list or with several values.';
const EXPECTED: Readonly<Record<string, string>> = {
  string: 'It must be a string.',
  array: 'It must be a list of strings.',
  object: 'It must be an object.',
  number: 'It must be a number.',
  int: 'It must be a whole number.',
};

const allowedValues = (issue: z.core.$ZodRawIssue | z.core.$ZodIssue): readonly string[] => {
  if (issue.code === 'invalid_value') return (issue.values as readonly unknown[]).map(String);
  if (issue.code === 'invalid_type' && issue.expected === 'boolean') return ['true', 'false'];
  if (issue.code !== 'invalid_union') return [];
  const alternatives = issue.errors as readonly (readonly z.core.$ZodIssue[])[];
  const values = [...new Set(alternatives.flat().flatMap(allowedValues))];
  // Of a flag: the words are JSON, and were refused as strings.
  return values.map((value) => (/^(?:true|false)$/.test(value) ? `${value} in JSON` : value));
};
