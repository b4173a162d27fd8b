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
