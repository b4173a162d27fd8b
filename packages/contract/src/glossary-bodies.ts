import { type Fields, fieldsOf, isSent, nameOf, textOf } from './body-fields.js';
import { AppError, invalidParameter } from './errors.js';
import { baseOf, findLanguage, hasVariant, type LanguageTag, toTag } from './languages.js';
import { ENTRIES_FORMATS, type EntriesFormat, GLOSSARY_LIMITS } from './schemas/glossary.js';
import { unknownLanguage } from './suggest-language.js';

/** The languages of a dictionary: base tags such as `en`. */
export interface DictionaryPair {
  readonly source: LanguageTag;
  readonly target: LanguageTag;
}

/** A dictionary as it was sent; its entries are not read yet. */
export interface SentDictionary extends DictionaryPair {
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

/** How an invalid pair of languages is reported: the versions of the API differ. */
type PairErrors = 'by parameter' | 'as a pair';

/**
 * The body of `POST /v2/glossaries`: one dictionary.
 *
 * @throws AppError `invalid_parameter`
 */
export const parseGlossaryCreation = (body: unknown): SentGlossary => {
  const fields = fieldsOf(body);
  const name = nameOf(fields, 'name', GLOSSARY_LIMITS.nameBytes);
  return { name, dictionaries: [dictionaryOf(fields, 'by parameter')] };
};

/**
 * The body of `POST /v3/glossaries`. Existing clients leave an empty list of dictionaries out.
 *
 * @throws AppError `invalid_parameter`
 */
export const parseMultilingualGlossaryCreation = (body: unknown): SentGlossary => {
  const fields = fieldsOf(body);
  const name = nameOf(fields, 'name', GLOSSARY_LIMITS.nameBytes);
  const dictionaries = dictionariesOf(fields);
  const maxDictionaries = GLOSSARY_LIMITS.dictionariesPerGlossary;
  if (dictionaries.length > maxDictionaries) {
    throw invalidParameter('dictionaries', `A glossary has at most ${maxDictionaries}.`);
  }
  const pairs = new Set(dictionaries.map(({ source, target }) => `${source}-${target}`));
  if (pairs.size < dictionaries.length) {
    throw invalidParameter('dictionaries', 'There is more than one for the same language pair.');
  }
  return { name, dictionaries };
};

/**
 * The body of `PATCH /v3/glossaries/{glossary_id}`.
 *
 * @throws AppError `invalid_parameter`
 */
export const parseGlossaryChange = (body: unknown): SentGlossaryChange => {
  const fields = fieldsOf(body);
  const [dictionary, ...more] = dictionariesOf(fields);
  if (more.length > 0) {
    throw invalidParameter('dictionaries', 'Only 0 or 1 dictionaries can be changed at once.');
  }
  return {
    ...(isSent(fields.name) && { name: nameOf(fields, 'name', GLOSSARY_LIMITS.nameBytes) }),
    ...(dictionary && { dictionary }),
  };
};

/**
 * The body of `PUT /v3/glossaries/{glossary_id}/dictionaries`.
 *
 * @throws AppError `invalid_parameter`
 */
export const parseDictionary = (body: unknown): SentDictionary =>
  dictionaryOf(fieldsOf(body), 'as a pair');

/**
 * The languages in the query of a call for one dictionary.
 *
 * @throws AppError `invalid_parameter`
 */
export const parseDictionaryPair = (query: unknown): DictionaryPair =>
  pairOf(fieldsOf(query), 'as a pair');

const dictionariesOf = ({ dictionaries }: Fields): readonly SentDictionary[] => {
  if (!isSent(dictionaries)) return [];
  if (!Array.isArray(dictionaries)) {
    throw invalidParameter('dictionaries', 'It is a list of objects.');
  }
  return dictionaries.map((dictionary: unknown) => {
    if (typeof dictionary !== 'object' || dictionary === null || Array.isArray(dictionary)) {
      throw invalidParameter('dictionaries', 'It is a list of objects.');
    }
    return dictionaryOf(dictionary as Fields, 'as a pair');
  });
};

const dictionaryOf = (fields: Fields, errors: PairErrors): SentDictionary => {
  const pair = pairOf(fields, errors);
  const format = formatOf(fields, errors);
  const entries = textOf(fields, 'entries');
  if (entries === '') {
    throw new AppError('invalid_parameter', {
      parameter: 'entries',
      message: 'Bad request',
      detail: 'Missing or invalid argument: entries',
    });
  }
  return { ...pair, entries, format };
};

const formatOf = ({ entries_format: sent }: Fields, errors: PairErrors): EntriesFormat => {
  const name = isSent(sent) ? sent : 'tsv';
  const format = ENTRIES_FORMATS.find((known) => known === name);
  if (format) return format;
  throw new AppError('invalid_parameter', {
    parameter: 'entries_format',
    message:
      errors === 'by parameter'
        ? 'Unsupported entry format specified'
        : "Value for 'entries_format' not supported.",
    detail: `Allowed: ${ENTRIES_FORMATS.join(', ')}.`,
  });
};

const pairOf = (fields: Fields, errors: PairErrors): DictionaryPair => {
  const source = languageOf(fields, 'source_lang', errors);
  const target = languageOf(fields, 'target_lang', errors);
  if (source !== target) return { source, target };
  const reason = 'Source and target language are equal.';
  throw errors === 'by parameter'
    ? invalidParameter('target_lang', reason)
    : unsupportedPair('target_lang', reason);
};

const languageOf = (
  fields: Fields,
  parameter: 'source_lang' | 'target_lang',
  errors: PairErrors,
): LanguageTag => {
  const code = textOf(fields, parameter);
  const language = findLanguage(code);
  if (language) return toTag(language.code);
  const base = hasVariant(code) ? findLanguage(baseOf(code)) : undefined;
  const error = base
    ? invalidParameter(parameter, `A glossary is for base languages: send ${base.code}.`)
    : unknownLanguage(parameter, code);
  throw errors === 'by parameter' ? error : unsupportedPair(parameter, error.message);
};

const unsupportedPair = (parameter: string, detail: string): AppError =>
  new AppError('invalid_parameter', {
    parameter,
    message: 'Unsupported glossary source and target language pair',
    detail,
  });
