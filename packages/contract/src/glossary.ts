import * as z from 'zod';
import { type LanguagePair, type LanguageTag, showPair } from './languages.js';
import {
  baseLanguage,
  described,
  nameSchemas,
  objects,
  problem,
  REQUEST_SCHEMAS,
  RESPONSE_SCHEMAS,
  shortName,
  unlessNull,
} from './parameters.js';
import { GIBIBYTE, MEBIBYTE } from './sizes.js';

/** What a glossary may be; sizes are bytes of UTF-8. */
export const GLOSSARY_LIMITS = {
  nameBytes: 1024,
  /** Of each source, and of each target. */
  termBytes: 1024,
  /** Of the entries of one dictionary as TSV. */
  dictionaryBytes: 10 * MEBIBYTE,
  dictionariesPerGlossary: 500,
  glossariesPerKey: 1000,
  dictionariesPerKey: 10_000,
  /** Of the entries of all dictionaries of a key. */
  bytesPerKey: GIBIBYTE,
} as const;

/** Maximum glossaries that one translation can use. */
export const MAX_GLOSSARIES_PER_REQUEST = 5;

/** How entries are written: tab-separated or comma-separated values. */
export const ENTRIES_FORMATS = ['tsv', 'csv'] as const;

export type EntriesFormat = (typeof ENTRIES_FORMATS)[number];

/** A dictionary as it was sent, with base tags such as `en`; its entries are not read yet. */
export interface SentDictionary extends LanguagePair {
  readonly entries: string;
  readonly format: EntriesFormat;
}

/** A glossary to be created. */
export interface SentGlossary {
  readonly name: string;
  readonly dictionaries: readonly SentDictionary[];
}

/** What is to be changed; omitted members stay as they are. */
export interface SentGlossaryChange {
  readonly name?: string;
  readonly dictionary?: SentDictionary;
}

const NAME = `Name of the glossary, up to ${GLOSSARY_LIMITS.nameBytes} bytes.`;
const sentName = described(shortName(GLOSSARY_LIMITS.nameBytes), NAME);

const sentPair = {
  source_lang: described(
    baseLanguage('A glossary'),
    'Base language, in upper or lower case: `en`.',
    'en',
  ),
  target_lang: described(
    baseLanguage('A glossary'),
    'Base language; it serves all its variants.',
    'es',
  ),
};
const sentDictionary = {
  ...sentPair,
  entries_format: described(
    unlessNull(z.enum(ENTRIES_FORMATS).default('tsv')),
    '`tsv` (default): one source and target per line, separated by a tab. `csv`: two columns, or four with the source and target language, of which only the rows of this language pair count.',
  ),
  entries: described(
    z.string().min(1, 'Missing or invalid argument: entries'),
    'The entries, up to 10 MiB.',
  ),
};

type SentPair = Readonly<Record<keyof typeof sentPair, LanguageTag>>;

const refuseEqual = (
  { source_lang, target_lang }: SentPair,
  context: { addIssue(issue: ReturnType<typeof problem>): void },
): void => {
  if (source_lang !== target_lang) return;
  const reason = () => 'Source and target language are equal.';
  context.addIssue(problem('language', reason, 'target_lang'));
};

const toDictionary = ({
  source_lang: source,
  target_lang: target,
  entries,
  entries_format: format,
}: SentPair & {
  readonly entries: string;
  readonly entries_format: EntriesFormat;
}): SentDictionary => ({ source, target, entries, format });

/** The languages in the query of a call for one dictionary. */
export const DICTIONARY_PAIR = z
  .object(sentPair)
  .superRefine(refuseEqual)
  .transform(({ source_lang: source, target_lang: target }): LanguagePair => ({ source, target }));

/** A dictionary as it is sent. */
export const PUT_DICTIONARY_BODY = z
  .object(sentDictionary, 'It must be a list of objects.')
  .superRefine(refuseEqual)
  .transform(toDictionary);

/** The body of `POST /v2/glossaries`: one dictionary. */
export const CREATE_GLOSSARY_BODY = z
  .object({ name: sentName, ...sentDictionary })
  .superRefine(refuseEqual)
  .transform(
    ({ name, ...dictionary }): SentGlossary => ({ name, dictionaries: [toDictionary(dictionary)] }),
  );

const DICTIONARIES =
  'The dictionaries, one for each language pair. In a form: `dictionaries[0].source_lang` and so on.';
const ONE_CHANGE =
  'At most one. Its entries are added to those of the language pair; known sources get the new target.';

const hasPairOnce = (dictionaries: readonly LanguagePair[]): boolean =>
  new Set(dictionaries.map(showPair)).size === dictionaries.length;

const MAX_SHOWN_CHARACTERS = 60;

const wrongField = (name: string) =>
  problem(
    'custom',
    () =>
      `'${name.slice(0, MAX_SHOWN_CHARACTERS)}' is no field of a dictionary. Write dictionaries[0].source_lang, dictionaries[0].entries and so on.`,
    'dictionaries',
  );

/** Forms cannot nest: `dictionaries[0].source_lang`, or `dictionaries[0][source_lang]`. */
const DICTIONARY_FIELD = /^dictionaries\[(\d{1,6})\](?:\.(\w+)|\[(\w+)\])$/;

/**
 * Puts the flat fields of dictionaries in a form together, in the order of their numbers. A JSON
 * body, which has the list already, is returned as it is.
 *
 * @param context gets a problem for a field that only looks like one of a dictionary
 */
export const nestDictionaries = (body: unknown, context?: z.RefinementCtx): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const rest: Record<string, unknown> = Object.create(null);
  const numbered = new Map<number, Record<string, unknown>>();
  for (const [name, value] of Object.entries(body)) {
    const [, number, afterDot, inBrackets] = DICTIONARY_FIELD.exec(name) ?? [];
    const member = afterDot ?? inBrackets;
    if (number === undefined || member === undefined) {
      if (name.startsWith('dictionaries[')) context?.addIssue(wrongField(name));
      rest[name] = value;
      continue;
    }
    const dictionary = numbered.get(Number(number)) ?? Object.create(null);
    dictionary[member] = value;
    numbered.set(Number(number), dictionary);
  }
  if (numbered.size === 0) return body;
  const inOrder = [...numbered].toSorted(([a], [b]) => a - b);
  return { ...rest, dictionaries: inOrder.map(([, dictionary]) => dictionary) };
};

/** The body of `POST /v3/glossaries`. Existing clients leave an empty list of dictionaries out. */
export const CREATE_MULTILINGUAL_GLOSSARY_BODY = z.preprocess(
  nestDictionaries,
  z
    .object({
      name: sentName,
      dictionaries: described(
        unlessNull(
          objects(
            PUT_DICTIONARY_BODY,
            GLOSSARY_LIMITS.dictionariesPerGlossary,
            `A glossary has at most ${GLOSSARY_LIMITS.dictionariesPerGlossary}.`,
          )
            .refine(hasPairOnce, 'There is more than one for the same language pair.')
            .optional(),
        ),
        DICTIONARIES,
      ),
    })
    .transform(({ name, dictionaries = [] }): SentGlossary => ({ name, dictionaries })),
);

/** The body of `PATCH /v3/glossaries/{glossary_id}`. */
export const PATCH_GLOSSARY_BODY = z.preprocess(
  nestDictionaries,
  z
    .object({
      name: described(unlessNull(sentName.optional()), NAME),
      dictionaries: described(
        unlessNull(
          objects(
            PUT_DICTIONARY_BODY,
            1,
            'Only 0 or 1 dictionaries can be changed at once.',
          ).optional(),
        ),
        ONE_CHANGE,
      ),
    })
    .transform(
      ({ name, dictionaries: [dictionary] = [] }): SentGlossaryChange => ({
        ...(name !== undefined && { name }),
        ...(dictionary && { dictionary }),
      }),
    ),
);

const name = described(z.string().min(1), NAME);
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

nameSchemas(REQUEST_SCHEMAS, {
  GlossaryCreation: CREATE_GLOSSARY_BODY,
  MultilingualGlossaryCreation: CREATE_MULTILINGUAL_GLOSSARY_BODY,
  GlossaryChange: PATCH_GLOSSARY_BODY,
  SentDictionary: PUT_DICTIONARY_BODY,
});
nameSchemas(RESPONSE_SCHEMAS, {
  GlossaryLanguagePairs: GLOSSARY_LANGUAGE_PAIRS,
  Glossary: GLOSSARY,
  Glossaries: GLOSSARIES,
  MultilingualGlossary: MULTILINGUAL_GLOSSARY,
  MultilingualGlossaries: MULTILINGUAL_GLOSSARIES,
  Dictionary: DICTIONARY,
  DictionaryEntries: DICTIONARY_ENTRIES,
});
