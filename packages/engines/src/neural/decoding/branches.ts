import type { Chain, Decoding } from './decoding.js';

/** A beginning of a translation. */
interface Hypothesis {
  readonly chain: Chain;
  /** How many tokens of the chain it has. */
  readonly length: number;
  /** What stands in the place of the first tokens, with a space at its end where one belongs there. */
  readonly text: string;
  /** How many tokens that is. */
  readonly textTokens: number;
}

/** A token that an alternative begins with. */
export interface Branch {
  readonly hypothesis: Hypothesis;
  readonly token: number;
  /** Where the word of the translation begins that is to be another. */
  readonly from: number;
  /** Logarithm of how much less probable it is than the best one. */
  readonly loss: number;
}

/** The beginning of a word in a translation: what stands before, and its own first token. */
interface WordStart {
  readonly hypothesis: Hypothesis;
  readonly token: number;
  readonly from: number;
}

/** What is less probable than the best by more than this seldom fits: e⁷ is about a thousand. */
const MAX_LOSS = 7;
/** Words before a new one that may have to agree with it: an article and an adjective. */
const AGREEING_WORDS = 2;
const OTHERS_PER_WORD = 3;
/** Enough for the words that have to agree, and a token more. */
const AGREEING_TOKENS = 16;

/** What a hypothesis says. */
export const textOf = (
  decoding: Decoding,
  { chain, length, text, textTokens }: Hypothesis,
): string => text + decoding.decode(chain.tokens.slice(textTokens, length));

/** Every token that can stand where a word of a translation begins. */
export const branchesAt = async (
  decoding: Decoding,
  translation: string,
  from: number,
): Promise<readonly Branch[]> => {
  const before = translation.slice(0, from);
  const tokens = decoding.encode(before);
  const chain = await decoding.continueFrom(tokens, 1);
  const end = hypothesisOf(chain, tokens.length);
  const here = { ...end, text: before, textTokens: tokens.length };
  const isWritable = textOf(decoding, end) === before.trim();
  const changed = isWritable
    ? await agreeing(decoding, wordStartsOf(decoding, chain, tokens.length))
    : [];
  const isAfterSpace = before === '' || /\s$/u.test(before);
  const possible = [here, ...changed].flatMap((one) => [...chancesAt(one).keys()]);
  const branches = [...new Set(possible)].filter(decoding.hasLetters).flatMap((token) => {
    const hypotheses = changed.filter((hypothesis) => fits(decoding, hypothesis, token));
    if (decoding.startsWord(token) === isAfterSpace) hypotheses.push(here);
    return hypotheses.length > 0 ? bestBranch(hypotheses, { token, from }) : [];
  });
  const least = branches.reduce((best, { loss }) => Math.min(best, loss), Number.POSITIVE_INFINITY);
  return branches
    .map((branch) => ({ ...branch, loss: branch.loss - least }))
    .filter(({ loss }) => loss <= MAX_LOSS);
};

/**
 * The most probable other tokens at every word of a translation.
 *
 * @param whole that translation, with its end
 */
export const branchesAnywhere = async (
  decoding: Decoding,
  translation: string,
  whole: Chain,
): Promise<readonly Branch[]> => {
  const length = whole.tokens.length - 1;
  // What the vocabulary can't write must not get lost.
  if (decoding.decode(whole.tokens.slice(0, length)) !== translation.trim()) return [];
  const starts = wordStartsOf(decoding, whole, length);
  const others = await Promise.all(starts.map((place) => otherChains(decoding, place)));
  return starts.flatMap(({ hypothesis, token: own, from }, index) => {
    const changed = agreeingAmong(decoding, others.slice(0, index));
    const ownChance = whole.logProbability(hypothesis.length + 1);
    return otherTokens(decoding, hypothesis, own)
      .map((token) => {
        const hypotheses = changed.filter((other) => fits(decoding, other, token));
        return bestBranch([hypothesis, ...hypotheses], { token, from });
      })
      .map((branch) => ({ ...branch, loss: branch.loss + ownChance }))
      .filter(({ loss }) => loss <= MAX_LOSS);
  });
};

/** Where a token begins in the text once it is taken. */
export const startOfNext = (decoding: Decoding, hypothesis: Hypothesis, token: number): number => {
  const { length } = textOf(decoding, hypothesis);
  const isFirst = hypothesis.length === hypothesis.textTokens;
  return !isFirst && decoding.startsWord(token) ? length + 1 : length;
};

/**
 * The number of tokens with which the word is complete that ends a beginning of a chain; undefined
 * where the chain ends before that can be told.
 */
export const endOfWord = (
  { startsWord, hasLetters, isJoiner, isSpaceless, end }: Decoding,
  { tokens }: Chain,
  length: number,
): number | undefined => {
  for (let longer = length; longer < tokens.length; longer++) {
    const next = tokens[longer] as number;
    const isOver =
      next === end ||
      startsWord(next) ||
      !(hasLetters(next) || isJoiner(next)) ||
      isSpaceless(tokens[longer - 1] ?? next);
    if (isOver) return longer;
  }
  return undefined;
};

const hypothesisOf = (chain: Chain, length: number): Hypothesis => ({
  chain,
  length,
  text: '',
  textTokens: 0,
});

const chancesAt = ({ chain, length }: Hypothesis): ReadonlyMap<number, number> =>
  chain.chancesAfter(length);

const wordStartsOf = (decoding: Decoding, chain: Chain, count: number): readonly WordStart[] =>
  chain.tokens.slice(0, count).flatMap((token, length) => {
    if (!decoding.startsWord(token) && !decoding.isSpaceless(token)) return [];
    const hypothesis = hypothesisOf(chain, length);
    return { hypothesis, token, from: startOfNext(decoding, hypothesis, token) };
  });

/** Hypotheses up to a place with other last words, so that another word there can agree with them. */
const agreeing = async (
  decoding: Decoding,
  starts: readonly WordStart[],
): Promise<readonly Hypothesis[]> => {
  const last = starts.slice(-AGREEING_WORDS);
  const others = await Promise.all(last.map((place) => otherChains(decoding, place)));
  return agreeingAmong(decoding, others);
};

/** What the model makes of every other token at a place. */
const otherChains = (
  decoding: Decoding,
  { hypothesis, token }: WordStart,
): Promise<readonly Hypothesis[]> => {
  const before = hypothesis.chain.tokens.slice(0, hypothesis.length);
  return Promise.all(
    otherTokens(decoding, hypothesis, token).map(async (other) =>
      hypothesisOf(
        await decoding.continueFrom([...before, other], AGREEING_TOKENS),
        hypothesis.length + 1,
      ),
    ),
  );
};

/** @param others for each place before, what begins there */
const agreeingAmong = (
  decoding: Decoding,
  others: readonly (readonly Hypothesis[])[],
): readonly Hypothesis[] =>
  others.slice(-AGREEING_WORDS).flatMap((begun, index, { length: words }) =>
    begun.flatMap(({ chain, length }) => {
      const next = chain.tokens[length];
      const isJoined = next !== undefined && decoding.isJoiner(next);
      const word = isJoined ? length + 1 : endOfWord(decoding, chain, length);
      const stop =
        word === undefined ? undefined : takeWords(decoding, chain, word, words - index - 1);
      return stop !== undefined && stop < chain.tokens.length ? hypothesisOf(chain, stop) : [];
    }),
  );

/** Goes on for further words; undefined where the sentence ends before. */
const takeWords = (
  decoding: Decoding,
  chain: Chain,
  length: number,
  count: number,
): number | undefined => {
  let longer: number | undefined = length;
  for (let words = 0; words < count && longer !== undefined; words++) {
    const next: number | undefined = chain.tokens[longer];
    if (next === undefined || !decoding.startsWord(next) || !decoding.hasLetters(next)) {
      return undefined;
    }
    longer = endOfWord(decoding, chain, longer + 1);
  }
  return longer;
};

/** Whether a token can come next: after an apostrophe the rest of a word, otherwise a new word. */
const fits = (
  { startsWord, isJoiner }: Decoding,
  { chain, length }: Hypothesis,
  token: number,
): boolean => startsWord(token) !== isJoiner(chain.tokens[length - 1] ?? token);

/** A token after the words that it is most probable with; `loss` is then its negative logarithm. */
const bestBranch = (
  hypotheses: readonly Hypothesis[],
  { token, from }: Pick<Branch, 'token' | 'from'>,
): Branch => {
  const branches = hypotheses.map((hypothesis) => {
    const chance = chancesAt(hypothesis).get(token) ?? Number.NEGATIVE_INFINITY;
    const logProbability = hypothesis.chain.logProbability(hypothesis.length);
    return { hypothesis, token, from, loss: -(logProbability + chance) };
  });
  return branches.reduce((best, branch) => (branch.loss < best.loss ? branch : best));
};

const otherTokens = (
  decoding: Decoding,
  hypothesis: Hypothesis,
  own: number,
): readonly number[] => {
  const chances = chancesAt(hypothesis);
  const chanceOf = (token: number): number => chances.get(token) ?? Number.NEGATIVE_INFINITY;
  return [...chances.keys()]
    .filter(
      (token) =>
        chanceOf(token) >= chanceOf(own) - MAX_LOSS &&
        token !== own &&
        decoding.hasLetters(token) &&
        decoding.startsWord(token) === decoding.startsWord(own),
    )
    .toSorted((one, other) => chanceOf(other) - chanceOf(one))
    .slice(0, OTHERS_PER_WORD);
};
