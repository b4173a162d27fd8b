import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AppError,
  type DictionaryPair,
  findLanguage,
  findTarget,
  invalidParameter,
  isUuid,
  type TranslateBody,
  toTag,
} from '@dragoman/contract';
import {
  createMatcherBuilder,
  type MatcherBuilder,
  type Term,
  type TermMatcher,
} from '@dragoman/core';
import { fromTsv } from '../entries/tsv.js';
import type { DictionaryRecord, GlossaryStore } from '../records/glossary-record.js';
import type { Inflections } from './inflections.js';
import { createMatcherCache } from './matcher-cache.js';

/** What takes the HTTP thread some ten milliseconds. */
const TERMS_PER_TURN = 1000;

/** The parameters of a request that say which terms apply. */
export type TermRequest = Pick<
  TranslateBody,
  'glossary_id' | 'glossary_ids' | 'source_lang' | 'target_lang'
>;

/** The terms of a request. */
export interface RequestTerms {
  readonly matcher: TermMatcher;
  /** Differs whenever one of the dictionaries does. */
  readonly revision: string;
}

/**
 * Finds the terms for a request; undefined if it names no glossary.
 *
 * @throws AppError `invalid_parameter` for an id that the owner does not have, and for a glossary
 *   without a dictionary for the languages
 */
export type FindTerms = (
  ownerId: string,
  request: TermRequest,
) => Promise<RequestTerms | undefined>;

/** A dictionary and the glossary it is in. */
interface ChosenDictionary extends DictionaryRecord {
  readonly glossaryId: string;
}

export const createFindTerms = (
  store: Pick<GlossaryStore, 'findRecord' | 'findDictionary'>,
  inflections: Inflections,
): FindTerms => {
  const matchers = createMatcherCache();

  const choose = async (
    ownerId: string,
    id: string,
    parameter: string,
    pair: DictionaryPair,
  ): Promise<ChosenDictionary> => {
    if (!isUuid(id)) throw invalidParameter(parameter, 'The id of a glossary is a UUID.');
    const glossaryId = id.toLowerCase();
    const found = await store.findRecord({ ownerId, id: glossaryId }, pair);
    if (!found) throw notFound(parameter);
    if (found.dictionary) return { ...found.dictionary, glossaryId };
    throw new AppError('invalid_parameter', {
      parameter,
      message: `No dictionary found for language pair ${pair.source} to ${pair.target} in the glossary.`,
    });
  };

  const tsvOf = async (
    ownerId: string,
    dictionary: ChosenDictionary,
    parameter: string,
  ): Promise<string> => {
    const full = await store.findDictionary({ ownerId, id: dictionary.glossaryId }, dictionary);
    if (!full) throw notFound(parameter);
    return full.tsv;
  };

  return async (ownerId, request) => {
    const [parameter, ids] = glossariesOf(request);
    const pair = ids.length > 0 ? pairOf(request) : undefined;
    // The pipeline reports what is wrong with the languages.
    if (!pair) return undefined;
    const dictionaries: ChosenDictionary[] = [];
    for (const id of ids) dictionaries.push(await choose(ownerId, id, parameter, pair));
    const revision = dictionaries.map((dictionary) => dictionary.revision).join();
    const entryCount = dictionaries.reduce((sum, dictionary) => sum + dictionary.entryCount, 0);
    const build = async () => {
      const builder = createMatcherBuilder(pair);
      let termCount = 0;
      for (const [index, dictionary] of dictionaries.entries()) {
        const entries = fromTsv(await tsvOf(ownerId, dictionary, parameter));
        termCount += await addEntries(entries, index, { builder, pair, inflections });
      }
      return { matcher: builder.matcher, termCount };
    };
    const key = `${revision} ${inflections.revision()}`;
    const { matcher } = await matchers.get(key, entryCount, build);
    return { matcher, revision };
  };
};

/**
 * Adds entries, and other forms of their sources: an entry for `houses` goes before that of `house`.
 * Resolves to the number of terms.
 */
const addEntries = async (
  entries: ReadonlyMap<string, string>,
  dictionary: number,
  context: { builder: MatcherBuilder; pair: DictionaryPair; inflections: Inflections },
): Promise<number> => {
  const { builder, pair, inflections } = context;
  const terms = Array.from(entries, ([source, target]) => ({ source, target }));
  const own = new Set(terms.map(({ source }) => source.toLowerCase()));
  const further: Term[] = [];
  for (const some of inTurns(terms)) {
    for (const term of some) builder.add(term, dictionary);
    const found = await inflections.find(some, pair);
    further.push(...found.filter(({ source }) => !own.has(source.toLowerCase())));
    await nextTurn();
  }
  for (const some of inTurns(further)) {
    for (const term of some) builder.add(term, dictionary);
    await nextTurn();
  }
  return terms.length + further.length;
};

function* inTurns(terms: readonly Term[]): Generator<readonly Term[]> {
  for (let start = 0; start < terms.length; start += TERMS_PER_TURN) {
    yield terms.slice(start, start + TERMS_PER_TURN);
  }
}

const glossariesOf = ({ glossary_id: id, glossary_ids: ids = [] }: TermRequest) =>
  id === undefined ? (['glossary_ids', ids] as const) : (['glossary_id', [id]] as const);

/** The base languages of a request: a base dictionary serves all variants. Undefined without both. */
export const pairOf = ({
  source_lang: from,
  target_lang: to,
}: TermRequest): DictionaryPair | undefined => {
  const source = from === undefined ? undefined : findLanguage(from);
  const target = findTarget(to)?.base;
  return source && target && { source: toTag(source.code), target: toTag(target.code) };
};

const notFound = (parameter: string): AppError =>
  new AppError('invalid_parameter', { parameter, message: 'Glossary not found' });
