/** Digits that stand together; separators differ between languages, so they end a run. */
const DIGIT_RUN = /\p{Nd}+/gu;

/**
 * Whether every run of two digits or more is still there. One digit may become a word. Separators
 * change (1,234.5 and 1.234,5), so the runs are looked for in all the digits put together.
 */
export const keepsNumbers = (source: string, translated: string): boolean => {
  const wanted = digitRuns(source).filter((run) => run.length > 1);
  if (wanted.length === 0) return true;
  const found = digitRuns(translated).join('');
  return wanted.every((run) => found.includes(run));
};

const digitRuns = (text: string): readonly string[] =>
  [...text.matchAll(DIGIT_RUN)].map(([run]) => run.replaceAll(/[^0-9]/gu, toAscii));

/** A digit of another script as 0 to 9: the ten digits of a script follow one another. */
const toAscii = (digit: string): string => {
  const codePoint = digit.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(codePoint - zero);
};
