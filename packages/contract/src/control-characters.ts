/**
 * Control characters and line separators, as the inside of a character class: they break lines, tables
 * and terminals, and PostgreSQL cannot store the first of them.
 */
export const CONTROL_CHARACTERS = '\\p{Cc}\\p{Zl}\\p{Zp}';

const CONTROL = new RegExp(`[${CONTROL_CHARACTERS}]`, 'u');

/** Whether a text has one of {@link CONTROL_CHARACTERS}. */
export const hasControlCharacter = (text: string): boolean => CONTROL.test(text);

/** Whether half of a surrogate pair stands alone, which UTF-8 cannot express. */
export const hasLoneSurrogate = (text: string): boolean =>
  /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);
