import { logProbabilities } from './arithmetic.js';
import type { Pieces } from './pieces.js';
import type { DecoderState, Memory, Student } from './student.js';

/** A model with its vocabularies. */
export interface Decoder {
  readonly student: Student;
  readonly source: Pieces;
  readonly target: Pieces;
}

/** A model that has read a sentence. */
export interface Decoding {
  readonly student: Student;
  readonly memory: Memory;
  readonly target: Pieces;
  readonly maxTokens: number;
}

/** A beginning of a translation. */
export interface Way {
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

/** The way before the first token. */
export const startWay = ({ student, memory }: Decoding): Way => ({
  ...{ text: '', tokens: [], logProbability: 0 },
  state: student.step(memory, student.start(), undefined),
});

/** Logarithms of the probabilities of all tokens to come next. */
export const chancesAt = ({ student }: Decoding, { state }: Way): Float32Array => {
  const known = chances.get(state);
  if (known) return known;
  const found = logProbabilities(student.score(state));
  chances.set(state, found);
  return found;
};

/** Goes on with a token. */
export const take = (decoding: Decoding, way: Way, token: number): Way => ({
  text: way.text,
  tokens: [...way.tokens, token],
  state: decoding.student.step(decoding.memory, way.state, token),
  logProbability: way.logProbability + (chancesAt(decoding, way)[token] as number),
});

/** Goes on with the most probable tokens until the word that was begun is complete. */
export const endWord = (decoding: Decoding, way: Way): Way => {
  const { target, maxTokens } = decoding;
  for (let longer = way; ; ) {
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
export const takeJoiner = (decoding: Decoding, way: Way): Way | undefined => {
  const next = mostProbable(decoding, way);
  return decoding.target.isJoiner(next) ? take(decoding, way, next) : undefined;
};

/** Goes on with the most probable tokens for further words; undefined where the sentence ends before. */
export const takeWords = (decoding: Decoding, way: Way, count: number): Way | undefined => {
  let longer = way;
  for (let words = 0; words < count; words++) {
    const next = mostProbable(decoding, longer);
    if (!decoding.target.startsWord(next) || !decoding.target.hasLetters(next)) return undefined;
    longer = endWord(decoding, take(decoding, longer, next));
  }
  return longer;
};

/** Goes on with the most probable tokens until the end; undefined where there is none. */
export const endSentence = (decoding: Decoding, way: Way): Way | undefined => {
  for (let longer = way; longer.state.position <= decoding.maxTokens; ) {
    const next = mostProbable(decoding, longer);
    if (next === decoding.target.end) {
      return { ...longer, logProbability: logProbabilityWithEnd(decoding, longer) };
    }
    longer = take(decoding, longer, next);
  }
  return undefined;
};

/** Logarithm of the probability that a way is the whole translation. */
export const logProbabilityWithEnd = (decoding: Decoding, way: Way): number =>
  way.logProbability + (chancesAt(decoding, way)[decoding.target.end] as number);

/** What a way says. */
export const textOf = ({ target }: Decoding, { text, tokens }: Way): string =>
  text + target.decode(tokens);

const mostProbable = (decoding: Decoding, way: Way): number => {
  const values = chancesAt(decoding, way);
  const { end, unknown } = decoding.target;
  let largest = end;
  for (let at = 0; at < values.length; at++) {
    if (at !== unknown && (values[at] as number) > (values[largest] as number)) largest = at;
  }
  return largest;
};
