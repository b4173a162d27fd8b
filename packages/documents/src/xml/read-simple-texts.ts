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

export interface SimpleTextOptions {
  readonly collector: UnitCollector;
  readonly limits: DocumentLimits;
  readonly isCopy?: boolean;
  readonly allowsDoctype?: boolean;
  readonly isLeftOut?: (ancestors: readonly string[]) => boolean;
}
