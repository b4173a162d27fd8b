/**
 * Splits a line into tokens the way NIST's mteval-v13a script does, as sacrebleu's default `13a`
 * tokenizer implements it (https://github.com/mjpost/sacrebleu, Apache-2.0): punctuation and symbols
 * become tokens, except that a period or comma between digits stays with them.
 */
export const tokenize13a = (line: string): readonly string[] => {
  const decoded = line
    .replaceAll('<skipped>', '')
    .replaceAll('-\n', '')
    .replaceAll('\n', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
  return ` ${decoded} `
    .replace(/([{-~[-` -&(-+:-@/])/gu, ' $1 ')
    .replace(/([^0-9])([.,])/gu, '$1 $2 ')
    .replace(/([.,])([^0-9])/gu, ' $1 $2')
    .replace(/([0-9])(-)/gu, '$1 $2 ')
    .split(/\p{White_Space}+/u)
    .filter((token) => token !== '');
};
