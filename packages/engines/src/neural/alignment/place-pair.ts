import type { Range } from './aligned-text.js';
import { findCounterparts } from './counterparts.js';
import { type Placing, placeInSameGap } from './placing.js';
import type { TagNode } from './tagged-text.js';
import { type AlignedWord, indexesWithin } from './units.js';

/** Whether a pair goes around words that came in between its own, or only around most of these. */
type Closure = 'joined' | 'largest';

// How many words of others may come between two of a pair's own.
const MAX_GAP_UNITS = 2;

/** What ends at the end of a text without a blank before it. */
const LEAD: RegExp = /\S*$/;
/** What begins a text without a blank after it. */
const TRAIL: RegExp = /^\S*/;
const OPENING_MARKS = /^[¿¡]+$/;
const CLOSING_MARKS = /[?!]/;

/** What is beside the outermost words of a pair in the source, inside of it and outside. */
const punctuationOf = (node: TagNode, { bare, source }: Placing) => {
  const own = indexesWithin(source, node);
  const first = own[0] ?? -1;
  const last = own.at(-1) ?? -1;
  const unitStart = Math.max(source[first]?.start ?? node.start, node.start);
  const unitEnd = Math.min(source[last]?.end ?? node.end, node.end);
  const previousEnd = source[first - 1]?.end ?? 0;
  const nextStart = source[last + 1]?.start ?? bare.length;
  return {
    lead: bare.slice(node.start, unitStart),
    outerLead: LEAD.exec(bare.slice(previousEnd, node.start))?.[0] ?? '',
    gapBefore: bare.slice(previousEnd, unitStart),
    trail: bare.slice(unitEnd, node.end),
    outerTrail: TRAIL.exec(bare.slice(node.end, nextStart))?.[0] ?? '',
    gapAfter: bare.slice(unitEnd, nextStart),
  };
};

/** How many characters before a unit of the translation belong to the pair. */
const leadOf = (node: TagNode, unit: AlignedWord, within: Range, placing: Placing): number => {
  const { lead, outerLead, trail, gapBefore } = punctuationOf(node, placing);
  const before = placing.target.findLast(({ end }) => end <= unit.start)?.end ?? 0;
  const room = unit.start - within.start;
  const gap = placing.translated.slice(before, unit.start);
  if (gap === gapBefore) return Math.min(lead.length, room);
  const run = LEAD.exec(gap)?.[0] ?? '';
  const found = run.slice(Math.max(0, run.length - room));
  const own = lead.trim();
  if (own === '') {
    const isOpened = outerLead === '' && CLOSING_MARKS.test(trail) && OPENING_MARKS.test(found);
    return isOpened ? found.length : 0;
  }
  if (found.endsWith(own)) return own.length;
  if (outerLead === '') return found.length;
  return found.startsWith(outerLead) ? found.length - outerLead.length : 0;
};

/** How many characters after a unit of the translation belong to the pair. */
const trailOf = (node: TagNode, unit: AlignedWord, within: Range, placing: Placing): number => {
  const { trail, outerTrail, gapAfter } = punctuationOf(node, placing);
  const after = placing.target.find(({ start }) => start >= unit.end)?.start;
  const room = within.end - unit.end;
  const gap = placing.translated.slice(unit.end, after);
  if (gap === gapAfter) return Math.min(trail.length, room);
  const found = TRAIL.exec(gap)?.[0].slice(0, room) ?? '';
  const own = trail.trim();
  if (own === '') return 0;
  if (found.startsWith(own)) return own.length;
  if (outerTrail === '') return found.length;
  return found.endsWith(outerTrail) ? found.length - outerTrail.length : 0;
};

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
    runOf(counterpartsOf(node, own, within, placing), closure) ??
    runBeside(first - 1, last + 1, within, placing);
  const [from, to] = [target[found?.first ?? -1], target[found?.last ?? -1]];
  const [sourceFrom, sourceTo] = [source[first], source[last]];
  if (!from || !to || !sourceFrom || !sourceTo) return undefined;
  const start =
    insideStart(node, sourceFrom, from) ?? from.start - leadOf(node, from, within, placing);
  const end = insideEnd(node, sourceTo, to) ?? to.end + trailOf(node, to, within, placing);
  return start < end ? { start, end } : undefined;
};

const counterpartsOf = (
  node: TagNode,
  own: readonly number[],
  within: Range,
  placing: Placing,
): readonly number[] =>
  findCounterparts(node, own, attendedTo(own, within, placing), within, placing);

const attendedTo = (
  own: readonly number[],
  within: Range,
  { target, origins }: Placing,
): readonly number[] =>
  indexesWithin(target, within).filter((index) =>
    origins[index]?.some((origin) => own.includes(origin)),
  );

interface AdjacentWords {
  readonly first: number;
  readonly last: number;
}

/** The longest row of units, with the rows beside it that are near enough. */
const runOf = (indexes: readonly number[], closure: Closure): AdjacentWords | undefined => {
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
): AdjacentWords | undefined => {
  const { source, target } = placing;
  const [one, two] = [left, right].map((index) => {
    const run = runOf(attendedTo([index], within, placing), 'largest');
    const start = target[run?.first ?? -1]?.start ?? 0;
    const end = target[run?.last ?? -1]?.end ?? 0;
    return { run, growth: end - start - (source[index]?.text.length ?? 0) };
  });
  if (!one?.run || !two?.run) return one?.run ?? two?.run;
  return two.growth > one.growth ? two.run : one.run;
};

/** A tag inside a word that did not change is inside it still. */
const insideStart = (
  node: TagNode,
  source: AlignedWord,
  target: AlignedWord,
): number | undefined =>
  node.start > source.start && source.text === target.text
    ? target.start + node.start - source.start
    : undefined;

const insideEnd = (node: TagNode, source: AlignedWord, target: AlignedWord): number | undefined =>
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
