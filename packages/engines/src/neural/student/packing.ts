import { type Job, type JobResult, type JobTranslation, MAX_JOB_TOKENS } from './engine-binding.js';

// How jobs and results cross the border to the engine: rows of 32-bit words. The layout is that of
// native/student/engine.h.

const REQUEST_WORDS = 10;
const RESULT_WORDS = 5;
const TRANSLATION_WORDS = 5;
const FLAGS = { aligned: 1, scored: 2, scoredOnly: 4, withoutShortlist: 8 };
const NO_TOKENS = new Int32Array(0);
const NO_NUMBERS = new Float32Array(0);

/**
 * A job as words.
 *
 * @throws RangeError for a number that is no 32-bit one; the engine checks the rest
 */
export const packJob = (job: Job): Int32Array => {
  const { source, prefix = NO_TOKENS } = job;
  if (source.length > MAX_JOB_TOKENS || prefix.length > MAX_JOB_TOKENS) {
    throw new RangeError('source or prefix has too many tokens');
  }
  const flags =
    (job.isAligned ? FLAGS.aligned : 0) |
    (job.isScored ? FLAGS.scored : 0) |
    (job.isScoredOnly ? FLAGS.scoredOnly : 0) |
    (job.isWithoutShortlist ? FLAGS.withoutShortlist : 0);
  const { maxTokens, beamSize, bestCount = 1, lengthPower = 1, candidateCount = 0 } = job;
  const { id, priority = 0 } = job;
  const integers = { id, maxTokens, beamSize, bestCount, candidateCount, priority };
  for (const [name, value] of Object.entries(integers)) {
    if ((value | 0) !== value) throw new RangeError(`${name} is out of range`);
  }
  const words = new Int32Array(REQUEST_WORDS + source.length + prefix.length);
  words.set([id, flags, maxTokens, beamSize, bestCount, 0, candidateCount, priority]);
  new Float32Array(words.buffer)[5] = lengthPower;
  words.set([source.length, prefix.length], 8);
  words.set(source, REQUEST_WORDS);
  words.set(prefix, REQUEST_WORDS + source.length);
  return words;
};

/** What the engine says: any number of results, one after the other. They share its memory. */
export const unpackResults = (words: Int32Array): readonly JobResult[] => {
  const results: JobResult[] = [];
  for (let at = 0; at < words.length; at += words[at] as number) {
    results.push(unpackResult(words.subarray(at, at + (words[at] as number))));
  }
  return results;
};

const unpackResult = (words: Int32Array): JobResult => {
  const [, id = 0, sourceLength = 0, candidateCount = 0, count = 0] = words;
  let at = RESULT_WORDS;
  const take = (length: number): Int32Array => {
    at += length;
    return words.subarray(at - length, at);
  };
  const takeNumbers = (length: number): Float32Array => {
    if (length === 0) return NO_NUMBERS;
    const { buffer, byteOffset } = take(length);
    return new Float32Array(buffer, byteOffset, length);
  };
  const takeTranslation = (): JobTranslation => {
    const [length = 0, isEnded = 0, flags = 0] = take(TRANSLATION_WORDS - 2);
    const [score = 0, lengthScore = 0] = takeNumbers(2);
    return {
      tokens: take(length),
      isEnded: isEnded === 1,
      score,
      lengthScore,
      tokenScores: takeNumbers(flags & FLAGS.scored ? length : 0),
      alignment: takeNumbers(flags & FLAGS.aligned ? length * sourceLength : 0),
      candidates: take(length * candidateCount),
      candidateScores: takeNumbers(length * candidateCount),
    };
  };
  return { id, translations: Array.from({ length: count }, takeTranslation) };
};
