import type { Rewriting } from '../engine/engine.js';

/** The share of its letter groups that a rewriting has in common with its source at least. */
const LEAST_SHARE: Readonly<Record<Rewriting['kind'], number>> = { rephrase: 0.1, correct: 0.5 };
/** Shorter texts, in letters, may have no word in common with what they become. */
const LEAST_LETTERS: Readonly<Record<Rewriting['kind'], number>> = { rephrase: 25, correct: 12 };

/** Scripts whose single characters say as much as groups of letters do in others. */
const DENSE_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const GROUP_LETTERS = 3;

/**
 * Whether a text says something else than the one it was made of: an answer to it, or what it orders.
 * The measure is the Dice coefficient of the groups of three letters within words.
 */
export const isUnrelated = (source: string, answer: string, kind: Rewriting['kind']): boolean => {
  const [asked, answered] = [groupsOf(source), groupsOf(answer)];
  if (asked.letters < LEAST_LETTERS[kind]) return false;
  const common = [...asked.groups].filter((group) => answered.groups.has(group)).length;
  return (2 * common) / (asked.groups.size + answered.groups.size) < LEAST_SHARE[kind];
};

const groupsOf = (
  text: string,
): { readonly groups: ReadonlySet<string>; readonly letters: number } => {
  const groups = new Set<string>();
  let letters = 0;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const characters = [...word];
    letters += characters.length;
    const size = DENSE_SCRIPT.test(word) ? 1 : Math.min(GROUP_LETTERS, characters.length);
    for (let start = 0; start + size <= characters.length; start++)
      groups.add(characters.slice(start, start + size).join(''));
  }
  return { groups, letters };
};
