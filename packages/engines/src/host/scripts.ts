/** Matches one character of a script that puts no spaces between words. */
export const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u303f\uff00-\uffef]/u;

/** Whether a text ends with a character of a script without spaces. */
export const endsUnspaced = (text: string): boolean => UNSPACED.test(lastCharacter(text));

/** Whether a text starts with a character of a script without spaces. */
export const startsUnspaced = (text: string): boolean =>
  UNSPACED.test(String.fromCodePoint(text.codePointAt(0) ?? 0x20));

/** The last code point of a text; empty for an empty text. */
export const lastCharacter = (text: string): string => {
  const last = text.at(-1) ?? '';
  const isLowSurrogate = last >= '\udc00' && last <= '\udfff';
  return isLowSurrogate && text.length > 1 ? text.slice(-2) : last;
};
