import { PLACEHOLDER_CLASS } from './carry-spans.js';

/**
 * Words a model is likely to copy, one for each group of placeholders of a template. Those with
 * nothing but blanks between them are a group: they keep their order by that, and the model sees
 * fewer strange words.
 */
interface StandIns {
  readonly wordByGroup: ReadonlyMap<string, string>;
}

/** A text made of another one. */
export interface RewrittenText {
  readonly text: string;
  /** For each offset of the one that was longer by stand-ins, the offset of the other. */
  readonly offsets: readonly number[];
}

// More of them in one sentence, and hardly any model keeps them all.
const MAX_STAND_INS = 12;
const LETTERS = ['X', 'Z', 'Q', 'K', 'W'];
const NUMBERS = [701, 821, 941, 361];
const WORD_CHARACTER = new RegExp(`[\\p{L}\\p{M}\\p{N}]|${PLACEHOLDER_CLASS}`, 'u');
const GROUP = new RegExp(`${PLACEHOLDER_CLASS}(?:\\s*${PLACEHOLDER_CLASS})*`, 'g');

/**
 * The ways to let stand-ins travel in place of placeholders, the best first: short codes such as
 * `X1`, then numbers, which even a model that transliterates letters leaves alone.
 */
export const standInsFor = (template: string): readonly StandIns[] => {
  const groups = template.match(GROUP) ?? [];
  if (groups.length === 0) return [{ wordByGroup: new Map() }];
  if (groups.length > MAX_STAND_INS) return [];
  const letter = LETTERS.find((candidate) => !new RegExp(`${candidate}\\d`, 'i').test(template));
  const digits = template.match(/\d+/g) ?? [];
  const number = NUMBERS.find((first) =>
    groups.every((_, index) => !digits.some((row) => row.includes(String(first + index)))),
  );
  const ways: StandIns[] = [];
  const add = (wordOf: (index: number) => string): void => {
    const rows = groups.map((group, index) => [group, wordOf(index)] as const);
    ways.push({ wordByGroup: new Map(rows) });
  };
  if (letter !== undefined) add((index) => `${letter}${index + 1}`);
  if (number !== undefined) add((index) => String(number + index));
  return ways;
};

/**
 * A template as the model gets it. Stand-ins that touch a word are set off by blanks. Offsets are
 * from the text to the template.
 */
export const withStandIns = (template: string, { wordByGroup }: StandIns): RewrittenText => {
  let text = '';
  const offsets: number[] = [];
  let position = 0;
  const copyTo = (end: number): void => {
    text += template.slice(position, end);
    for (; position < end; position++) offsets.push(position);
  };
  for (const { 0: group, index } of template.matchAll(GROUP)) {
    copyTo(index);
    const end = index + group.length;
    const before = WORD_CHARACTER.test(template.slice(0, index).slice(-1)) ? ' ' : '';
    const after = WORD_CHARACTER.test(template.charAt(end)) ? ' ' : '';
    const word = before + (wordByGroup.get(group) ?? '');
    for (let count = 0; count < word.length; count++) offsets.push(index);
    if (after !== '') offsets.push(end);
    text += word + after;
    position = end;
  }
  copyTo(template.length);
  return { text, offsets: [...offsets, template.length] };
};

interface Found {
  readonly group: string;
  readonly start: number;
  readonly wordEnd: number;
  readonly end: number;
}

/**
 * Turns a model's output back into a template, or gives undefined when a stand-in is missing, was
 * doubled or got stuck to a word. Offsets are from the output to the template.
 */
export const takeStandIns = (
  output: string,
  template: string,
  { wordByGroup }: StandIns,
): RewrittenText | undefined => {
  const found: Found[] = [];
  for (const [group, word] of wordByGroup) {
    const at = template.indexOf(group);
    const before = WORD_CHARACTER.test(template.slice(0, at).slice(-1)) ? '\\s*' : '';
    const after = WORD_CHARACTER.test(template.charAt(at + group.length)) ? '\\s*' : '';
    const whole = `${before}(?<![\\p{L}\\p{M}\\p{N}])${word}(?![\\p{L}\\p{M}\\p{N}])${after}`;
    const [match] = output.matchAll(new RegExp(whole, 'gu'));
    // Of `X10`, `X1` is only the beginning.
    const all = output.match(new RegExp(`${word}(?!\\p{N})`, 'gu'));
    if (!match || all?.length !== 1) return undefined;
    const [whitespaceAndWord] = match;
    const wordEnd = match.index + whitespaceAndWord.indexOf(word) + word.length;
    found.push({ group, start: match.index, wordEnd, end: match.index + whitespaceAndWord.length });
  }
  found.sort((one, two) => one.start - two.start);
  let text = '';
  const offsets: number[] = [];
  let position = 0;
  const copyTo = (end: number): void => {
    for (; position < end; position++) {
      offsets.push(text.length);
      text += output.charAt(position);
    }
  };
  for (const { group, start, wordEnd, end } of found) {
    copyTo(start);
    for (; position < wordEnd; position++) offsets.push(text.length);
    text += group;
    for (; position < end; position++) offsets.push(text.length);
  }
  copyTo(output.length);
  return { text, offsets: [...offsets, text.length] };
};
