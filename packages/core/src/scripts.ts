// What scripts write without spaces, and how much their characters say. Classes are sources of regular
// expressions with `u`.

/** Scripts in which a word may begin and end between any two characters. */
export const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Tibetan}\\p{sc=Myanmar}\\p{sc=Khmer}' +
  '\\p{sc=Tai_Le}\\p{sc=New_Tai_Lue}\\p{sc=Tai_Tham}\\p{sc=Buginese}';

/** A letter of one of them. */
export const UNSPACED_LETTER = new RegExp(`[${UNSPACED}]`, 'u');

/** A letter of one of them, or a sign of the width of a Chinese character: no space stands beside it. */
export const UNSPACED_SIGN = new RegExp(`[${UNSPACED}\\u3000-\\u303f\\uff00-\\uffef]`, 'u');

/** Scripts whose single characters say as much as several letters do in others. */
export const DENSE = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}';

export const isHiragana = (code: number): boolean => code >= 0x3041 && code <= 0x309f;
/** Han, kana and Hangul: scripts in which `!` may be followed by the next sentence at once. */
export const isEastAsian = (code: number): boolean =>
  (code >= 0x3041 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3);
