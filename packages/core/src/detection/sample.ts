const WHOLE_UNTIL_UNITS = 600;
const START_UNITS = 400;
const MIDDLE_UNITS = 200;

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

const atCodePoint = (text: string, index: number): number =>
  isLowSurrogate(text.charCodeAt(index)) ? index - 1 : index;

/**
 * The part of a text that detection looks at: all of it up to 600 UTF-16 code units, else 400
 * from the start and 200 from the middle, so that a heading in another language does not decide
 * alone. Never cuts a surrogate pair.
 */
export const sampleOf = (text: string): readonly string[] => {
  if (text.length <= WHOLE_UNTIL_UNITS) return [text];
  const middle = atCodePoint(text, Math.floor(text.length / 2));
  return [
    text.slice(0, atCodePoint(text, START_UNITS)),
    text.slice(middle, atCodePoint(text, middle + MIDDLE_UNITS)),
  ];
};
