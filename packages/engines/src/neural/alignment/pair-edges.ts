import type { Range } from './aligned-text.js';
import type { Placing } from './placing.js';
import type { TagNode } from './tagged-text.js';
import { indexesWithin, type Unit } from './units.js';

/** What ends at the end of a text without a blank before it. */
export const LEAD: RegExp = /\S*$/;
/** What begins a text without a blank after it. */
export const TRAIL: RegExp = /^\S*/;
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
export const leadOf = (node: TagNode, unit: Unit, within: Range, placing: Placing): number => {
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
export const trailOf = (node: TagNode, unit: Unit, within: Range, placing: Placing): number => {
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
