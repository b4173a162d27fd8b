/** Characters of an alphabet that make a token, on average; other characters make about one each. */
const LETTERS_PER_TOKEN = 3.5;
/** What a text costs in addition to its words: its id, quotation marks, commas. */
const TOKENS_PER_TEXT = 12;

const OF_ALPHABETS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{ASCII}]/gu;

/** About as many tokens as a text has for a language model; every model counts differently. */
export const estimateTokens = (text: string): number => {
  const letters = text.match(OF_ALPHABETS)?.length ?? 0;
  return Math.ceil(letters / LETTERS_PER_TOKEN + (text.length - letters)) + TOKENS_PER_TEXT;
};

/** Most texts in a call; models lose count of more. */
const MAX_TEXTS = 25;

/** Packs texts into groups of about so many tokens, in order; a longer text is a group by itself. */
export const packByTokens = <Item extends { readonly text: string }>(
  items: readonly Item[],
  maxTokens: number,
): readonly (readonly Item[])[] => {
  const groups: Item[][] = [];
  let room = 0;
  for (const item of items) {
    const tokens = estimateTokens(item.text);
    const last = groups.at(-1);
    if (last && tokens <= room && last.length < MAX_TEXTS) {
      last.push(item);
      room -= tokens;
    } else {
      groups.push([item]);
      room = maxTokens - tokens;
    }
  }
  return groups;
};
