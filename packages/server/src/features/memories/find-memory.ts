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
import {
  alignCodes,
  CODE_MARK,
  charactersOf,
  type Languages,
  type MemoryMatch,
  similarity,
  similarLengths,
  type TranslationMemory,
  withPlaceholders,
  yieldToLoop,
} from '@dragoman/core';
import type { Candidate, MemoryRecord, MemoryStore } from './memory-record.js';
import {
  bucketOf,
  gramKindOf,
  hashGrams,
  lengthOf,
  MAX_LENGTH,
  POSTING_BYTES,
  positionOf,
  readPostings,
  SHORT_CHARACTERS,
} from './segment-index.js';

/** The parameters of a request that say which memory it uses. */
type MemoryRequest = Pick<
  TranslateBody,
  'translation_memory_id' | 'translation_memory_threshold' | 'target_lang'
>;

/**
 * Finds the translation memory for a request; undefined if it names none.
 *
 * @throws AppError `invalid_parameter` for an id that the owner does not have, and for a memory
 *   without the languages
 */
type FindMemory = (
  ownerId: string,
  request: MemoryRequest,
  languages: Languages,
) => Promise<TranslationMemory | undefined>;

const PARAMETER = 'translation_memory_id';

/** Where to look, and for what. */
interface MemorySearch {
  readonly store: Pick<MemoryStore, 'findEqual' | 'readBuckets' | 'readCandidates'>;
  readonly memory: MemoryRecord;
  /** One of the target languages of the memory. */
  readonly language: LanguageTag;
  /** Minimum similarity in percent. */
  readonly threshold: number;
}

/** Longer texts are only found where they are equal: comparing takes time by the square of it. */
const MAX_CHARACTERS = 1000;
/** Segments of a memory that is compared as a whole. */
const SMALL_MEMORY = 200;

/** The matches for texts that the memory has just so; of several translations, the last one. */
export const findEqualMatches = async (
  forms: readonly string[],
  { store, memory, language }: MemorySearch,
): Promise<ReadonlyMap<string, MemoryMatch>> => {
  const matches = new Map<string, MemoryMatch>();
  for (let start = 0; start < forms.length; start += FORMS_PER_TURN) {
    if (start > 0) await yieldToLoop();
    const some = forms.slice(start, start + FORMS_PER_TURN);
    for (const candidate of await store.findEqual(memory.number, language, some)) {
      const match = toMatch(candidate.form, candidate, 100);
      if (match) matches.set(candidate.form, match);
    }
  }
  return matches;
};

/** Comparisons before other requests have their turn: a comparison of long texts takes half a millisecond. */
const CANDIDATES_PER_TURN = 16;

/** What is looked for, and in which index. */
interface CandidateQuery {
  readonly characterCount: number;
  /** Lengths that a similar text can have. */
  readonly lengths: { readonly least: number; readonly most: number };
  readonly bucketBits: number;
}

/** Candidates are compared character by character. */
const MAX_CANDIDATES = 64;
/**
 * Postings that are looked at for one text, those of the rarest grams first: grams that all segments
 * of a memory share say nothing, and to read them takes a time that grows with the memory.
 */
const MAX_POSTINGS = 50_000;
const POSTINGS_PER_TURN = 10_000;
/** Texts that are looked up at once, which takes some milliseconds. */
const FORMS_PER_TURN = 100;

/**
 * The segments that share most grams with a text, the most promising first.
 *
 * @param readBuckets reads the postings of buckets
 */
const findCandidates = async (
  form: string,
  { characterCount, lengths, bucketBits }: CandidateQuery,
  readBuckets: (buckets: readonly number[]) => Promise<readonly Uint8Array[]>,
): Promise<readonly number[]> => {
  const buckets = new Set<number>();
  for (const kind of ['short', 'long'] as const) {
    const isPossible =
      kind === 'short' ? lengths.least <= SHORT_CHARACTERS : lengths.most > SHORT_CHARACTERS;
    if (!isPossible) continue;
    for (const hash of hashGrams(form, kind)) buckets.add(bucketOf(hash, bucketBits));
  }
  const least = Math.min(lengths.least, MAX_LENGTH);
  const counts = new Map<number, number>();
  let seen = 0;
  for (const bytes of await readBuckets([...buckets])) {
    const postings = readPostings(bytes);
    if (seen % POSTINGS_PER_TURN > (seen + postings.length) % POSTINGS_PER_TURN)
      await yieldToLoop();
    seen += postings.length;
    for (const posting of postings) {
      const length = lengthOf(posting);
      if (length < least || length > lengths.most) continue;
      counts.set(posting, (counts.get(posting) ?? 0) + scoreOf(length));
    }
  }
  return bestPostings(counts, characterCount).map(positionOf);
};

/** A short text is found by more grams than a long one, so each counts less. */
const scoreOf = (length: number): number => (gramKindOf(length) === 'short' ? 1 : 2);

const bestPostings = (
  counts: ReadonlyMap<number, number>,
  characterCount: number,
): readonly number[] => {
  const numbers: number[] = [];
  for (const count of counts.values()) numbers[count] = (numbers[count] ?? 0) + 1;
  let cutoff = numbers.length - 1;
  for (let sum = numbers[cutoff] ?? 0; cutoff > 1 && sum < MAX_CANDIDATES; ) {
    sum += numbers[--cutoff] ?? 0;
  }
  const distance = (posting: number) => Math.abs(lengthOf(posting) - characterCount);
  return [...counts]
    .filter(([, count]) => count >= cutoff)
    .toSorted(([one, ones], [other, others]) => others - ones || distance(one) - distance(other))
    .slice(0, MAX_CANDIDATES)
    .map(([posting]) => posting);
};

/**
 * The most similar text of a memory; undefined if none reaches the threshold.
 *
 * @throws the signal's reason once it aborts
 */
export const findSimilar = async (
  form: string,
  { store, memory, language, threshold }: MemorySearch,
  signal: AbortSignal,
): Promise<MemoryMatch | undefined> => {
  const characters = charactersOf(form);
  if (threshold >= 100 || characters.length > MAX_CHARACTERS) return undefined;
  const lengths = similarLengths(characters.length, threshold);
  const positions =
    memory.segmentCount <= SMALL_MEMORY
      ? Array.from({ length: memory.segmentCount }, (_, position) => position)
      : await findCandidates(
          form,
          { ...memory, lengths, characterCount: characters.length },
          (buckets) => store.readBuckets(memory.number, buckets, MAX_POSTINGS * POSTING_BYTES),
        );
  let best: MemoryMatch | undefined;
  const candidates = await store.readCandidates(memory.number, language, positions);
  for (const [index, candidate] of candidates.entries()) {
    if (index % CANDIDATES_PER_TURN === 0) await yieldToLoop();
    signal.throwIfAborted();
    const least = best ? best.similarity + 1 : threshold;
    const similar = similarity(characters, charactersOf(candidate.form), least);
    const match = similar === undefined ? undefined : toMatch(form, candidate, similar);
    if (match && match.similarity >= least) best = match;
  }
  return best;
};

/** @returns undefined for a translation whose codes cannot stand for those of the text */
const toMatch = (
  form: string,
  { source, target }: Candidate,
  percent: number,
): MemoryMatch | undefined => {
  const aligned = alignCodes(withPlaceholders(source), withPlaceholders(target));
  if (aligned?.order.length !== form.split(CODE_MARK).length - 1) return undefined;
  return { similarity: percent, ...aligned };
};

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
      store,
      memory,
      language,
      threshold: threshold ?? DEFAULT_MEMORY_THRESHOLD,
    });
  };

const createMemory = (search: MemorySearch): TranslationMemory => ({
  sourceLanguage: search.memory.sourceLanguage,
  async find(forms, signal) {
    const equal = await findEqualMatches(forms, search);
    const matches: (MemoryMatch | undefined)[] = [];
    for (const form of forms) {
      const known = equal.get(form);
      // Even a text that is like none of the memory takes the database a moment.
      if (!known) await yieldToLoop();
      signal.throwIfAborted();
      matches.push(known ?? (await findSimilar(form, search, signal)));
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
