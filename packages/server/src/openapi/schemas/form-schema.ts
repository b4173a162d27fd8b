import type { JsonSchema } from './schemas.js';

/**
 * The form equivalent of a JSON body: every value is text, lists are repeated, and
 * booleans are `1` and `0`.
 */
export const formSchema = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties as Readonly<Record<string, JsonSchema>>).map(
      ([name, property]) => [name, formValue(property)],
    ),
  ),
});

const formValue = (property: JsonSchema): JsonSchema => {
  const choices = property.anyOf as readonly JsonSchema[] | undefined;
  if (!choices) return property;
  const { anyOf: _choices, ...rest } = property;
  const list = choices.find(({ type }) => type === 'array');
  const words = choices.flatMap((choice) => (choice.enum as readonly unknown[] | undefined) ?? []);
  if (list) return { ...rest, type: 'string' };
  return { ...rest, type: 'string', enum: words.filter((word) => typeof word === 'string') };
};
