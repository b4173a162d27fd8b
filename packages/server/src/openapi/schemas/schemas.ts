import {
  ADMIN_KEY,
  CONFIGURED_RULES,
  CORRECT_BODY,
  CUSTOM_INSTRUCTION,
  CUSTOM_INSTRUCTION_BODY,
  DICTIONARY,
  DICTIONARY_BODY,
  DICTIONARY_ENTRIES,
  DOCUMENT_FIELDS,
  DOCUMENT_HANDLE,
  DOCUMENT_KEY_BODY,
  DOCUMENT_STATUS,
  ERROR_BODY,
  GLOSSARIES,
  GLOSSARY,
  GLOSSARY_CHANGE,
  GLOSSARY_CREATION,
  GLOSSARY_LANGUAGE_PAIRS,
  IMPROVEMENTS,
  KEY_BOUNDING,
  KEY_CHOICE,
  KEY_CREATION,
  KEY_NAMING,
  LANGUAGE_ENTRY,
  LANGUAGE_RESOURCE,
  LANGUAGE_TAG_ENTRY,
  MEMORY_EXPORT,
  MEMORY_IMPORT,
  MEMORY_IMPORT_REQUEST,
  MEMORY_JOB,
  MEMORY_SEGMENTS,
  MULTILINGUAL_GLOSSARIES,
  MULTILINGUAL_GLOSSARY,
  MULTILINGUAL_GLOSSARY_CREATION,
  READINESS,
  REPHRASE_BODY,
  STYLE,
  STYLE_CREATION,
  STYLE_NAMING,
  STYLES,
  TAG_USAGE_REPORT,
  TRANSLATE_BODY,
  TRANSLATION,
  TRANSLATION_MEMORIES,
  TRANSLATION_MEMORY,
  TRANSLATIONS,
  USAGE,
  USAGE_REPORT,
} from '@dragoman/contract';
import { z } from 'zod';

/** JSON Schema as used in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const REQUESTS = {
  TranslateRequest: TRANSLATE_BODY,
  RephraseRequest: REPHRASE_BODY,
  CorrectRequest: CORRECT_BODY,
  DocumentUpload: DOCUMENT_FIELDS.extend({
    file: z.string().meta({ description: 'The document, as a file with its name.' }),
  }),
  DocumentAccess: DOCUMENT_KEY_BODY,
  GlossaryCreation: GLOSSARY_CREATION,
  MultilingualGlossaryCreation: MULTILINGUAL_GLOSSARY_CREATION,
  GlossaryChange: GLOSSARY_CHANGE,
  SentDictionary: DICTIONARY_BODY,
  TranslationMemoryImportRequest: MEMORY_IMPORT_REQUEST,
  StyleCreation: STYLE_CREATION,
  StyleNaming: STYLE_NAMING,
  ConfiguredRules: CONFIGURED_RULES,
  SentInstruction: CUSTOM_INSTRUCTION_BODY,
  KeyCreation: KEY_CREATION,
  KeyNaming: KEY_NAMING,
  KeyChoice: KEY_CHOICE,
  KeyBounding: KEY_BOUNDING,
};

const ANSWERS = {
  Translations: TRANSLATIONS,
  Translation: TRANSLATION,
  Improvements: IMPROVEMENTS,
  DocumentHandle: DOCUMENT_HANDLE,
  DocumentStatus: DOCUMENT_STATUS,
  Language: LANGUAGE_ENTRY,
  LanguageTag: LANGUAGE_TAG_ENTRY,
  LanguageResource: LANGUAGE_RESOURCE,
  GlossaryLanguagePairs: GLOSSARY_LANGUAGE_PAIRS,
  Glossary: GLOSSARY,
  Glossaries: GLOSSARIES,
  MultilingualGlossary: MULTILINGUAL_GLOSSARY,
  MultilingualGlossaries: MULTILINGUAL_GLOSSARIES,
  Dictionary: DICTIONARY,
  DictionaryEntries: DICTIONARY_ENTRIES,
  TranslationMemory: TRANSLATION_MEMORY,
  TranslationMemories: TRANSLATION_MEMORIES,
  TranslationMemorySegments: MEMORY_SEGMENTS,
  TranslationMemoryImport: MEMORY_IMPORT,
  TranslationMemoryExport: MEMORY_EXPORT,
  TranslationMemoryJob: MEMORY_JOB,
  Style: STYLE,
  Styles: STYLES,
  CustomInstruction: CUSTOM_INSTRUCTION,
  Usage: USAGE,
  Key: ADMIN_KEY,
  UsageReport: USAGE_REPORT,
  TagUsageReport: TAG_USAGE_REPORT,
  Liveness: z.object({ status: z.literal('ok') }),
  Readiness: READINESS,
  Error: ERROR_BODY,
};

export type SchemaName = keyof typeof REQUESTS | keyof typeof ANSWERS;

/** Address of a schema inside the document. */
export const schemaRef = (name: SchemaName): { readonly $ref: string } => ({
  $ref: `#/components/schemas/${name}`,
});

/**
 * All schemas of the document by name, from those the server itself uses for validation and types.
 */
export const componentSchemas = ({
  maxTexts,
}: {
  readonly maxTexts: number | undefined;
}): Readonly<Record<SchemaName, JsonSchema>> => {
  const schemas = { ...toJsonSchemas(REQUESTS, 'input'), ...toJsonSchemas(ANSWERS, 'output') };
  for (const name of ['TranslateRequest', 'RephraseRequest', 'CorrectRequest'] as const) {
    const properties = schemas[name].properties as Record<string, JsonSchema>;
    properties.text = {
      ...properties.text,
      minItems: 1,
      ...(maxTexts !== undefined && { maxItems: maxTexts }),
    };
  }
  return schemas;
};

const toJsonSchemas = <Name extends SchemaName>(
  schemas: Readonly<Record<Name, z.ZodType>>,
  io: 'input' | 'output',
): Record<Name, JsonSchema> => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries<z.ZodType>(schemas)) registry.add(schema, { id });
  const { schemas: converted } = z.toJSONSchema(registry, {
    io,
    uri: (id) => schemaRef(id as Name).$ref,
    override: ({ jsonSchema }) => {
      // Responses may get new members; a client must not refuse them.
      delete jsonSchema.additionalProperties;
    },
  });
  const plain = Object.entries<JsonSchema>(converted).map(
    ([name, { $schema: _dialect, $id: _id, ...schema }]) => [name, schema],
  );
  return Object.fromEntries(plain);
};
