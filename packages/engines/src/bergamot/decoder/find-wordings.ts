import type { OtherWording, WordingQuestion } from '@dragoman/core';
import type { Pieces } from './pieces.js';
import type { Student } from './student.js';
import {
  chancesAt,
  type Decoding,
  endSentence,
  endWord,
  startWay,
  take,
  takeWords,
  textOf,
  type Way,
} from './ways.js';

/** A model with its vocabularies. */
export interface Decoder {
  readonly student: Student;
  readonly source: Pieces;
  readonly target: Pieces;
}

/** A token that another wording begins with. */
interface Branch {
  readonly way: Way;
  readonly token: number;
  /** Where the word of the translation begins that is to be another. */
  readonly from: number;
  /** Logarithm of how much less probable it is than the best one. */
  readonly loss: number;
}

/** A wording as far as its new word is complete. */
interface Begun extends OtherWording {
  readonly way: Way;
  readonly from: number;
}

const MAX_TOKENS = 200;
const MAX_LENGTH_FACTOR = 3;
const BRANCHES_PER_WORDING = 3;
/** What is less probable than the best by more than this seldom fits: e⁷ is about a thousand. */
const MAX_LOSS = 7;
/** The same for whole sentences with another word in a given place, and for any wording. */
const MAX_WHOLE_LOSS = { at: 6.5, anywhere: 4.5 };
/** Words before a new one that may have to agree with it: an article and an adjective. */
const AGREEING_WORDS = 2;
const OTHERS_PER_PLACE = 3;
/** Articles, prepositions and the like are no choice by themselves. */
const SHORTEST_CHOICE = 4;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’·-][\p{L}\p{M}\p{N}]+)*/uy;

/**
 * Finds what a model would have written instead of a word, or of any word, of a translation: the
 * translation is followed until there, the most probable other tokens are taken, and the model goes
 * on from each by itself. So the rest of the sentence agrees with the new word. Up to two words before
 * it change, too, where that makes it more probable.
 *
 * @returns the most probable first; often fewer than wanted
 */
export const findWordings = (
  { student, source, target }: Decoder,
  { text: sentence, translation, from, count }: WordingQuestion,
): readonly OtherWording[] => {
  const tokens = [...source.encode(sentence), source.end];
  const maxTokens = Math.min(MAX_TOKENS, MAX_LENGTH_FACTOR * tokens.length);
  const decoding = { student, memory: student.encode(tokens), target, maxTokens };
  const branches =
    from === undefined
      ? branchesAnywhere(decoding, translation)
      : branchesAt(decoding, translation, from);
  const begun = branches
    .filter(({ loss }) => loss <= MAX_LOSS)
    .toSorted((one, other) => one.loss - other.loss)
    .slice(0, count * BRANCHES_PER_WORDING)
    .map((branch) => beginWording(decoding, branch));
  const found: { readonly wording: OtherWording; readonly logProbability: number }[] = [];
  const words = new Set<string>();
  for (const beginning of begun.filter((one) => isOtherWord(one, translation))) {
    if (found.length === count) break;
    const { way, start, end } = beginning;
    const word = lowerCaseWordAt(beginning.text, start);
    if (from !== undefined && words.has(word)) continue;
    const whole = endSentence(decoding, way);
    if (!whole) continue;
    const wording = { text: textOf(decoding, whole), start, end };
    const others = [translation, ...found.map((one) => one.wording.text)];
    if (!isOtherWording(wording.text, translation, beginning.from, others)) continue;
    words.add(word);
    found.push({ wording, logProbability: whole.logProbability });
  }
  const best = Math.max(
    logProbabilityOf(decoding, translation),
    ...found.map(({ logProbability }) => logProbability),
  );
  const maxLoss = from === undefined ? MAX_WHOLE_LOSS.anywhere : MAX_WHOLE_LOSS.at;
  return found
    .filter(({ logProbability }) => best - logProbability <= maxLoss)
    .toSorted((one, other) => other.logProbability - one.logProbability)
    .map(({ wording }) => wording);
};

const logProbabilityOf = (decoding: Decoding, translation: string): number => {
  const { end: way } = follow(decoding, translation);
  return way.logProbability + (chancesAt(decoding, way)[decoding.target.end] as number);
};

/** Every token that can stand at a place. */
const branchesAt = (decoding: Decoding, translation: string, from: number): readonly Branch[] => {
  const { target } = decoding;
  const before = translation.slice(0, from);
  const { places, end } = follow(decoding, before);
  const here = { ...end, text: before, tokens: [] };
  const isWritable = textOf(decoding, end) === before.trim();
  const ways = [here, ...agreeingWays(decoding, isWritable ? places : [])];
  const isAfterSpace = before === '' || /\s$/u.test(before);
  const tokens = [...chancesAt(decoding, here).keys()].filter(
    (token) => target.hasLetters(token) && target.startsWord(token) === isAfterSpace,
  );
  const branches = tokens.map((token) => bestBranch(decoding, ways, { token, from }));
  const least = Math.min(...branches.map(({ loss }) => loss));
  return branches.map((branch) => ({ ...branch, loss: branch.loss - least }));
};

/** The most probable other tokens at every word. */
const branchesAnywhere = (decoding: Decoding, translation: string): readonly Branch[] => {
  const { places, end } = follow(decoding, translation);
  // What the vocabulary can't write must not get lost.
  if (textOf(decoding, end) !== translation.trim()) return [];
  return places.flatMap(({ way, token: own, from }, index) => {
    const ways = [way, ...agreeingWays(decoding, places.slice(0, index))];
    const ownChance = way.logProbability + (chancesAt(decoding, way)[own] as number);
    return otherTokens(decoding, way, own)
      .map((token) => bestBranch(decoding, ways, { token, from }))
      .map((branch) => ({ ...branch, loss: branch.loss + ownChance }));
  });
};

/** The ways to a place whose last words are others, so that another word there can agree with them. */
const agreeingWays = (decoding: Decoding, places: readonly Place[]): readonly Way[] =>
  places.slice(-AGREEING_WORDS).flatMap(({ way, token }, index, { length }) =>
    otherTokens(decoding, way, token).flatMap((other) => {
      const word = endWord(decoding, take(decoding, way, other));
      return takeWords(decoding, word, length - index - 1) ?? [];
    }),
  );

/** A token after the words that it is most probable with; `loss` is then its negative logarithm. */
const bestBranch = (
  decoding: Decoding,
  ways: readonly Way[],
  { token, from }: Pick<Branch, 'token' | 'from'>,
): Branch => {
  const branches = ways.map((way) => {
    const chance = way.logProbability + (chancesAt(decoding, way)[token] as number);
    return { way, token, from, loss: -chance };
  });
  return branches.reduce((best, branch) => (branch.loss < best.loss ? branch : best));
};

/** The beginning of a word in a translation: what stands before, and its own first token. */
interface Place {
  readonly way: Way;
  readonly token: number;
  readonly from: number;
}

const follow = (
  decoding: Decoding,
  text: string,
): { readonly places: readonly Place[]; readonly end: Way } => {
  const { target } = decoding;
  const places: Place[] = [];
  let way = startWay(decoding);
  for (const token of target.encode(text)) {
    const isWord = target.startsWord(token) || target.isSpaceless(token);
    if (isWord) places.push({ way, token, from: startOfNext(decoding, way, token) });
    way = take(decoding, way, token);
  }
  return { places, end: way };
};

/** Where a token begins in the text once it is taken. */
const startOfNext = (decoding: Decoding, way: Way, token: number): number => {
  const { length } = textOf(decoding, way);
  return way.tokens.length > 0 && decoding.target.startsWord(token) ? length + 1 : length;
};

const otherTokens = (decoding: Decoding, way: Way, own: number): readonly number[] => {
  const { target } = decoding;
  const chances = chancesAt(decoding, way);
  const least = (chances[own] as number) - MAX_LOSS;
  return [...chances.keys()]
    .filter(
      (token) =>
        (chances[token] as number) >= least &&
        token !== own &&
        target.hasLetters(token) &&
        target.startsWord(token) === target.startsWord(own),
    )
    .toSorted((one, other) => (chances[other] as number) - (chances[one] as number))
    .slice(0, OTHERS_PER_PLACE);
};

const beginWording = (decoding: Decoding, { way: before, token, from }: Branch): Begun => {
  const start = startOfNext(decoding, before, token);
  const way = endWord(decoding, take(decoding, before, token));
  const text = textOf(decoding, way);
  return { way, from, text, start, end: text.length };
};

/** Whether a new word stands nowhere in the translation yet, and is no form of the old one. */
const isOtherWord = ({ text, start, from }: Begun, translation: string): boolean => {
  const [word, old] = [lowerCaseWordAt(text, start), lowerCaseWordAt(translation, from)];
  const isChoice = Math.max(word.length, old.length) >= SHORTEST_CHOICE;
  const known: readonly string[] = translation.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return isChoice && word !== '' && !haveSameStem(word, old) && !known.includes(word);
};

const isOtherWording = (
  text: string,
  translation: string,
  from: number,
  others: readonly string[],
): boolean =>
  // Something was only put in, or words were left out.
  !text.endsWith(translation.slice(from)) &&
  countWords(text) >= countWords(translation) - 1 &&
  others.every((other) => wordingOf(other) !== wordingOf(text));

const countWords = (text: string): number => text.trim().split(/\s+/u).length;

/** Whether words are the same but for an ending: forms of one, which have the same meaning. */
const haveSameStem = (one: string, other: string): boolean => {
  const longestEnding = 2;
  const stem = Math.max(3, Math.min(one.length, other.length) - longestEnding);
  return one.slice(0, stem) === other.slice(0, stem);
};

const lowerCaseWordAt = (text: string, position: number): string => {
  WORD.lastIndex = position;
  return WORD.exec(text)?.[0]?.toLowerCase() ?? '';
};

/** What a reader compares: capitals and spacing make no other translation. */
const wordingOf = (text: string): string => text.toLowerCase().replace(/\s+/gu, ' ').trim();
