import { PLACEHOLDER } from './carried-text.js';

/** Words a model is likely to copy, one for each placeholder of a template. */
export interface StandIns {
  readonly wordByPlaceholder: ReadonlyMap<string, string>;
}

// More of them in one sentence, and hardly any model keeps them all.
const MAX_STAND_INS = 12;
const LETTERS = ['X', 'Z', 'Q', 'K', 'W'];
const NUMBERS = [701, 821, 941, 361];
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}\ue000-\uf8ff]/u;

/**
 * The ways to let stand-ins travel in place of placeholders, the best first: short codes such as
 * `X1`, then numbers, which even a model that transliterates letters leaves alone.
 */
export const standInsFor = (template: string): readonly StandIns[] => {
  const placeholders = template.match(PLACEHOLDER) ?? [];
  if (placeholders.length > MAX_STAND_INS) return [];
  const letter = LETTERS.find((candidate) => !new RegExp(`${candidate}\\d`, 'i').test(template));
  const digits = template.match(/\d+/g) ?? [];
  const number = NUMBERS.find((first) =>
    placeholders.every((_, index) => !digits.some((row) => row.includes(String(first + index)))),
  );
  const ways: StandIns[] = [];
  const add = (wordOf: (index: number) => string): void => {
    const rows = placeholders.map((placeholder, index) => [placeholder, wordOf(index)] as const);
    ways.push({ wordByPlaceholder: new Map(rows) });
  };
  if (letter !== undefined) add((index) => `${letter}${index + 1}`);
  if (number !== undefined) add((index) => String(number + index));
  return ways;
};

/** A template as the model gets it. Stand-ins that touch a word are set off by blanks. */
export const withStandIns = (template: string, { wordByPlaceholder }: StandIns): string =>
  template.replace(PLACEHOLDER, (placeholder, position: number) => {
    const before = touchesWordBefore(template, position) ? ' ' : '';
    const after = touchesWordAfter(template, position) ? ' ' : '';
    return before + (wordByPlaceholder.get(placeholder) ?? '') + after;
  });

/**
 * Turns a model's output back into a template, or gives undefined when a stand-in is missing, was
 * doubled or got stuck to a word.
 */
export const takeStandIns = (
  output: string,
  template: string,
  { wordByPlaceholder }: StandIns,
): string | undefined => {
  let result = output;
  for (const [placeholder, word] of wordByPlaceholder) {
    const whole = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${word}(?![\\p{L}\\p{M}\\p{N}])`, 'gu');
    if (result.match(whole)?.length !== 1 || result.split(word).length !== 2) return undefined;
    const at = template.indexOf(placeholder);
    const before = touchesWordBefore(template, at) ? '\\s*' : '';
    const after = touchesWordAfter(template, at) ? '\\s*' : '';
    result = result.replace(new RegExp(`${before}${word}${after}`, 'u'), placeholder);
  }
  return result;
};

const touchesWordBefore = (template: string, position: number): boolean =>
  position > 0 && WORD_CHARACTER.test(template.slice(position - 1, position));

const touchesWordAfter = (template: string, position: number): boolean =>
  WORD_CHARACTER.test(template.slice(position + 1, position + 2));
