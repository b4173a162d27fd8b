import { z } from 'zod';

const MEBIBYTE = 1024 * 1024;

/** What a glossary may be; sizes are bytes of UTF-8. */
export const GLOSSARY_LIMITS = {
  nameBytes: 1024,
  /** Of each source, and of each target. */
  termBytes: 1024,
  /** Of the entries of one dictionary as TSV. */
  dictionaryBytes: 10 * MEBIBYTE,
  dictionariesPerGlossary: 500,
  glossariesPerKey: 1000,
  /** Of the entries of all dictionaries of a key. */
  bytesPerKey: 1024 * MEBIBYTE,
} as const;

/** Maximum glossaries that one translation can use. */
export const MAX_GLOSSARIES_PER_REQUEST = 5;

/** How entries are written: tab-separated or comma-separated values. */
export const ENTRIES_FORMATS = ['tsv', 'csv'] as const;

export type EntriesFormat = (typeof ENTRIES_FORMATS)[number];

const described = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.meta({ description });

const name = described(
  z.string().min(1),
  `Name of the glossary, up to ${GLOSSARY_LIMITS.nameBytes} bytes.`,
);
const entriesFormat = described(
  z.enum(ENTRIES_FORMATS).default('tsv'),
  '`tsv` (default): one source and target per line, separated by a tab. `csv`: two columns, or four with the source and target language, of which only the rows of this language pair count.',
);

/** A dictionary as it is sent. */
export const DICTIONARY_BODY = z.object({
  source_lang: described(z.string(), 'Base language, in upper or lower case: `en`.'),
  target_lang: described(z.string(), 'Base language; it serves all its variants.'),
  entries: described(z.string().min(1), 'The entries, up to 10 MiB.'),
  entries_format: entriesFormat,
});

/** The body of `POST /v2/glossaries`. */
export const GLOSSARY_CREATION = z.object({ name, ...DICTIONARY_BODY.shape });

const dictionaries = described(
  z.array(DICTIONARY_BODY),
  'The dictionaries, one for each language pair. In a form: `dictionaries[0].source_lang` and so on.',
);

/** The body of `POST /v3/glossaries`. */
export const MULTILINGUAL_GLOSSARY_CREATION = z.object({
  name,
  dictionaries: dictionaries.optional(),
});

/** The body of `PATCH /v3/glossaries/{glossary_id}`. */
export const GLOSSARY_CHANGE = z.object({
  name: name.optional(),
  dictionaries: described(
    dictionaries.max(1),
    'At most one. Its entries are added to those of the language pair; known sources get the new target.',
  ).optional(),
});

const glossaryId = described(z.uuid(), 'Identifies the glossary.');
const creationTime = described(z.iso.datetime(), 'When it was created.');
const languageCode = (description: string) =>
  described(z.string().regex(/^[a-z]{2,3}$/), description);
const pair = {
  source_lang: languageCode('Lower-case code of the source language.'),
  target_lang: languageCode('Lower-case code of the target language.'),
};
const entryCount = described(z.int().min(0), 'Number of entries.');

/** A glossary of one language pair, as the calls of v2 return it. */
export const GLOSSARY = z.object({
  glossary_id: glossaryId,
  name,
  ready: described(z.boolean(), 'Always true: a glossary can be used at once.'),
  ...pair,
  creation_time: creationTime,
  entry_count: entryCount,
});

export const GLOSSARIES = z.object({ glossaries: z.array(GLOSSARY) });

/** A dictionary without its entries. */
export const DICTIONARY = z.object({ ...pair, entry_count: entryCount });

/** A glossary with all its dictionaries, as the calls of v3 return it. */
export const MULTILINGUAL_GLOSSARY = z.object({
  glossary_id: glossaryId,
  name,
  dictionaries: described(z.array(DICTIONARY), 'In the order in which they were added.'),
  creation_time: creationTime,
});

export const MULTILINGUAL_GLOSSARIES = z.object({ glossaries: z.array(MULTILINGUAL_GLOSSARY) });

/** The response to a request for the entries of a language pair. */
export const DICTIONARY_ENTRIES = z.object({
  dictionaries: described(
    z.array(z.object({ ...pair, entries: z.string(), entries_format: z.literal('tsv') })),
    'One dictionary; its entries are TSV, however they were sent.',
  ),
});

export const GLOSSARY_LANGUAGE_PAIRS = z.object({ supported_languages: z.array(z.object(pair)) });

export type WireGlossary = z.output<typeof GLOSSARY>;
export type WireDictionary = z.output<typeof DICTIONARY>;
export type WireMultilingualGlossary = z.output<typeof MULTILINGUAL_GLOSSARY>;
