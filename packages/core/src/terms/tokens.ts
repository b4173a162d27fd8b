/** A word, a sign, or a character of a script without spaces: what terms are compared by. */
export interface Token {
  readonly start: number;
  readonly end: number;
  /** Whether white space comes before it. */
  readonly isSpaced: boolean;
}

/** Scripts in which a word may begin and end between any two characters. */
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const TOKEN = new RegExp(
  `[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}_])+|\\S`,
  'gu',
);

/** Cuts a text into tokens, in order. White space of any kind and length is the same. */
export const tokensOf = (text: string): readonly Token[] => {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const isSpaced = index > end;
    end = index + token.length;
    tokens.push({ start: index, end, isSpaced });
  }
  return tokens;
};
