import { WORD } from '@dragoman/core/characters';
import {
  type Alternative,
  type AlternativesQuestion,
  normaliseAlternative,
} from '@dragoman/core/engine';
import {
  type Branch,
  branchesAnywhere,
  branchesAt,
  endOfWord,
  startOfNext,
  textOf,
} from './branches.js';
import type { Decoding } from './decoding.js';

/** An alternative, and how far its new word goes. */
interface Begun extends Alternative {
  readonly from: number;
  /** The whole of it; undefined where the model comes to no end. */
  readonly whole: { readonly text: string; readonly logProbability: number } | undefined;
}

const BRANCHES_PER_ALTERNATIVE = 3;
/** How much less probable than the best a sentence may be: with the new word in a given place, or in any. */
const MAX_WHOLE_LOSS = { at: 4, anywhere: 3 };
/** Where no word was asked about, articles, prepositions and the like are no choice by themselves. */
const SHORTEST_CHOICE = 4;
const WORD_HERE = new RegExp(WORD, 'uy');

/**
 * Finds what a model would have written instead of a word, or of any word, of a translation: the
 * translation is followed until there, the most probable other tokens are taken, and the model goes
 * on from each by itself. So the rest of the sentence agrees with the new word. Up to two words before
 * it change, too, where that makes it more probable.
 *
 * @returns the most probable first; often fewer than wanted
 */
export const findAlternatives = async (
  decoding: Decoding,
  { translation, from: asked, count }: Omit<AlternativesQuestion, 'text'>,
): Promise<readonly Alternative[]> => {
  const from = asked === undefined ? undefined : afterArticle(translation, asked);
  const own = await decoding.follow([...decoding.encode(translation), decoding.end]);
  const branches =
    from === undefined
      ? await branchesAnywhere(decoding, translation, own)
      : await branchesAt(decoding, translation, from);
  const likely = branches
    .toSorted((one, other) => one.loss - other.loss)
    .slice(0, count * BRANCHES_PER_ALTERNATIVE);
  const begun = await Promise.all(likely.map((branch) => continueBranch(decoding, branch)));
  const found: { readonly alternative: Alternative; readonly logProbability: number }[] = [];
  const words = new Set<string>();
  const shortest = from === undefined ? SHORTEST_CHOICE : 1;
  for (const beginning of begun.filter((one) => isOtherWord(one, translation, shortest))) {
    if (found.length === count) break;
    const { whole, start, end } = beginning;
    const word = lowerCaseWordAt(beginning.text, start);
    if (!whole || (from !== undefined && words.has(word))) continue;
    const others = [translation, ...found.map((one) => one.alternative.text)];
    if (!isAlternative(whole.text, translation, beginning.from, others)) continue;
    words.add(word);
    const { text, logProbability } = whole;
    found.push({ alternative: { text, start, end }, logProbability });
  }
  const best = Math.max(
    own.logProbability(own.tokens.length),
    ...found.map(({ logProbability }) => logProbability),
  );
  const maxLoss = from === undefined ? MAX_WHOLE_LOSS.anywhere : MAX_WHOLE_LOSS.at;
  return found
    .filter(({ logProbability }) => best - logProbability <= maxLoss)
    .toSorted((one, other) => other.logProbability - one.logProbability)
    .map(({ alternative }) => alternative);
};

/** The beginning of a word without an article that is joined to it, as in "l'homme". */
const afterArticle = (text: string, from: number): number => {
  const [article = ''] = /^\p{L}{1,4}['’](?=\p{L}{3})/u.exec(text.slice(from)) ?? [];
  return from + article.length;
};

/** Has the model go on from a token to the end of the sentence. */
const continueBranch = async (
  decoding: Decoding,
  { hypothesis: before, token, from }: Branch,
): Promise<Begun> => {
  const start = startOfNext(decoding, before, token);
  const chain = await decoding.continueFrom([
    ...before.chain.tokens.slice(0, before.length),
    token,
  ]);
  const textUntil = (length: number): string => textOf(decoding, { ...before, chain, length });
  const { tokens, isEnded } = chain;
  const text = textUntil(endOfWord(decoding, chain, before.length + 1) ?? tokens.length);
  const logProbability = chain.logProbability(tokens.length);
  const whole = isEnded ? { text: textUntil(tokens.length - 1), logProbability } : undefined;
  return { from, text, start, end: text.length, whole };
};

/** Whether a new word stands nowhere in the translation yet, and is no form of the old one. */
const isOtherWord = (
  { text, start, from }: Begun,
  translation: string,
  shortest: number,
): boolean => {
  const [word, old] = [lowerCaseWordAt(text, start), lowerCaseWordAt(translation, from)];
  const isChoice = Math.max(word.length, old.length) >= shortest;
  const known: readonly string[] = translation.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  // The rest of a word that was cut at an apostrophe is none.
  const isWord = word.length > 1 || /\p{Ideographic}/u.test(word);
  // A sentence that began with a capital letter still does.
  const isBeginning = from > 0 || !isCapital(translation, 0) || isCapital(text, start);
  return isChoice && isWord && isBeginning && !haveSameStem(word, old) && !known.includes(word);
};

const isCapital = (text: string, position: number): boolean =>
  /^\p{Lu}/u.test(text.slice(position, position + 2));

const isAlternative = (
  text: string,
  translation: string,
  from: number,
  others: readonly string[],
): boolean =>
  // Something was only put in, or words were left out.
  !text.endsWith(translation.slice(from)) &&
  countWords(text) >= countWords(translation) - 1 &&
  others.every((other) => normaliseAlternative(other) !== normaliseAlternative(text));

const countWords = (text: string): number => text.trim().split(/\s+/u).length;

/** Whether words are the same but for an ending: forms of one, which have the same meaning. */
const haveSameStem = (one: string, other: string): boolean => {
  const longestEnding = 2;
  const stem = Math.max(3, Math.min(one.length, other.length) - longestEnding);
  return one.slice(0, stem) === other.slice(0, stem);
};

const lowerCaseWordAt = (text: string, position: number): string => {
  WORD_HERE.lastIndex = position;
  return WORD_HERE.exec(text)?.[0]?.toLowerCase() ?? '';
};
