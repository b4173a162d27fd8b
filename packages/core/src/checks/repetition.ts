/** Longest phrase, in tokens, looked at for being said over and over. */
const MAX_PHRASE_TOKENS = 8;
/** Tokens looked at; a loop shows long before. */
const MAX_TOKENS = 2000;

/** A run of the same phrase. */
export interface Repetition {
  /** How often the phrase stands there in a row; 1 where nothing repeats. */
  readonly count: number;
  /** Tokens from the first to the last of the run. */
  readonly tokens: number;
}

/**
 * The longest immediate repetition of a phrase of up to eight tokens: `no no no` has one of count
 * 3, `Danke. Danke. Danke.` too. Words count as tokens, in scripts without spaces characters do.
 * Takes time in proportion to the length of the text.
 */
export const longestRepetition = (text: string): Repetition => {
  const tokens = tokensOf(text);
  let longest: Repetition = { count: 1, tokens: 0 };
  for (let size = 1; size <= MAX_PHRASE_TOKENS && size * 2 <= tokens.length; size++) {
    let matching = 0;
    for (let index = size; index < tokens.length; index++) {
      matching = tokens[index] === tokens[index - size] ? matching + 1 : 0;
      const count = Math.floor(matching / size) + 1;
      const length = count * size;
      if (count > 1 && length > longest.tokens) longest = { count, tokens: length };
    }
  }
  return longest;
};

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;

const tokensOf = (text: string): readonly string[] => {
  const tokens: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(TOKEN)) {
    if (UNSPACED.test(word)) tokens.push(...word);
    else tokens.push(word);
    if (tokens.length >= MAX_TOKENS) break;
  }
  return tokens;
};
