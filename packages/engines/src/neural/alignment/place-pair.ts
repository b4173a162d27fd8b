import type { Range } from './aligned-text.js';
import { LEAD, leadOf, TRAIL, trailOf } from './pair-edges.js';
import type { Placing } from './placing.js';
import { placeInSameGap } from './same-gap.js';
import type { TagNode } from './tagged-text.js';
import { indexesWithin, type Unit } from './units.js';

/** Whether a pair goes around words that came in between its own, or only around most of these. */
export type Closure = 'joined' | 'largest';

// So many words of others may come between two of a pair's own.
const MAX_GAP_UNITS = 2;

/**
 * Finds the words of a translation that came from those between two tags, with the punctuation
 * beside them that was between the tags, too. Words that came from nowhere near are left out; a
 * pair whose words have no counterpart goes around a neighbour's.
 *
 * @param within where to look
 */
export const placePair = (
  node: TagNode,
  within: Range,
  placing: Placing,
  closure: Closure,
): Range | undefined => {
  const { source, target } = placing;
  const own = indexesWithin(source, node);
  const [first] = own;
  const last = own.at(-1);
  if (first === undefined || last === undefined) return placePunctuation(node, within, placing);
  const found =
    runOf(targetsOf(own, within, placing), closure) ??
    runBeside(first - 1, last + 1, within, placing);
  const [from, to] = [target[found?.first ?? -1], target[found?.last ?? -1]];
  const [sourceFrom, sourceTo] = [source[first], source[last]];
  if (!from || !to || !sourceFrom || !sourceTo) return undefined;
  const start =
    insideStart(node, sourceFrom, from) ?? from.start - leadOf(node, from, within, placing);
  const end = insideEnd(node, sourceTo, to) ?? to.end + trailOf(node, to, within, placing);
  return start < end ? { start, end } : undefined;
};

const targetsOf = (
  own: readonly number[],
  within: Range,
  { target, origins }: Placing,
): readonly number[] =>
  indexesWithin(target, within).filter((index) =>
    origins[index]?.some((origin) => own.includes(origin)),
  );

interface UnitRun {
  readonly first: number;
  readonly last: number;
}

/** The longest row of units, with the rows beside it that are near enough. */
const runOf = (indexes: readonly number[], closure: Closure): UnitRun | undefined => {
  const maxGap = closure === 'joined' ? MAX_GAP_UNITS : 0;
  const runs: { first: number; last: number; count: number }[] = [];
  for (const index of indexes) {
    const run = runs.at(-1);
    if (run && index - run.last <= maxGap + 1) {
      run.last = index;
      run.count++;
    } else {
      runs.push({ first: index, last: index, count: 1 });
    }
  }
  const [first, ...others] = runs;
  return others.reduce((best, run) => (best && run.count > best.count ? run : best), first);
};

/** The neighbour whose translation is so long for it that it may hold the lost words, too. */
const runBeside = (
  left: number,
  right: number,
  within: Range,
  placing: Placing,
): UnitRun | undefined => {
  const { source, target } = placing;
  const [one, two] = [left, right].map((index) => {
    const run = runOf(targetsOf([index], within, placing), 'largest');
    const start = target[run?.first ?? -1]?.start ?? 0;
    const end = target[run?.last ?? -1]?.end ?? 0;
    return { run, growth: end - start - (source[index]?.text.length ?? 0) };
  });
  if (!one?.run || !two?.run) return one?.run ?? two?.run;
  return two.growth > one.growth ? two.run : one.run;
};

/** A tag inside a word that did not change is inside it still. */
const insideStart = (node: TagNode, source: Unit, target: Unit): number | undefined =>
  node.start > source.start && source.text === target.text
    ? target.start + node.start - source.start
    : undefined;

const insideEnd = (node: TagNode, source: Unit, target: Unit): number | undefined =>
  node.end < source.end && source.text === target.text
    ? target.start + node.end - source.start
    : undefined;

/** A pair around punctuation stays beside the word it stood beside. */
const placePunctuation = (node: TagNode, within: Range, placing: Placing): Range | undefined => {
  const same = placeInSameGap(node, within, placing);
  if (same) return same;
  const { start, end } = node;
  const { bare, translated, source, target, origins } = placing;
  const content = bare.slice(start, end).trim();
  const left = source.findLastIndex((unit) => unit.end <= start);
  const right = source.findIndex((unit) => unit.start >= end);
  for (const [index, unit] of target.entries()) {
    if (unit.start < within.start || unit.end > within.end) continue;
    if (origins[index]?.includes(left)) {
      const trail = TRAIL.exec(translated.slice(unit.end, within.end))?.[0] ?? '';
      const at = unit.end + trail.indexOf(content);
      if (trail.includes(content)) return { start: at, end: at + content.length };
    }
    if (origins[index]?.includes(right)) {
      const lead = LEAD.exec(translated.slice(within.start, unit.start))?.[0] ?? '';
      const at = unit.start - lead.length + lead.lastIndexOf(content);
      if (lead.includes(content)) return { start: at, end: at + content.length };
    }
  }
  return undefined;
};
