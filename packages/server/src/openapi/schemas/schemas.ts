import { ANSWER_SCHEMAS, REQUEST_SCHEMAS } from '@dragoman/contract';
import { z } from 'zod';

/** JSON Schema as used in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The name that the contract gives to a schema. */
export type SchemaName = string;

/** The name of a schema of the contract. */
export const nameOfSchema = (schema: z.ZodType): SchemaName => {
  const name = (REQUEST_SCHEMAS.get(schema) ?? ANSWER_SCHEMAS.get(schema))?.id;
  if (name === undefined) throw new Error('a schema without a name for the API reference');
  return name;
};

/** Address of a schema inside the document. */
export const schemaRef = (name: SchemaName): { readonly $ref: string } => ({
  $ref: `#/components/schemas/${name}`,
});

/** All schemas of the document by name: those the server itself uses for validation and types. */
export const componentSchemas = ({
  maxTexts,
}: {
  readonly maxTexts: number | undefined;
}): Readonly<Record<SchemaName, JsonSchema>> => {
  const schemas = {
    ...toJsonSchemas(REQUEST_SCHEMAS, 'input'),
    ...toJsonSchemas(ANSWER_SCHEMAS, 'output'),
  };
  for (const name of ['TranslateRequest', 'RephraseRequest', 'CorrectRequest'] as const) {
    const properties = schemas[name]?.properties as Record<string, JsonSchema>;
    properties.text = {
      ...properties.text,
      minItems: 1,
      ...(maxTexts !== undefined && { maxItems: maxTexts }),
    };
  }
  return schemas;
};

const toJsonSchemas = (
  registry: typeof REQUEST_SCHEMAS,
  io: 'input' | 'output',
): Record<SchemaName, JsonSchema> => {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => schemaRef(id).$ref,
    override: ({ jsonSchema }) => {
      // Responses may get new members; a client must not refuse them.
      delete jsonSchema.additionalProperties;
    },
  });
  const plain = Object.entries<JsonSchema>(schemas).map(
    ([name, { $schema: _dialect, $id: _id, ...schema }]) => [name, schema],
  );
  return Object.fromEntries(plain);
};
