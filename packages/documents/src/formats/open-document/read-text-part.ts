import type { DocumentLimits } from '../../limits.js';
import type { Part, Slot } from '../../model.js';
import { unwrapSpans } from '../../units/simplify-codes.js';
import type { UnitCollector } from '../../units/unit-collector.js';
import { escapeXml } from '../../xml/escape-xml.js';
import { collapseSpaces, type InlineKind, nestedInlines } from '../../xml/nested-inlines.js';
import { childOf, forEachSubtree, prefixOf, type XmlNode } from '../../xml/xml-subtrees.js';

export interface TextPartOptions {
  readonly collector: UnitCollector;
  readonly limits: DocumentLimits;
  /** Names of character styles that mean nothing. */
  readonly idle: ReadonlySet<string>;
  /** Whether cells that are numbers, dates or formulas stay as they are. */
  readonly isSheet: boolean;
}

const PARAGRAPHS = new Set(['text:p', 'text:h']);
const PAIRS = new Set(['text:a', 'text:meta', 'text:ruby-base']);
const BREAKS = new Set(['text:line-break', 'text:tab']);
/** What was deleted, and what is made anew from the headings. */
const LEFT_OUT = new Set(['text:tracked-changes', 'office:scripts', 'text:sequence-decls']);

/** Fields of a text that show something computed. */
const FIELD =
  /^text:(?:page-|date|time|sequence|chapter|file-name|author-|sender-|bookmark-ref|reference-ref|variable-|user-field|expression|database-|word-count|title|subject|creat|modif|initial-)/;

/** Paragraphs of the content or the styles of an OpenDocument file. */
export const readTextPart = (
  name: string,
  source: string,
  { collector, limits, idle, isSheet }: TextPartOptions,
): Pick<Part, 'name' | 'text' | 'slots'> => {
  const slots: Slot[] = [];

  const kindOf = (node: XmlNode): InlineKind => {
    if (node.name === 'text:span') {
      return idle.has(node.attribute('text:style-name') ?? '') ? 'bare' : 'pair';
    }
    if (PAIRS.has(node.name)) return 'pair';
    if (BREAKS.has(node.name)) return 'break';
    return FIELD.test(node.name) ? 'kept' : 'point';
  };

  const readParagraph = (node: XmlNode): void => {
    const builder = nestedInlines(node, source, { kindOf, decode: collapseSpaces });
    if (!builder.isEmpty) {
      const { start, end } = builder;
      const encode = encoderFor(prefixOf(node));
      const { inlines, codes } = builder.take();
      const content = unwrapSpans(inlines, codes, ({ open }) => open.startsWith('<text:span'));
      const slot = collector.add({ start, end, ...content, encode, isCopy: isSheet });
      if (slot) slots.push(slot);
    }
    for (const child of node.children) if (child.name !== undefined) readInside(child);
  };

  /** Notes, remarks and text boxes: paragraphs inside a paragraph. */
  const readInside = (node: XmlNode): void => {
    if (LEFT_OUT.has(node.name)) return;
    if (isSheet && isComputedCell(node)) {
      // A remark about a number is text all the same.
      const remark = childOf(node, 'office:annotation');
      if (remark) readInside(remark);
    } else if (PARAGRAPHS.has(node.name)) readParagraph(node);
    else for (const child of node.children) if (child.name !== undefined) readInside(child);
  };

  forEachSubtree(
    source,
    (element) => PARAGRAPHS.has(element) || (isSheet && element === 'table:table-cell'),
    (node, ancestors) => {
      if (!ancestors.some((ancestor) => LEFT_OUT.has(ancestor))) readInside(node);
    },
    { limits },
  );
  return { name, text: source, slots };
};

const isComputedCell = (node: XmlNode): boolean => {
  if (node.name !== 'table:table-cell') return false;
  const type = node.attribute('office:value-type');
  const isString = type === undefined || type === 'string';
  return !isString || node.attribute('table:formula') !== undefined;
};

/** A second space, tabs and line ends are elements. */
const encoderFor =
  (prefix: string) =>
  (text: string): string =>
    escapeXml(text)
      .replace(/\t/g, `<${prefix}tab/>`)
      .replace(/\r\n?|\n/g, `<${prefix}line-break/>`)
      .replace(/(?<= ) +/g, (spaces) => `<${prefix}s ${prefix}c="${spaces.length}"/>`);
