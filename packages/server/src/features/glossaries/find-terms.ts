import {
  AppError,
  invalidParameter,
  isUuid,
  type LanguagePair,
  MEBIBYTE,
  type TranslateBody,
} from '@dragoman/contract';
import {
  buildTermIndexes,
  type Languages,
  type Term,
  type TermIndexes,
  type TermMatcher,
  termIndexBytes,
  termMatcherOf,
  yieldToLoop,
} from '@dragoman/core';
import { LRUCache } from 'lru-cache';
import { createCoalescer } from '../../platform/coalescer.js';
import { createWorkQueue } from '../../platform/work-queue.js';
import { fromTsv, textOf, toTsv } from './entry-formats.js';
import type { DictionaryRecord, GlossaryStore } from './glossary-record.js';
import { type GlossaryWorker, type IndexOrder, inGlossaryThread } from './glossary-work.js';
import type { Inflections } from './inflections.js';

/** Terms whose other forms are looked up in one turn of the HTTP thread, which takes some milliseconds. */
const TERMS_PER_TURN = 200;
/** Dictionaries are programs: while one reads, another writes, and this thread reads what was written. */
const TURNS_AT_ONCE = 4;
/** Other forms of the terms are found in smaller glossaries only: 10,000 terms take a second. */
const MAX_INFLECTED_ENTRIES = 20_000;
/** Glossaries with fewer entries need not wait for their turn. */
const SMALL_ENTRIES = 1000;
/** What an entry takes in memory, as a rule. */
const ENTRY_BYTES = 200;

/** The parameters of a request that say which terms apply. */
type TermRequest = Pick<TranslateBody, 'glossary_id' | 'glossary_ids'>;

/** The terms of a request. */
interface RequestTerms {
  /** Differs whenever one of the dictionaries does. */
  readonly revision: string;
  /**
   * The matcher of the terms. The first use of a large glossary takes seconds.
   *
   * @param signal aborts when nobody waits for it any more
   */
  load(signal: AbortSignal): Promise<TermMatcher>;
}

/**
 * Finds the terms for a request; undefined if it names no glossary.
 *
 * @throws AppError `invalid_parameter` for an id that the owner does not have, and for a glossary
 *   without a dictionary for the languages
 */
type FindTerms = (
  ownerId: string,
  request: TermRequest,
  languages: Languages,
) => Promise<RequestTerms | undefined>;

/** A dictionary and the glossary it is in. */
interface ChosenDictionary extends DictionaryRecord {
  readonly glossaryId: string;
}

/** Smaller dictionaries are indexed here: that takes some milliseconds. */
const SMALL_BYTES = 16_384;

/** Indexes the entries of dictionaries: small ones here, others in a thread. */
export const buildIndexes = async (
  order: IndexOrder,
  worker: GlossaryWorker,
): Promise<TermIndexes> => {
  const bytes = order.dictionaries.reduce((sum, { length }) => sum + length, 0);
  if (bytes > SMALL_BYTES) return inGlossaryThread('index', order, worker);
  const dictionaries = order.dictionaries.map((tsv) =>
    Array.from(fromTsv(textOf(tsv)), ([source, target]) => ({ source, target })),
  );
  return buildTermIndexes(dictionaries, order.language);
};

const MAX_BYTES = 256 * MEBIBYTE;

/** A matcher, and what it takes in memory. */
interface BuiltMatcher {
  readonly matcher: TermMatcher;
  readonly bytes: number;
}

/** Matchers in memory, by the revisions of their dictionaries. */
interface MatcherCache {
  /**
   * The known matcher, or the one that is built now; several callers share it.
   *
   * @param expectedBytes what it takes while it is built
   * @param build is told when nobody waits for it any more
   * @param callerSignal aborts when this caller leaves; the promise then rejects with its reason
   */
  get(
    key: string,
    expectedBytes: number,
    build: (signal: AbortSignal) => Promise<BuiltMatcher>,
    callerSignal: AbortSignal,
  ): Promise<BuiltMatcher>;
}

/** Holds the room of a matcher that is being built. */
const BEING_BUILT = 'being built';

/** Keeps matchers of some 256 MiB together; the least recently used are evicted. */
export const createMatcherCache = (maxBytes = MAX_BYTES): MatcherCache => {
  const matchers = new LRUCache<string, BuiltMatcher | typeof BEING_BUILT>({ maxSize: maxBytes });
  const builds = createCoalescer<BuiltMatcher>(0);
  // One that is larger than all room is kept alone: building it again takes longest.
  const keep = (key: string, value: BuiltMatcher | typeof BEING_BUILT, bytes: number): void => {
    // The size of a value that it has already is not looked at.
    matchers.delete(key);
    matchers.set(key, value, { size: Math.min(Math.max(bytes, 1), maxBytes) });
  };

  return {
    async get(key, expectedBytes, build, callerSignal) {
      callerSignal.throwIfAborted();
      const known = matchers.get(key);
      if (known && known !== BEING_BUILT) return known;
      const buildAndKeep = async ({ signal }: AbortController): Promise<BuiltMatcher> => {
        keep(key, BEING_BUILT, expectedBytes);
        try {
          const built = await build(signal);
          keep(key, built, built.bytes);
          return built;
        } catch (error) {
          if (matchers.peek(key) === BEING_BUILT) matchers.delete(key);
          throw error;
        }
      };
      return builds.join(key, buildAndKeep, callerSignal);
    },
  };
};

export const createFindTerms = (
  store: Pick<GlossaryStore, 'findRecord' | 'findDictionary'>,
  inflections: Inflections,
): FindTerms => {
  const matchers = createMatcherCache();
  /** One large index at a time, the smallest first: what takes seconds holds up only what takes longer. */
  const builds = createWorkQueue({ all: 1 });

  const choose = async (
    ownerId: string,
    id: string,
    parameter: string,
    pair: LanguagePair,
  ): Promise<ChosenDictionary> => {
    if (!isUuid(id)) throw invalidParameter(parameter, 'The id of a glossary is a UUID.');
    const glossaryId = id.toLowerCase();
    const found = await store.findRecord({ ownerId, id: glossaryId }, pair);
    if (!found) throw glossaryNotUsable(parameter);
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
  ): Promise<Uint8Array> => {
    const full = await store.findDictionary({ ownerId, id: dictionary.glossaryId }, dictionary);
    if (!full) throw glossaryNotUsable(parameter);
    return full.tsv;
  };

  return async (ownerId, request, { source, target }) => {
    const [parameter, ids] = glossariesOf(request);
    if (ids.length === 0) return undefined;
    if (source === undefined) throw glossaryNotUsable(parameter);
    // A base dictionary serves all variants.
    const pair = { source, target: target.base };
    const dictionaries: ChosenDictionary[] = [];
    for (const id of ids) dictionaries.push(await choose(ownerId, id, parameter, pair));
    const revision = dictionaries.map((dictionary) => dictionary.revision).join();
    const entryCount = dictionaries.reduce((sum, dictionary) => sum + dictionary.entryCount, 0);
    const load = async (signal: AbortSignal): Promise<TermMatcher> => {
      const build = async (shared: AbortSignal) => {
        const areInflected = entryCount <= MAX_INFLECTED_ENTRIES;
        const tsvs: Uint8Array[] = [];
        for (const dictionary of dictionaries) {
          const tsv = await tsvOf(ownerId, dictionary, parameter);
          tsvs.push(areInflected ? await withOtherForms(tsv, { pair, inflections, shared }) : tsv);
          shared.throwIfAborted();
        }
        const order = { language: pair.source, dictionaries: tsvs };
        const indexes = await buildIndexes(order, { ownerId, signal: shared });
        return { matcher: termMatcherOf([indexes], pair), bytes: termIndexBytes(indexes) };
      };
      const buildInTurn = (shared: AbortSignal) =>
        entryCount <= SMALL_ENTRIES
          ? build(shared)
          : builds.run({ ownerId, size: entryCount }, shared, () => build(shared));
      const key = `${revision} ${inflections.revision(pair)}`;
      return (await matchers.get(key, entryCount * ENTRY_BYTES, buildInTurn, signal)).matcher;
    };
    return { revision, load };
  };
};

/** Entries, and after them those for other forms of their sources. */
const withOtherForms = async (
  tsv: Uint8Array,
  context: { pair: LanguagePair; inflections: Inflections; shared: AbortSignal },
): Promise<Uint8Array> => {
  const { pair, inflections, shared } = context;
  const terms = Array.from(fromTsv(textOf(tsv)), ([source, target]) => ({ source, target }));
  const own = new Set(terms.map(({ source }) => source.toLowerCase()));
  const further = new Map<string, string>();
  const revision = inflections.revision(pair);
  const findInTurn = async (start: number): Promise<readonly Term[]> => {
    const forms = await inflections.find(terms.slice(start, start + TERMS_PER_TURN), pair);
    await yieldToLoop();
    return forms;
  };
  for (let start = 0; start < terms.length; start += TURNS_AT_ONCE * TERMS_PER_TURN) {
    const turns = Array.from({ length: TURNS_AT_ONCE }, (_, turn) => start + turn * TERMS_PER_TURN);
    for (const { source, target } of (await Promise.all(turns.map(findInTurn))).flat()) {
      // An entry for `houses` goes before that of `house`.
      if (!own.has(source.toLowerCase()) && !further.has(source)) further.set(source, target);
    }
    shared.throwIfAborted();
    // A dictionary has failed, or there is another one; the terms are looked at again with the next use.
    if (inflections.revision(pair) !== revision) break;
  }
  return further.size === 0 ? tsv : Buffer.concat([tsv, Buffer.from(`\n${toTsv(further)}`)]);
};

const glossariesOf = ({ glossary_id: id, glossary_ids: ids = [] }: TermRequest) =>
  id === undefined ? (['glossary_ids', ids] as const) : (['glossary_id', [id]] as const);

/** A request that names a glossary is wrong, so this is a 400. */
const glossaryNotUsable = (parameter: string): AppError =>
  new AppError('invalid_parameter', { parameter, message: 'Glossary not found' });
