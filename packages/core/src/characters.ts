/**
 * White space in Unicode's sense, and two invisible characters that behave like it: the zero-width
 * space and the byte order mark, which many trimming routines lose. False past the end of a text (NaN).
 */
export const isSpace = (code: number): boolean =>
  code === 0x20 ||
  (code >= 0x09 && code <= 0x0d) ||
  code === 0x85 ||
  code === 0xa0 ||
  code === 0x1680 ||
  (code >= 0x2000 && code <= 0x200b) ||
  code === 0x2028 ||
  code === 0x2029 ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x3000 ||
  code === 0xfeff;

export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
