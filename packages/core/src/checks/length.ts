const DENSE_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/** A character of these scripts says about as much as this many letters. */
const DENSE_WEIGHT = 2.5;
/** Shorter texts vary too much to tell anything. */
const SHORT = 20;
const LEAST_RATIO = 0.25;
const GREATEST_RATIO = 4;
/** Sentences from here on vary less: one that is much shorter has lost a part. */
const LONG = 300;
const LEAST_RATIO_OF_LONG = 0.55;
const GREATEST_RATIO_OF_LONG = 2.2;

/** Whether the length of a translation is believable for its source. */
export const hasBelievableLength = (source: string, translated: string): boolean => {
  const sourceWeight = weightOf(source);
  const weight = weightOf(translated);
  if (sourceWeight < SHORT && weight < SHORT * 2) return true;
  const ratio = weight / Math.max(1, sourceWeight);
  return sourceWeight < LONG
    ? ratio >= LEAST_RATIO && ratio <= GREATEST_RATIO
    : ratio >= LEAST_RATIO_OF_LONG && ratio <= GREATEST_RATIO_OF_LONG;
};

const weightOf = (text: string): number => {
  const dense = text.match(DENSE_SCRIPT)?.length ?? 0;
  return text.length + dense * (DENSE_WEIGHT - 1);
};
