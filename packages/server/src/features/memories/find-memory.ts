import {
  AppError,
  baseOf,
  DEFAULT_MEMORY_THRESHOLD,
  hasVariant,
  invalidParameter,
  isUuid,
  type LanguageTag,
  type TranslateBody,
  toTag,
  toWireCode,
} from '@dragoman/contract';
import type { Languages, MemoryMatch, TranslationMemory } from '@dragoman/core';
import type { MemoryRecord, MemoryStore } from './memory-record.js';
import { findEqual, findSimilar, type MemorySearch } from './search-memory.js';

/** The parameters of a request that say which memory it uses. */
export type MemoryRequest = Pick<
  TranslateBody,
  'translation_memory_id' | 'translation_memory_threshold' | 'target_lang'
>;

/**
 * Finds the translation memory for a request; undefined if it names none.
 *
 * @throws AppError `invalid_parameter` for an id that the owner does not have, and for a memory
 *   without the languages
 */
export type FindMemory = (
  ownerId: string,
  request: MemoryRequest,
  languages: Languages,
) => Promise<TranslationMemory | undefined>;

const PARAMETER = 'translation_memory_id';

export const createFindMemory =
  (store: Pick<MemoryStore, 'find'> & MemorySearch['store']): FindMemory =>
  async (ownerId, request, languages) => {
    const { translation_memory_id: id, translation_memory_threshold: threshold } = request;
    if (id === undefined) return undefined;
    if (!isUuid(id)) throw invalidParameter(PARAMETER, 'The id of a translation memory is a UUID.');
    const memory = await store.find({ ownerId, id: id.toLowerCase() });
    if (!memory) throw refused('Translation memory not found');
    const language = languageOf(memory, languages, request.target_lang);
    return createMemory({
      ...{ store, memory, language },
      threshold: threshold ?? DEFAULT_MEMORY_THRESHOLD,
    });
  };

const createMemory = (search: MemorySearch): TranslationMemory => ({
  sourceLanguage: search.memory.sourceLanguage,
  async find(forms, signal) {
    const equal = await findEqual(forms, search);
    const matches: (MemoryMatch | undefined)[] = [];
    for (const form of forms) {
      signal.throwIfAborted();
      matches.push(equal.get(form) ?? (await findSimilar(form, search, signal)));
    }
    return matches;
  },
});

/** The target language of the memory that serves a request. */
const languageOf = (
  { id, sourceLanguage, targetLanguages }: MemoryRecord,
  { source, target }: Languages,
  targetCode: string,
): LanguageTag => {
  if (source !== undefined && source !== sourceLanguage) {
    throw refused(
      `Translation Memory ${id} does not support the source language ${toWireCode(source)}`,
    );
  }
  const wanted = [...target.tags, target.base];
  const language =
    wanted.find((tag) => targetLanguages.includes(tag)) ??
    // A base language is served by any of its variants.
    (hasVariant(targetCode)
      ? undefined
      : targetLanguages.find((tag) => baseOf(tag) === target.base));
  if (language !== undefined) return language;
  throw refused(
    `Translation Memory ${id} does not support the target language ${toWireCode(toTag(targetCode.toUpperCase()))}`,
  );
};

const refused = (message: string): AppError =>
  new AppError('invalid_parameter', { parameter: PARAMETER, message });
