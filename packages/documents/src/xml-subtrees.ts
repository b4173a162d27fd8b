import { escapeXml } from './escape-xml.js';
import { createInlineBuilder, type InlineBuilder } from './inline-builder.js';
import type { DocumentLimits } from './limits.js';
import type { Part, Slot } from './model.js';
import { type ParagraphCollector, plainText } from './paragraph-collector.js';
import { type ScanXmlOptions, scanXml, type XmlElement } from './scan-xml.js';

/** An element with everything in it. Places are in UTF-16 code units of the source. */
export interface XmlNode {
  readonly name: string;
  readonly sourceName: string;
  readonly start: number;
  end: number;
  readonly innerStart: number;
  /** Where the end tag begins; equal to `end` for an empty element. */
  innerEnd: number;
  readonly isEmpty: boolean;
  readonly children: (XmlNode | XmlText)[];
  attribute(name: string): string | undefined;
}

interface XmlText {
  readonly name?: undefined;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Hands over the outermost elements of some names, one after the other, as trees. Only one of
 * them is in memory at a time.
 *
 * @param onRoot gets the names of the elements around, outermost first; they are those of now only
 */
export const forEachSubtree = (
  source: string,
  isRoot: (name: string, element: XmlElement) => boolean,
  onRoot: (node: XmlNode, ancestors: readonly string[]) => void,
  options: ScanXmlOptions,
): void => {
  const ancestors: string[] = [];
  const open: XmlNode[] = [];
  scanXml(
    source,
    {
      open(element) {
        const { name, sourceName, start, end, isEmpty } = element;
        const parent = open.at(-1);
        if (parent || isRoot(name, element)) {
          const node: XmlNode = {
            name,
            sourceName,
            start,
            end,
            innerStart: end,
            innerEnd: end,
            isEmpty,
            children: [],
            attribute: (attribute) => element.attribute(attribute),
          };
          parent?.children.push(node);
          open.push(node);
        } else ancestors.push(name);
      },
      close(_name, start, end) {
        const node = open.pop();
        if (!node) {
          ancestors.pop();
          return;
        }
        node.innerEnd = start;
        node.end = end;
        if (open.length === 0) onRoot(node, ancestors);
      },
      text(text, start, end) {
        open.at(-1)?.children.push({ text, start, end });
      },
    },
    options,
  );
};

/** All text inside, in order. */
export const textOf = (node: XmlNode): string =>
  node.children.map((child) => (child.name === undefined ? child.text : textOf(child))).join('');

export const childOf = (node: XmlNode, name: string): XmlNode | undefined =>
  node.children.find((child): child is XmlNode => child.name === name);

/** The prefix of an element's name in this file, with its colon. */
export const prefixOf = ({ sourceName }: Pick<XmlNode, 'sourceName'>): string =>
  sourceName.slice(0, sourceName.indexOf(':') + 1);

/** How an element inside a paragraph is taken. */
export type InlineKind =
  /** Formatting around text. */
  | 'pair'
  /** A tag that is dropped, with its content kept. */
  | 'bare'
  | 'point'
  | 'break'
  /** Text that stays as it is. */
  | 'kept'
  /** Half of a pair whose other half is another element: `open:1`, `close:1`. */
  | `open:${string}`
  | `close:${string}`;

interface NestedRules {
  kindOf(node: XmlNode): InlineKind;
  /** Reads text as it is in the source, after references are resolved. */
  decode(text: string): string;
}

/** Text and codes of a paragraph in a vocabulary that nests formatting around text. */
export const nestedInlines = (
  paragraph: XmlNode,
  source: string,
  { kindOf, decode }: NestedRules,
): InlineBuilder => {
  const builder = createInlineBuilder();
  const add = (node: XmlNode): void => {
    const { name, start, end, innerStart, innerEnd } = node;
    const kind = kindOf(node);
    const point = { open: source.slice(start, end), close: '' };
    if (kind === 'pair' && !node.isEmpty) {
      builder.open(name, source.slice(start, innerStart), start, innerStart);
      addAll(node);
      builder.close(name, source.slice(innerEnd, end), innerEnd, end);
    } else if (kind === 'bare') {
      builder.skip(start, innerStart);
      addAll(node);
      builder.skip(innerEnd, end);
    } else if (kind === 'kept') {
      const shown = textOf(node);
      builder.point(
        shown.trim() ? { kind: 'kept', shown, ...point } : { kind: 'point', ...point },
        start,
        end,
      );
    } else if (kind.startsWith('open:')) builder.open(kind.slice(5), point.open, start, end);
    else if (kind.startsWith('close:')) builder.close(kind.slice(6), point.open, start, end);
    else builder.point({ kind: kind === 'break' ? 'break' : 'point', ...point }, start, end);
  };
  const addAll = (node: XmlNode): void => {
    for (const child of node.children) {
      if (child.name !== undefined) add(child);
      else builder.text(decode(child.text), child.start, child.end);
    }
  };
  addAll(paragraph);
  return builder;
};

/** White space means nothing but a space: most vocabularies of text. */
export const collapseSpaces = (text: string): string => text.replace(/[ \t\r\n]+/g, ' ');

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
  readonly collector: ParagraphCollector;
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
