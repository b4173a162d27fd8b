import { PLACEHOLDER_CLASS } from '../carry-spans.js';
import type { AlignedText, Link, Range } from './aligned-text.js';

/** What tags stand around: a word without the punctuation beside it, a placeholder, a lone sign. */
export interface AlignedWord extends Range {
  readonly text: string;
}

/** The units of a text and its translation, and which come from which. */
export interface AlignedUnits {
  readonly source: readonly AlignedWord[];
  readonly target: readonly AlignedWord[];
  /** For each unit of the translation, the indexes of those it comes from; empty when unknown. */
  readonly origins: readonly (readonly number[])[];
}

const WORD = '[\\p{L}\\p{M}\\p{N}]+';
/** Articles and prepositions of French and Italian that are written with the word after them. */
const ELIDED =
  "(?<![\\p{L}\\p{M}\\p{N}'’])(?:[ldLD]|[dD]ell|[aA]ll|[nN]ell|[sS]ull|[dD]all)['’](?=\\p{L})";
const UNIT = new RegExp(`${PLACEHOLDER_CLASS}|${ELIDED}|${WORD}(?:['’·-]${WORD})*`, 'gu');

/** The units of a text, in order. */
const unitsOf = (text: string): readonly AlignedWord[] => {
  const units: AlignedWord[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const cores = [...word.matchAll(UNIT)];
    for (const core of cores.length > 0 ? cores : [{ 0: word, index: 0 }]) {
      const start = index + core.index;
      units.push({ text: core[0], start, end: start + core[0].length });
    }
  }
  return units;
};

/** The indexes of units that lie in a range, or reach into it. */
export const indexesWithin = (
  units: readonly AlignedWord[],
  { start, end }: Range,
): readonly number[] =>
  [...units.keys()].filter((index) => {
    const unit = units[index];
    return unit !== undefined && unit.start < end && unit.end > start;
  });

/**
 * Breaks links between words as the engine has them down to units: `OK/Cancel` is one word there,
 * and two here. What cannot be distinguished comes from all of a word's units.
 */
export const alignUnits = (text: string, translation: AlignedText): AlignedUnits => {
  const source = unitsOf(text);
  const target = unitsOf(translation.text);
  const linked = new Map<number, number[]>();
  let next = 0;
  for (const [index, unit] of target.entries()) {
    while ((translation.links[next]?.target.end ?? Number.POSITIVE_INFINITY) <= unit.start) next++;
    const link: Link | undefined = translation.links[next];
    if (!link || link.target.start >= unit.end) continue;
    const others = linked.get(link.source.start);
    if (others) others.push(index);
    else linked.set(link.source.start, [index]);
  }
  const origins: (readonly number[])[] = target.map(() => []);
  const sourceEnds = new Map(translation.links.map((link) => [link.source.start, link.source.end]));
  for (const [start, translated] of linked) {
    const end = sourceEnds.get(start) ?? start;
    const own = indexesWithin(source, { start, end });
    for (const [place, index] of translated.entries()) {
      const same = own.filter((candidate) => source[candidate]?.text === target[index]?.text);
      const [counterpart] = own.length === translated.length ? own.slice(place) : [];
      if (same.length === 1) origins[index] = same;
      else origins[index] = counterpart === undefined ? own : [counterpart];
    }
  }
  return { source, target, origins };
};
