import type { Link, Node, PhrasingContent } from 'mdast';
import type { InlineBuilder } from '../units/inline-builder.js';
import { escapeMarkdown, joinLines } from './escape-markdown.js';

/** Puts the inline content of a paragraph into text and codes. */
export const addPhrasing = (
  nodes: readonly PhrasingContent[],
  source: string,
  builder: InlineBuilder,
): void => {
  for (const node of nodes) {
    const { start, end } = placeOf(node);
    const open = source.slice(start, end);
    const code = { open, close: '' };
    if (node.type === 'text') {
      builder.text(joinLines(node.value), start, end);
    } else if (node.type === 'break') builder.point({ tag: 'br', ...code }, start, end);
    else if (node.type === 'inlineCode') {
      builder.point({ tag: 'n', shown: node.value, ...code }, start, end);
    } else if (node.type === 'html') addHtml(open, start, builder);
    else if (node.type === 'image') addImage(node.alt ?? '', open, start, builder);
    else if ('children' in node && node.children.length > 0) addPair(node, source, builder);
    else builder.point({ tag: 'x', ...code }, start, end);
  }
};

const addPair = (
  node: Extract<PhrasingContent, { children: unknown }>,
  source: string,
  builder: InlineBuilder,
): void => {
  const { start, end } = placeOf(node);
  const first = placeOf(node.children[0] as Node).start;
  const last = placeOf(node.children.at(-1) as Node).end;
  const isLink = node.type === 'link' || node.type === 'linkReference';
  if (node.type === 'link' && isBareAddress(node, source.slice(start, end))) {
    const shown = source.slice(first, last);
    // In brackets the address does not swallow what a translation puts behind it.
    const open = /^https?:/i.test(shown) ? `<${shown}>` : source.slice(start, end);
    builder.point({ tag: 'n', shown, open, close: '' }, start, end);
    return;
  }
  // Underscores mean nothing inside a word, where a translation may have to put them.
  const asterisks = (marks: string): string => (isLink ? marks : marks.replaceAll('_', '*'));
  const open = asterisks(source.slice(start, first));
  const close = asterisks(source.slice(last, end));
  const isShort = node.type === 'linkReference' && node.referenceType !== 'full';
  builder.open(node.type, open, start, first, { isDroppable: !isLink });
  addPhrasing(node.children, source, builder);
  // `[text]` refers by its text, which will not be the same: it becomes `[text][label]`.
  builder.close(node.type, isShort ? `][${node.label ?? ''}]` : close, last, end);
};

/** `<https://…>` and addresses without any markup, which are their own text. */
const isBareAddress = (link: Link, source: string): boolean => {
  const [only] = link.children;
  return link.children.length === 1 && only?.type === 'text' && !source.startsWith('[');
};

const addImage = (alt: string, source: string, start: number, builder: InlineBuilder): void => {
  const end = start + source.length;
  const label = [alt, escapeMarkdown(alt)].find((text) => source.startsWith(`![${text}]`));
  if (alt.trim() === '' || label === undefined) {
    builder.point({ tag: 'x', open: source, close: '' }, start, end);
    return;
  }
  const labelEnd = start + 2 + label.length;
  builder.open('image', '![', start, start + 2);
  builder.text(joinLines(alt), start + 2, labelEnd);
  builder.close('image', source.slice(labelEnd - start), labelEnd, end);
};

const addHtml = (source: string, start: number, builder: InlineBuilder): void => {
  const name = /^<\/?([a-z][\w-]*)/i.exec(source)?.[1]?.toLowerCase();
  const end = start + source.length;
  if (name === 'br') builder.point({ tag: 'br', open: source, close: '' }, start, end);
  else if (!name || /\/>$|^<(?:img|wbr|input|hr)\b/i.test(source)) {
    builder.point({ tag: 'x', open: source, close: '' }, start, end);
  } else if (source.startsWith('</')) builder.close(name, source, start, end);
  else builder.open(name, source, start, end);
};

/** @throws TypeError for a node the parser has made up */
const placeOf = ({ position }: Node): { readonly start: number; readonly end: number } => {
  const start = position?.start.offset;
  const end = position?.end.offset;
  if (start === undefined || end === undefined) throw new TypeError('A node without a place.');
  return { start, end };
};
