import { createInlineBuilder, type InlineBuilder } from '../units/inline-builder.js';
import { textOf, type XmlNode } from './xml-subtrees.js';

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
