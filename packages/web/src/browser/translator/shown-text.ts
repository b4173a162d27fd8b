/** Starts and ends a stretch from left to right within a line of any direction (UAX #9). */
const LEFT_TO_RIGHT_ISOLATE = '\u2066';
const POP_DIRECTIONAL_ISOLATE = '\u2069';
const TAG = /<[!/?]?[a-z][^<>]*>/gi;

/** A text as a field shows it. */
export interface ShownText {
  /** The text, with marks around its tags that are not seen. */
  readonly shown: string;
  /** The part of the text itself that is shown between two positions. */
  slice(start: number, end: number): string;
  /** Where a position of the text is in what is shown. */
  placeOf(position: number): number;
}

/** Whether a text has anything that looks like a tag. */
export const hasTags = (text: string): boolean => text.search(TAG) >= 0;

/** How much of a text shows what script it is in. */
const SCRIPT_SAMPLE = 1000;

/** Whether most letters of a text are from scripts that run from right to left. */
export const isRightToLeft = (text: string): boolean => {
  const letters = text.slice(0, SCRIPT_SAMPLE).match(/\p{L}/gu) ?? [];
  const others = letters.filter(
    (letter) => !/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(letter),
  );
  return letters.length > 2 * others.length;
};

/** Keeps the tags of a text readable in a field that runs from right to left. */
export const isolateTags = (text: string): ShownText => {
  let shown = '';
  /** Of each position in what is shown, its position in the text. */
  const origins: number[] = [];
  const add = (piece: string, origin: number, step: 0 | 1) => {
    for (let index = 0; index < piece.length; index++) origins.push(origin + index * step);
    shown += piece;
  };
  let position = 0;
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    add(text.slice(position, index), position, 1);
    add(LEFT_TO_RIGHT_ISOLATE, index, 0);
    add(tag, index, 1);
    position = index + tag.length;
    add(POP_DIRECTIONAL_ISOLATE, position, 0);
  }
  add(text.slice(position), position, 1);
  origins.push(text.length);
  return {
    shown,
    slice: (start, end) => text.slice(origins[start], origins[end]),
    placeOf: (position) => firstFrom(origins, position),
  };
};

/** The index of the first of some ascending numbers that is not below a bound; -1 if all are. */
const firstFrom = (numbers: readonly number[], bound: number): number => {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? bound) < bound) low = middle + 1;
    else high = middle;
  }
  return low < numbers.length ? low : -1;
};

/** Shows a text as it is. */
export const asItIs = (text: string): ShownText => ({
  shown: text,
  slice: (start, end) => text.slice(start, end),
  placeOf: (position) => position,
});
