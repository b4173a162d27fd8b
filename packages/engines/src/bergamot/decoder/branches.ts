import {
  chancesAt,
  type Decoding,
  endWord,
  type Hypothesis,
  startHypothesis,
  take,
  takeJoiner,
  takeWords,
  textOf,
} from './hypotheses.js';

/** A token that another wording begins with. */
export interface Branch {
  readonly hypothesis: Hypothesis;
  readonly token: number;
  /** Where the word of the translation begins that is to be another. */
  readonly from: number;
  /** Logarithm of how much less probable it is than the best one. */
  readonly loss: number;
}

/** What is less probable than the best by more than this seldom fits: e⁷ is about a thousand. */
const MAX_LOSS = 7;
/** Words before a new one that may have to agree with it: an article and an adjective. */
const AGREEING_WORDS = 2;
const OTHERS_PER_PLACE = 3;

/** Every token that can stand where a word of a translation begins. */
export const branchesAt = (
  decoding: Decoding,
  translation: string,
  from: number,
): readonly Branch[] => {
  const { target } = decoding;
  const before = translation.slice(0, from);
  const { places, end } = follow(decoding, before);
  const here = { ...end, text: before, tokens: [] };
  const isWritable = textOf(decoding, end) === before.trim();
  const changed = agreeingHypotheses(decoding, isWritable ? places : []);
  const isAfterSpace = before === '' || /\s$/u.test(before);
  const tokens = [...chancesAt(decoding, here).keys()].filter(target.hasLetters);
  const branches = tokens.flatMap((token) => {
    const hypotheses = changed.filter((hypothesis) => fits(decoding, hypothesis, token));
    if (target.startsWord(token) === isAfterSpace) hypotheses.push(here);
    return hypotheses.length > 0 ? bestBranch(decoding, hypotheses, { token, from }) : [];
  });
  const least = branches.reduce((best, { loss }) => Math.min(best, loss), Number.POSITIVE_INFINITY);
  return branches
    .map((branch) => ({ ...branch, loss: branch.loss - least }))
    .filter(({ loss }) => loss <= MAX_LOSS);
};

/**
 * The most probable other tokens at every word of a translation.
 *
 * @param followed that translation
 */
export const branchesAnywhere = (
  decoding: Decoding,
  translation: string,
  { places, end }: Followed,
): readonly Branch[] => {
  // What the vocabulary can't write must not get lost.
  if (textOf(decoding, end) !== translation.trim()) return [];
  return places.flatMap(({ hypothesis, token: own, from }, index) => {
    const changed = agreeingHypotheses(decoding, places.slice(0, index));
    const ownChance = hypothesis.logProbability + (chancesAt(decoding, hypothesis)[own] as number);
    return otherTokens(decoding, hypothesis, own)
      .map((token) => {
        const hypotheses = changed.filter((other) => fits(decoding, other, token));
        return bestBranch(decoding, [hypothesis, ...hypotheses], { token, from });
      })
      .map((branch) => ({ ...branch, loss: branch.loss + ownChance }))
      .filter(({ loss }) => loss <= MAX_LOSS);
  });
};

/** Hypotheses up to a place with other last words, so that another word there can agree with them. */
const agreeingHypotheses = (decoding: Decoding, places: readonly Place[]): readonly Hypothesis[] =>
  places.slice(-AGREEING_WORDS).flatMap(({ hypothesis, token }, index, { length }) =>
    otherTokens(decoding, hypothesis, token).flatMap((other) => {
      const begun = take(decoding, hypothesis, other);
      const word = takeJoiner(decoding, begun) ?? endWord(decoding, begun);
      return takeWords(decoding, word, length - index - 1) ?? [];
    }),
  );

/** Whether a token can come next: after an apostrophe the rest of a word, otherwise a new word. */
const fits = ({ target }: Decoding, { tokens }: Hypothesis, token: number): boolean =>
  target.startsWord(token) !== target.isJoiner(tokens.at(-1) ?? token);

/** A token after the words that it is most probable with; `loss` is then its negative logarithm. */
const bestBranch = (
  decoding: Decoding,
  hypotheses: readonly Hypothesis[],
  { token, from }: Pick<Branch, 'token' | 'from'>,
): Branch => {
  const branches = hypotheses.map((hypothesis) => {
    const chance = hypothesis.logProbability + (chancesAt(decoding, hypothesis)[token] as number);
    return { hypothesis, token, from, loss: -chance };
  });
  return branches.reduce((best, branch) => (branch.loss < best.loss ? branch : best));
};

/** The beginning of a word in a translation: what stands before, and its own first token. */
interface Place {
  readonly hypothesis: Hypothesis;
  readonly token: number;
  readonly from: number;
}

/** A translation, and where its words begin. */
export interface Followed {
  readonly places: readonly Place[];
  readonly end: Hypothesis;
}

export const follow = (decoding: Decoding, text: string): Followed => {
  const { target } = decoding;
  const places: Place[] = [];
  let hypothesis = startHypothesis(decoding);
  for (const token of target.encode(text)) {
    const isWord = target.startsWord(token) || target.isSpaceless(token);
    if (isWord) places.push({ hypothesis, token, from: startOfNext(decoding, hypothesis, token) });
    hypothesis = take(decoding, hypothesis, token);
  }
  return { places, end: hypothesis };
};

/** Where a token begins in the text once it is taken. */
export const startOfNext = (decoding: Decoding, hypothesis: Hypothesis, token: number): number => {
  const { length } = textOf(decoding, hypothesis);
  return hypothesis.tokens.length > 0 && decoding.target.startsWord(token) ? length + 1 : length;
};

const otherTokens = (
  decoding: Decoding,
  hypothesis: Hypothesis,
  own: number,
): readonly number[] => {
  const { target } = decoding;
  const chances = chancesAt(decoding, hypothesis);
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
