import type { DocumentLimits } from '../limits.js';
import type { Part, Slot } from '../model.js';
import { plainText, type UnitCollector } from '../units/unit-collector.js';
import { escapeXml } from './escape-xml.js';
import { forEachSubtree, textOf } from './xml-subtrees.js';

/** Elements whose content is nothing but a text: titles of the document, labels of a chart. */
export const readSimpleTexts = (
  name: string,
  source: string,
  names: ReadonlySet<string>,
  { collector, limits, isCopy = false, isLeftOut, allowsDoctype = false }: SimpleTextOptions,
): Pick<Part, 'name' | 'text' | 'slots'> => {
  const slots: Slot[] = [];
  forEachSubtree(
    source,
    (element) => names.has(element),
    (node, ancestors) => {
      if (node.isEmpty || isLeftOut?.(ancestors)) return;
      if (node.children.some((child) => child.name !== undefined)) return;
      const slot = collector.add({
        start: node.innerStart,
        end: node.innerEnd,
        inlines: plainText(textOf(node)),
        encode: escapeXml,
        isCopy,
      });
      if (slot) slots.push(slot);
    },
    { limits, allowsDoctype },
  );
  return { name, text: source, slots };
};

interface SimpleTextOptions {
  readonly collector: UnitCollector;
  readonly limits: DocumentLimits;
  readonly isCopy?: boolean;
  readonly allowsDoctype?: boolean;
  readonly isLeftOut?: (ancestors: readonly string[]) => boolean;
}

/** Elements that come and go without harm, by local name. */
interface ElasticElements {
  readonly names: ReadonlySet<string>;
  /** Those that take their content with them. */
  readonly withContent: ReadonlySet<string>;
}

/** A tag, or what only looks as if it had tags inside. */
const TAG = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)((?:[\w.-]+:)?([\w.-]+))[^>]*?(\/?)>/g;

/**
 * How often each element is in a text that is known to be well-formed XML, apart from elastic ones.
 * It is a count and no reading of XML, so that checking a document costs little.
 */
export const countElements = (
  source: string,
  { names, withContent }: ElasticElements,
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  /** The elastic element we are in, and how deep in others of its name. */
  let around = '';
  let depth = 0;
  for (const [, slash, name = '', local = '', emptySlash] of source.matchAll(TAG)) {
    if (local === '') continue;
    if (depth > 0) {
      if (name === around && emptySlash === '') depth += slash === '' ? 1 : -1;
    } else if (slash === '' && withContent.has(local)) {
      around = name;
      depth = emptySlash === '' ? 1 : 0;
    } else if (slash === '' && !names.has(local)) counts.set(local, (counts.get(local) ?? 0) + 1);
  }
  return counts;
};
