import type { DocumentLimits } from '../../limits.js';
import type { Inline, Part, Slot } from '../../model.js';
import type { UnitCollector } from '../../units/unit-collector.js';
import { escapeXml } from '../../xml/escape-xml.js';
import { forEachSubtree, prefixOf, type XmlNode } from '../../xml/xml-subtrees.js';
import { createFieldState } from './field-state.js';
import { foldFields } from './fold-fields.js';
import { paragraphContent } from './paragraph-content.js';
import { readAtoms } from './run-atoms.js';
import type { RunDialect } from './run-dialect.js';
import { createRunWriter } from './write-run.js';

export interface ReadRunPartOptions {
  readonly collector: UnitCollector;
  readonly limits: DocumentLimits;
  /** Vocabularies to look for; those inside paragraphs of another as well. */
  readonly dialects: readonly RunDialect[];
  /** The text is in the document once more, in a part that has been read. */
  readonly isCopy?: boolean;
  /** Names of elements around a paragraph that keep it as it is. */
  readonly isLeftOut?: (ancestors: readonly string[]) => boolean;
  /** Elements to look at as a whole, and which of them to pass over. */
  readonly wholes?: { readonly names: ReadonlySet<string>; isPassedOver(node: XmlNode): boolean };
  /** Decides about a text: undefined leaves it as it is. Default: escaped as XML. */
  readonly encoderOf?: (paragraph: {
    readonly index: number;
    readonly inlines: readonly Inline[];
  }) => ((text: string) => string) | undefined;
}

/** Content that is gone, or that is no text. */
const NOT_LOOKED_INTO = new Set(['w:del', 'w:moveFrom', 'm:oMath', 'm:oMathPara', 'x:rPh']);

/** Finds the paragraphs of a part of an office file. */
export const readRunPart = (
  name: string,
  source: string,
  {
    collector,
    limits,
    dialects,
    isCopy = false,
    isLeftOut,
    wholes,
    encoderOf = () => escapeXml,
  }: ReadRunPartOptions,
): Pick<Part, 'name' | 'text' | 'slots'> => {
  const slots: Slot[] = [];
  const fields = createFieldState();
  const writeRun = createRunWriter();
  let count = 0;
  const dialectOf = new Map(
    dialects.flatMap((dialect) => [...dialect.paragraphs].map((paragraph) => [paragraph, dialect])),
  );

  const readParagraph = (node: XmlNode, dialect: RunDialect, isInCopy: boolean): void => {
    const atoms = foldFields(readAtoms(node, source, dialect), fields);
    const content = paragraphContent(atoms, source, dialect, (run) =>
      writeRun(run, dialect, prefixOf(node)),
    );
    const encode = encoderOf({ index: count++, inlines: content?.inlines ?? [] });
    const slot = content && encode && collector.add({ ...content, encode, isCopy: isInCopy });
    if (slot) slots.push(slot);
    for (const child of node.children) if (child.name !== undefined) readInside(child, isInCopy);
  };

  /** Text boxes and the like: paragraphs inside a paragraph. */
  const readInside = (node: XmlNode, isInCopy: boolean): void => {
    if (NOT_LOOKED_INTO.has(node.name)) return;
    const dialect = dialectOf.get(node.name);
    const isInFallback = isInCopy || node.name === 'mc:Fallback';
    if (dialect) readParagraph(node, dialect, isInFallback);
    else
      for (const child of node.children)
        if (child.name !== undefined) readInside(child, isInFallback);
  };

  forEachSubtree(
    source,
    (element) => dialectOf.has(element) || (wholes?.names.has(element) ?? false),
    (node, ancestors) => {
      if (isLeftOut?.(ancestors) || wholes?.isPassedOver(node)) return;
      readInside(node, isCopy || ancestors.includes('mc:Fallback'));
    },
    { limits },
  );
  return { name, text: source, slots };
};
