import { UNSPACED } from '@dragoman/core/scripts';
import { PIECE_TYPE, type VocabularyFile } from '../models/vocabulary-file.js';
import type { Job, JobTranslation } from '../student/engine-binding.js';
import type { TextVocabulary } from '../student/vocabulary.js';

/** What is needed to know of the tokens that a model writes. */
export interface PieceTraits {
  /** Whether a token begins a word that stands after a space. */
  startsWord(token: number): boolean;
  /** Whether a token is in a script whose words stand next to each other without spaces. */
  isSpaceless(token: number): boolean;
  /** Whether a token is an apostrophe or hyphen inside a word. */
  isJoiner(token: number): boolean;
  /** Whether a token is more than punctuation or part of a character. */
  hasLetters(token: number): boolean;
}

/** Asks a model that has read a sentence. */
export type DecodeBatch = (
  job: Omit<Job, 'id' | 'model' | 'source'>,
) => Promise<readonly JobTranslation[]>;

/** A model that has read a sentence, whose translations it then goes through. */
export interface Decoding extends PieceTraits {
  readonly end: number;
  encode(text: string): readonly number[];
  decode(tokens: readonly number[]): string;
  /** Follows tokens to their end. */
  follow(tokens: readonly number[]): Promise<Chain>;
  /** Begins with tokens, and goes on with the most probable ones: at most `maxTokens` more, or to the end. */
  continueFrom(tokens: readonly number[], maxTokens?: number): Promise<Chain>;
  /** The translations that a search with this number of beams ends with, the most probable first. */
  search(count: number): Promise<readonly Chain[]>;
}

/** Tokens that a model has gone through. */
export interface Chain {
  /** With the end of the sentence, if it is there. */
  readonly tokens: readonly number[];
  readonly isEnded: boolean;
  /** Logarithm of the probability of the first tokens. */
  logProbability(length: number): number;
  /** The most probable tokens after the given ones, with the logarithms of their probabilities. */
  chancesAfter(length: number): ReadonlyMap<number, number>;
}

const WORD_START = '\u2581';
const ENDS_UNSPACED = new RegExp(`[${UNSPACED}]$`, 'u');
const MAX_TOKENS = 200;
const MAX_LENGTH_FACTOR = 3;
// What is less probable than this many is no choice.
const CANDIDATES = 128;

/** Finds out what the pieces of a vocabulary are. */
export const describePieces = ({ pieces }: VocabularyFile): PieceTraits => {
  const textOf = (token: number): string => pieces[token]?.text ?? '';
  const isText = (token: number): boolean => {
    const type = pieces[token]?.type;
    return type === PIECE_TYPE.normal || type === PIECE_TYPE.userDefined;
  };
  return {
    startsWord: (token) => textOf(token).startsWith(WORD_START),
    isSpaceless: (token) => ENDS_UNSPACED.test(textOf(token)),
    isJoiner: (token) => /^['’·-]$/u.test(textOf(token)),
    hasLetters: (token) => isText(token) && /[\p{L}\p{N}]/u.test(textOf(token)),
  };
};

/** @param sourceTokens how many tokens the sentence has that the model has read */
export const createDecoding = (
  ask: DecodeBatch,
  target: TextVocabulary,
  traits: PieceTraits,
  sourceTokens: number,
): Decoding => {
  const longest = Math.min(MAX_TOKENS, MAX_LENGTH_FACTOR * sourceTokens);
  const run = async (
    prefix: readonly number[],
    job: Pick<Job, 'maxTokens' | 'isScoredOnly'>,
  ): Promise<Chain> => {
    const [best] = await ask({
      ...job,
      beamSize: 1,
      isScored: true,
      isWithoutShortlist: true,
      candidateCount: CANDIDATES,
      prefix: Int32Array.from(prefix),
    });
    if (!best) throw new Error('the model has nothing to say');
    return chainOf(best);
  };
  return {
    ...traits,
    search: async (count) => {
      const asked = { beamSize: count, bestCount: count, isScored: true, isWithoutShortlist: true };
      return (await ask({ ...asked, maxTokens: longest, candidateCount: CANDIDATES })).map(chainOf);
    },
    end: target.end,
    encode: (text) => [...target.encode(text).ids],
    decode: (tokens) => target.decode(Int32Array.from(tokens)).text.trim(),
    follow: (tokens) => run(tokens, { isScoredOnly: true, maxTokens: 1 }),
    continueFrom: (tokens, maxTokens = longest) =>
      run(tokens, { maxTokens: Math.max(1, Math.min(maxTokens, longest - tokens.length)) }),
  };
};

const chainOf = ({
  tokens,
  isEnded,
  tokenScores,
  candidates,
  candidateScores,
}: JobTranslation): Chain => {
  const sums = [0];
  for (const score of tokenScores) sums.push((sums.at(-1) as number) + score);
  const count = tokens.length === 0 ? 0 : candidates.length / tokens.length;
  return {
    tokens: [...tokens],
    isEnded,
    logProbability: (length) => sums[length] ?? Number.NEGATIVE_INFINITY,
    chancesAfter: (length) => {
      const start = length * count;
      const own = [...candidates.subarray(start, start + count)];
      const chances = new Map(
        own.map((token, at) => [token, candidateScores[start + at] as number]),
      );
      // What was taken has a chance, however improbable it is.
      const taken = tokens[length];
      if (taken !== undefined) chances.set(taken, tokenScores[length] as number);
      return chances;
    },
  };
};
