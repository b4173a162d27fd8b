import { type DocumentLimits, requireWithin } from '../common/limits.js';
import type { Code, Inline, Run, Slot, Unit, WriteOptions } from '../common/model.js';
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
  // Two maps rather than keys of kind and text: these would be a copy of the whole document.
  const plainByText = new Map<string, number>();
  const markedByText = new Map<string, number>();
  return {
    units,
    add(paragraph) {
      const { start, end, run, encode, finish, isAdded, codes = [] } = paragraph;
      const { before, core, after } = trimInlines(paragraph.inlines, codes);
      const words = core.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('');
      if (!isTranslatable(words)) return undefined;
      const unit = serializeUnit(core, codes);
      const byText = unit.hasMarkup ? markedByText : plainByText;
      let index = paragraph.isCopy ? byText.get(unit.text) : undefined;
      if (index === undefined) {
        requireWithin(units.length + 1, limits, 'units');
        index = units.push(unit) - 1;
        byText.set(unit.text, index);
      }
      // Written out: spreading another object into it makes a hidden class for every slot.
      return {
        start,
        end,
        unit: index,
        run,
        encode,
        finish,
        isAdded,
        codes: orNone(codes),
        before: orNone(before),
        core: unit.hasMarkup ? core : NONE,
        after: orNone(after),
      };
    },
  };
};

/** The pieces of plain text without codes. */
export const plainText = (text: string): readonly Inline[] => [{ kind: 'text', text }];
