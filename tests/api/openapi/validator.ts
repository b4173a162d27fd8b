import Ajv2020 from 'ajv/dist/2020.js';

const ROOT = 'openapi';

/** Response objects must contain only what is described. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, closed(item)]));
  return copy.type === 'object' && 'properties' in copy && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
};

const pointer = (path: readonly string[]): string =>
  path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Validates a value against the schema at a path of the document; returns the problems. */
export type Validate = (path: readonly string[], value: unknown) => string;

/** A validator for the schemas of an OpenAPI document. `isStrict` refuses what is not described. */
export const createValidator = (
  document: object,
  { isStrict }: { isStrict: boolean },
): Validate => {
  const ajv = new Ajv2020.default({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(isStrict ? (closed(document) as object) : document, ROOT);
  return (path, value) => {
    const $ref = `${ROOT}#${encodeURI(pointer(path))}`;
    const validate = ajv.compile({ $ref });
    return validate(value) ? '' : ajv.errorsText(validate.errors);
  };
};
