import { ProxyError } from './proxy-error.js';

/** Maximum number of texts per request of the service. */
const MAX_TEXTS = 50;

/**
 * The parameters that a page may send; the service validates the values. Billing, instructions,
 * styles and translation memories are excluded: they are up to the owner of the key.
 */
export const PARAMETERS = [
  'text',
  'target_lang',
  'source_lang',
  'context',
  'model_type',
  'formality',
  'split_sentences',
  'preserve_formatting',
  'tag_handling',
  'tag_handling_version',
  'outline_detection',
  'splitting_tags',
  'non_splitting_tags',
  'ignore_tags',
  'glossary_id',
  'glossary_ids',
] as const;

const passed: ReadonlySet<string> = new Set(PARAMETERS);

/** A page's validated translate request. */
export interface TranslateBody {
  readonly text: readonly string[];
  readonly [parameter: string]: unknown;
}

/** @throws ProxyError `malformed_body` or `invalid_parameter`, naming the parameter */
export const readTranslateBody = (json: string): TranslateBody => {
  const body = parseObject(json);
  const unknown = Object.keys(body).find((name) => !passed.has(name));
  if (unknown !== undefined) {
    const name = unknown.slice(0, 100);
    throw invalid(name, `The parameter '${name}' is not allowed. Omit it.`);
  }
  const text = typeof body.text === 'string' ? [body.text] : body.text;
  if (!isTexts(text)) {
    throw invalid('text', `'text' must be a string or a list of 1 to ${MAX_TEXTS} strings.`);
  }
  if (typeof body.target_lang !== 'string' || body.target_lang === '') {
    throw invalid('target_lang', "'target_lang' must be a language code such as 'ES'.");
  }
  return { ...body, text };
};

/** Characters as the service counts them: Unicode code points. */
export const countCharacters = (texts: readonly string[]): number => {
  let count = 0;
  for (const text of texts) for (const _ of text) count++;
  return count;
};

const parseObject = (json: string): Readonly<Record<string, unknown>> => {
  const malformed = new ProxyError('malformed_body', 'The request body must be a JSON object.');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw malformed;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed;
  return value as Readonly<Record<string, unknown>>;
};

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= MAX_TEXTS &&
  value.every((text) => typeof text === 'string');

const invalid = (parameter: string, message: string): ProxyError =>
  new ProxyError('invalid_parameter', message, { parameter });
