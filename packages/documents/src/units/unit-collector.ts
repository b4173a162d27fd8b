import { type DocumentLimits, requireWithin } from '../limits.js';
import type { Code, Inline, Run, Slot, Unit, WriteOptions } from '../model.js';
import { serializeUnit } from './serialize-unit.js';
import { isTranslatable } from './translatable.js';
import { trimInlines } from './trim-inlines.js';

/** A paragraph as a filter found it. */
export interface Paragraph {
  readonly start: number;
  readonly end: number;
  readonly inlines: readonly Inline[];
  readonly codes?: readonly Code[];
  readonly run?: Run | undefined;
  readonly encode: (text: string) => string;
  readonly finish?: ((rendered: string, options: WriteOptions) => string) | undefined;
  readonly isAdded?: boolean;
  /** Takes the unit with the same text when there is one: the text is in the document twice. */
  readonly isCopy?: boolean;
}

export interface UnitCollector {
  readonly units: Unit[];
  /** @returns the slot to fill, or undefined when there is nothing to translate in it */
  add(paragraph: Paragraph): Slot | undefined;
}

/** Most slots have none of one thing or another, and one empty list is enough for all of them. */
const NONE: readonly never[] = [];

const orNone = <Item>(items: readonly Item[]): readonly Item[] =>
  items.length === 0 ? NONE : items;

/** Gathers the units of a document over all its parts. */
export const createUnitCollector = (limits: DocumentLimits): UnitCollector => {
  const units: Unit[] = [];
  const plainByText = new Map<string, number>();
  const markedByText = new Map<string, number>();
  let indexed = 0;
  /** Most documents have no copies, so texts are put into an index only when one is asked for. */
  const findSame = ({ text, hasMarkup }: Unit): number | undefined => {
    for (; indexed < units.length; indexed++) {
      const unit = units[indexed] as Unit;
      (unit.hasMarkup ? markedByText : plainByText).set(unit.text, indexed);
    }
    return (hasMarkup ? markedByText : plainByText).get(text);
  };
  return {
    units,
    add(paragraph) {
      const { start, end, run, encode, finish, isAdded, codes = [] } = paragraph;
      const { before, core, after } = trimInlines(paragraph.inlines, codes);
      const words = core.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('');
      if (!isTranslatable(words)) return undefined;
      const found = serializeUnit(core, codes);
      let unit = paragraph.isCopy ? findSame(found) : undefined;
      if (unit === undefined) {
        requireWithin(units.length + 1, limits, 'units');
        unit = units.push(found) - 1;
      }
      // Written out: spreading another object into it makes a hidden class for every slot.
      return {
        start,
        end,
        unit,
        run,
        encode,
        finish,
        isAdded,
        codes: orNone(codes),
        before: orNone(before),
        core: found.hasMarkup ? core : NONE,
        after: orNone(after),
      };
    },
  };
};

/** The pieces of plain text without codes. */
export const plainText = (text: string): readonly Inline[] => [{ kind: 'text', text }];
