import { corpusBleu, corpusChrf } from '../../bench/scoring/index.mjs';

/**
 * How many sentences there are, and how well they are translated, rounded to two digits.
 *
 * @param {readonly string[]} translated
 * @param {readonly string[]} references
 */
export const scoreLines = (translated, references) => ({
  sentences: translated.length,
  bleu: round(corpusBleu(translated, references)),
  chrf: round(corpusChrf(translated, references)),
});

const round = (value) => Math.round(value * 100) / 100;
