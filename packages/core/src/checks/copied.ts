/** Fewer words may be a name, a title or a quotation. */
const LEAST_WORDS = 4;

/** Whether a sentence came back as it was, as a model returns what it has no idea about. */
export const isCopied = (source: string, translated: string): boolean =>
  wordsOf(source) === wordsOf(translated) && lowerCaseWords(source) >= LEAST_WORDS;

const wordsOf = (text: string): string => text.replaceAll(/\P{L}+/gu, ' ').trim();

const lowerCaseWords = (text: string): number => text.match(/(?<![\p{L}'’])\p{Ll}+/gu)?.length ?? 0;
