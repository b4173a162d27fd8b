import type { LanguageTag } from '@dragoman/contract';
import { lazyByKey } from '../lazy-by-key.js';
import { CUES, type Cues, CYRILLIC_CUES } from './cue-word-table.js';

/** What each distinct word adds to or takes from the log-likelihood. */
const OWN_WORD = 2.2;
const OWN_SPELLING = 1.2;
/** An own word that the nearest neighbour has, too. */
const SHARED_WORD = 1.2;
const WORD_AGAINST_NEIGHBOUR = 1.6;
const SPELLING_AGAINST_NEIGHBOUR = 1;
const FOREIGN_WORD = -1.6;
const FOREIGN_SPELLING = -0.8;
/** How far the second best neighbour pulls the best one down. */
const SECOND_SHARE = 0.1;

interface CompiledCues {
  readonly cues: Cues;
  readonly weights: ReadonlyMap<string, number>;
  readonly against: ReadonlyMap<LanguageTag, ReadonlySet<string>>;
  readonly shared: ReadonlyMap<LanguageTag, ReadonlySet<string>>;
}

const wordSets = (
  lists: Readonly<Record<LanguageTag, string>> = {},
): ReadonlyMap<LanguageTag, ReadonlySet<string>> =>
  new Map(
    Object.entries(lists).map(([neighbour, words]) => [neighbour, new Set(words.split(/\s+/))]),
  );

const compile = (cues: Cues): CompiledCues => {
  const weights = new Map<string, number>();
  for (const word of cues.foreign.split(/\s+/)) weights.set(word, FOREIGN_WORD);
  for (const word of cues.own.split(/\s+/)) weights.set(word, OWN_WORD);
  const { against, shared } = cues;
  return { cues, weights, against: wordSets(against), shared: wordSets(shared) };
};

const TABLE = { ...CUES, ...CYRILLIC_CUES };
const cuesOf = lazyByKey(TABLE, compile);

/** Languages told by cues, as eld does not know them (Serbian: not in Latin letters). */
export const LANGUAGES_WITH_CUES: ReadonlySet<LanguageTag> = new Set(Object.keys(TABLE));

const weightOf = (
  word: string,
  { cues, weights, against, shared }: CompiledCues,
  neighbour: LanguageTag,
): number => {
  if (shared.get(neighbour)?.has(word)) return SHARED_WORD;
  const listed = weights.get(word);
  if (listed !== undefined) return listed;
  if (against.get(neighbour)?.has(word)) return WORD_AGAINST_NEIGHBOUR;
  if (cues.ownSpelling?.test(word)) return OWN_SPELLING;
  if (cues.foreignSpelling?.test(word)) return FOREIGN_SPELLING;
  return cues.againstSpelling?.[neighbour]?.test(word) ? SPELLING_AGAINST_NEIGHBOUR : 0;
};

interface Ranking {
  readonly nearest: LanguageTag;
  readonly best: number;
  readonly second: number;
}

const rank = (
  scores: ReadonlyMap<LanguageTag, number>,
  neighbours: Iterable<LanguageTag>,
): Ranking | undefined => {
  let ranking: Ranking | undefined;
  for (const language of neighbours) {
    const score = scores.get(language);
    if (score === undefined) continue;
    if (!ranking) ranking = { nearest: language, best: score, second: score };
    else if (score > ranking.best)
      ranking = { nearest: language, best: score, second: ranking.best };
    else if (score > ranking.second || ranking.second === ranking.best)
      ranking = { ...ranking, second: score };
  }
  return ranking;
};

/**
 * Log-likelihood of a language eld does not know, on the scale of eld's scores: that of its nearest
 * neighbour, plus what the distinct words of the text say for or against, less a handicap. Text in
 * a language between two others looks like both to eld, so a distant second counts against it.
 */
export const cueScore = (
  language: LanguageTag,
  words: ReadonlySet<string>,
  scores: ReadonlyMap<LanguageTag, number>,
  competitors: Iterable<LanguageTag>,
): number | undefined => {
  const own = cuesOf(language);
  if (!own) return undefined;
  const { neighbours, handicap } = own.cues;
  const ranking = rank(scores, neighbours.length > 0 ? neighbours : competitors);
  let score = -handicap;
  if (ranking) score += ranking.best - SECOND_SHARE * (ranking.best - ranking.second);
  for (const word of words) score += weightOf(word, own, ranking?.nearest ?? '');
  return score;
};
