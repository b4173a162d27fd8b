/** Characters of an alphabet that make a token, on average; other characters make about one each. */
const LETTERS_PER_TOKEN = 3.5;
/** What a text costs in addition to its words: its id, quotation marks, commas. */
const TOKENS_PER_TEXT = 12;

/** Latin, Greek and Cyrillic come before this in Unicode, with what goes with them. */
const END_OF_ALPHABETS = 0x0530;
/** And what was added to them later: for Vietnamese, for old Greek. */
const [ADDED_START, ADDED_END] = [0x1e00, 0x2000];

/** About as many tokens as a text has for a language model; every model counts differently. */
export const estimateTokens = (text: string): number => {
  let letters = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < END_OF_ALPHABETS || (code >= ADDED_START && code < ADDED_END)) letters += 1;
  }
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
