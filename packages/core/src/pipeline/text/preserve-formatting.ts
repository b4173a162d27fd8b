const SENTENCE_PUNCTUATION = new Set('.,;:!?…。！？、，；：؟۔।');
const OPENING_AND_FIRST_LETTER = /^(["'“”‘«»¿¡([]*)(\p{L})/u;

/**
 * Gives a translated segment the source's final punctuation and the case of its first letter, as
 * `preserve_formatting` asks. Letters other than the first are never recased.
 */
export const preserveFormatting = (source: string, translated: string): string => {
  const body = translated.slice(0, finalPunctuationStart(translated));
  if (body === '') return translated;
  return matchInitialCase(source, body) + source.slice(finalPunctuationStart(source));
};

const finalPunctuationStart = (text: string): number => {
  let start = text.length;
  while (start > 0 && SENTENCE_PUNCTUATION.has(text[start - 1] ?? '')) start--;
  return start;
};

const matchInitialCase = (source: string, translated: string): string => {
  const sourceLetter = OPENING_AND_FIRST_LETTER.exec(source)?.[2];
  const [, opening = '', letter] = OPENING_AND_FIRST_LETTER.exec(translated) ?? [];
  if (sourceLetter === undefined || letter === undefined) return translated;
  const hasCase = sourceLetter.toLowerCase() !== sourceLetter.toUpperCase();
  if (!hasCase) return translated;
  const isUpper = sourceLetter === sourceLetter.toUpperCase();
  const wanted = isUpper ? letter.toUpperCase() : letter.toLowerCase();
  return opening + wanted + translated.slice(opening.length + letter.length);
};
