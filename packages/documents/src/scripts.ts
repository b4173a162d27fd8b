// Scripts, as far as they change how text is read and set. \p{sc} knows the signs outside of the
// basic plane, too.

const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Bopomofo}\\u3000-\\u30ff\\uff00-\\uffef';
const UNSPACED_FIRST = new RegExp(`^[${UNSPACED}]`, 'u');
const UNSPACED_LAST = new RegExp(`[${UNSPACED}]$`, 'u');
const EAST_ASIAN = new RegExp(`^[${UNSPACED}\\p{sc=Hangul}\\u2e80-\\u33ff\\ufe30-\\ufe4f]`, 'u');

/** Whether a text begins with a sign of Chinese or Japanese, before which a line may end. */
export const beginsUnspaced = (text: string): boolean => UNSPACED_FIRST.test(text.slice(0, 2));

/** Whether a text ends with a sign of Chinese or Japanese, behind which no space is needed. */
export const endsUnspaced = (text: string): boolean => UNSPACED_LAST.test(text.slice(-2));

/** Whether a letter is one of Chinese, Japanese or Korean, which have fonts of their own. */
export const isEastAsianLetter = (letter: string): boolean => EAST_ASIAN.test(letter);

const FROM_RIGHT = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc';

/** A letter of the basic plane that is written from right to left. */
export const RIGHT_TO_LEFT = new RegExp(`[${FROM_RIGHT}]`);

/** Any other letter. */
export const LEFT_TO_RIGHT = new RegExp(`(?![${FROM_RIGHT}])\\p{L}`, 'u');
