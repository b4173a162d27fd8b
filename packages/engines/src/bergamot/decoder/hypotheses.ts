import { logProbabilities } from './arithmetic.js';
import type { DecoderState, Memory, Student } from './student.js';
import type { Tokenizer } from './tokenizer.js';

/** A model with its vocabularies. */
export interface Decoder {
  readonly student: Student;
  readonly source: Tokenizer;
  readonly target: Tokenizer;
}

/** A model that has read a sentence. */
export interface Decoding {
  readonly student: Student;
  readonly memory: Memory;
  readonly target: Tokenizer;
  readonly maxTokens: number;
}

/** A beginning of a translation. */
export interface Hypothesis {
  /** What stands before the tokens, with a space at its end where one belongs there. */
  readonly text: string;
  readonly tokens: readonly number[];
  readonly state: DecoderState;
  /** Logarithm of the probability of all of it. */
  readonly logProbability: number;
}

const MAX_TOKENS = 200;
const MAX_LENGTH_FACTOR = 3;
const chances = new WeakMap<DecoderState, Float32Array>();

/** Has a model read a sentence, whose translations it then goes through. */
export const readSentence = ({ student, source, target }: Decoder, text: string): Decoding => {
  const tokens = [...source.encode(text), source.end];
  const maxTokens = Math.min(MAX_TOKENS, MAX_LENGTH_FACTOR * tokens.length);
  return { student, memory: student.encode(tokens), target, maxTokens };
};

/** The hypothesis before the first token. */
export const startHypothesis = ({ student, memory }: Decoding): Hypothesis => ({
  ...{ text: '', tokens: [], logProbability: 0 },
  state: student.step(memory, student.start(), undefined),
});

/** Logarithms of the probabilities of all tokens to come next. */
export const chancesAt = ({ student }: Decoding, { state }: Hypothesis): Float32Array => {
  const known = chances.get(state);
  if (known) return known;
  const found = logProbabilities(student.score(state));
  chances.set(state, found);
  return found;
};

/** Goes on with a token. */
export const take = (decoding: Decoding, hypothesis: Hypothesis, token: number): Hypothesis => ({
  text: hypothesis.text,
  tokens: [...hypothesis.tokens, token],
  state: decoding.student.step(decoding.memory, hypothesis.state, token),
  logProbability: hypothesis.logProbability + (chancesAt(decoding, hypothesis)[token] as number),
});

/** Goes on with the most probable tokens until the word that was begun is complete. */
export const endWord = (decoding: Decoding, hypothesis: Hypothesis): Hypothesis => {
  const { target, maxTokens } = decoding;
  for (let longer = hypothesis; ; ) {
    const next = mostProbable(decoding, longer);
    const isOver =
      next === target.end ||
      target.startsWord(next) ||
      !(target.hasLetters(next) || target.isJoiner(next)) ||
      target.isSpaceless(longer.tokens.at(-1) ?? next);
    if (isOver || longer.state.position > maxTokens) return longer;
    longer = take(decoding, longer, next);
  }
};

/** Goes on with an apostrophe, as in "l'homme", where that is most probable; undefined where it is not. */
export const takeJoiner = (decoding: Decoding, hypothesis: Hypothesis): Hypothesis | undefined => {
  const next = mostProbable(decoding, hypothesis);
  return decoding.target.isJoiner(next) ? take(decoding, hypothesis, next) : undefined;
};

/** Goes on with the most probable tokens for further words; undefined where the sentence ends before. */
export const takeWords = (
  decoding: Decoding,
  hypothesis: Hypothesis,
  count: number,
): Hypothesis | undefined => {
  let longer = hypothesis;
  for (let words = 0; words < count; words++) {
    const next = mostProbable(decoding, longer);
    if (!decoding.target.startsWord(next) || !decoding.target.hasLetters(next)) return undefined;
    longer = endWord(decoding, take(decoding, longer, next));
  }
  return longer;
};

/** Goes on with the most probable tokens until the end; undefined where there is none. */
export const endSentence = (decoding: Decoding, hypothesis: Hypothesis): Hypothesis | undefined => {
  for (let longer = hypothesis; longer.state.position <= decoding.maxTokens; ) {
    const next = mostProbable(decoding, longer);
    if (next === decoding.target.end) {
      return { ...longer, logProbability: logProbabilityWithEnd(decoding, longer) };
    }
    longer = take(decoding, longer, next);
  }
  return undefined;
};

/** Logarithm of the probability that a hypothesis is the whole translation. */
export const logProbabilityWithEnd = (decoding: Decoding, hypothesis: Hypothesis): number =>
  hypothesis.logProbability + (chancesAt(decoding, hypothesis)[decoding.target.end] as number);

/** What a hypothesis says. */
export const textOf = ({ target }: Decoding, { text, tokens }: Hypothesis): string =>
  text + target.decode(tokens);

const mostProbable = (decoding: Decoding, hypothesis: Hypothesis): number => {
  const values = chancesAt(decoding, hypothesis);
  const { end, unknown } = decoding.target;
  let largest = end;
  for (let at = 0; at < values.length; at++) {
    if (at !== unknown && (values[at] as number) > (values[largest] as number)) largest = at;
  }
  return largest;
};
