import type { Link, Node, Nodes, PhrasingContent, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { DocumentError } from '../document-error.js';
import { createInlineBuilder, type InlineBuilder } from '../inline-builder.js';
import { requireWithin } from '../limits.js';
import type { Filter, Slot } from '../model.js';
import { createParagraphCollector, plainText } from '../paragraph-collector.js';
import { readTextFile, textDocument } from '../text-part.js';

/** Escapes text so that Markdown reads it as text, with as few backslashes as that takes. */
const escapeMarkdown = (text: string): string =>
  joinLines(text)
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/[`*[\]~|]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&')
    // In front of a link it would make a picture of it.
    .replace(/!$/, '\\!');

/** Escapes what means something only at the beginning or the end of a paragraph. */
const escapeMarkdownEnds = (paragraph: string): string =>
  paragraph
    .replace(/^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=+\s*$)/, '\\$&')
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\')
    .replace(/(?<=\s)#+$/, '\\$&')
    // No link follows there.
    .replace(/\\!$/, '!');

/** A line end in a paragraph is a space. */
export const joinLines = (text: string): string =>
  text.replace(/\s+/g, (space) => (/[\r\n]/.test(space) ? ' ' : space));

/** Where the inline content of a paragraph goes. */
interface Phrasing {
  readonly source: string;
  readonly builder: InlineBuilder;
  /** Takes the words for a picture, which are no part of the sentence around it. */
  readonly addAlternative: (text: string, start: number, end: number) => void;
}

/** Puts the inline content of a paragraph into text and codes. */
const addPhrasing = (nodes: readonly PhrasingContent[], phrasing: Phrasing): void => {
  const { source, builder } = phrasing;
  for (const node of nodes) {
    const { start, end } = placeOf(node);
    const open = source.slice(start, end);
    const code = { open, close: '' };
    if (node.type === 'text') {
      builder.text(joinLines(node.value), start, end);
    } else if (node.type === 'break') builder.point({ kind: 'break', ...code }, start, end);
    else if (node.type === 'inlineCode') {
      builder.point({ kind: 'kept', shown: node.value, ...code }, start, end);
    } else if (node.type === 'html') addHtml(open, start, builder);
    else if (node.type === 'image') addImage(node.alt ?? '', open, start, phrasing);
    else if ('children' in node && node.children.length > 0) addPair(node, phrasing);
    else builder.point({ kind: 'point', ...code }, start, end);
  }
};

const addPair = (
  node: Extract<PhrasingContent, { children: unknown }>,
  phrasing: Phrasing,
): void => {
  const { source, builder } = phrasing;
  const { start, end } = placeOf(node);
  const first = placeOf(node.children[0] as Node).start;
  const last = placeOf(node.children.at(-1) as Node).end;
  const isLink = node.type === 'link' || node.type === 'linkReference';
  if (node.type === 'link' && isBareAddress(node, source.slice(start, end))) {
    const shown = source.slice(first, last);
    // In brackets the address does not swallow what a translation puts behind it.
    const open = /^https?:/i.test(shown) ? `<${shown}>` : source.slice(start, end);
    builder.point({ kind: 'kept', shown, open, close: '' }, start, end);
    return;
  }
  // Underscores mean nothing inside a word, where a translation may have to put them.
  const asterisks = (marks: string): string => (isLink ? marks : marks.replaceAll('_', '*'));
  const open = asterisks(source.slice(start, first));
  const close = asterisks(source.slice(last, end));
  const isShort = node.type === 'linkReference' && node.referenceType !== 'full';
  builder.open(node.type, open, start, first, { isDroppable: !isLink });
  addPhrasing(node.children, phrasing);
  // `[text]` refers by its text, which will not be the same: it becomes `[text][label]`.
  builder.close(node.type, isShort ? `][${node.label ?? ''}]` : close, last, end);
};

/** `<https://…>` and addresses without any markup, which are their own text. */
const isBareAddress = (link: Link, source: string): boolean => {
  const [only] = link.children;
  return link.children.length === 1 && only?.type === 'text' && !source.startsWith('[');
};

const addImage = (
  alt: string,
  source: string,
  start: number,
  { builder, addAlternative }: Phrasing,
): void => {
  const label = [alt, escapeMarkdown(alt)].find((text) => source.startsWith(`![${text}]`));
  builder.point({ kind: 'point', open: source, close: '' }, start, start + source.length);
  if (label !== undefined) addAlternative(alt, start + 2, start + 2 + label.length);
};

const addHtml = (source: string, start: number, builder: InlineBuilder): void => {
  const name = /^<\/?([a-z][\w-]*)/i.exec(source)?.[1]?.toLowerCase();
  const end = start + source.length;
  if (name === 'br') builder.point({ kind: 'break', open: source, close: '' }, start, end);
  else if (!name || /\/>$|^<(?:img|wbr|input|hr)\b/i.test(source)) {
    builder.point({ kind: 'point', open: source, close: '' }, start, end);
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

const ALERT = /^\[![\p{L}-]{1,40}\][-+]?[ \t]*/u;
const NEXT_LINE = /[ \t]*\r?\n[ \t]*(?:>[ \t]*)*/y;

/**
 * The texts of a paragraph without the mark of an alert, such as `[!NOTE]`: the title behind it, if it
 * has one, and the text on the next line.
 */
const withoutAlert = (
  children: readonly PhrasingContent[],
  source: string,
): readonly (readonly PhrasingContent[])[] => {
  const [first, ...rest] = children;
  const mark = first?.type === 'text' ? ALERT.exec(first.value)?.[0] : undefined;
  if (first?.type !== 'text' || mark === undefined) return [children];
  const { start, end } = placeOf(first);
  if (!source.startsWith(mark, start)) return [children];
  const textAt = (value: string, from: number): PhrasingContent => ({
    type: 'text',
    value,
    position: { start: pointAt(from), end: pointAt(end) },
  });
  const titleStart = start + mark.length;
  const lineEnd = first.value.indexOf('\n');
  if (lineEnd < 0) {
    return [[textAt(first.value.slice(mark.length), titleStart), ...rest]];
  }
  const title = first.value.slice(mark.length, lineEnd).trim();
  NEXT_LINE.lastIndex = titleStart + title.length;
  const between = NEXT_LINE.exec(source)?.[0];
  // A title with references or escapes is longer in the source.
  if (between === undefined || !source.startsWith(title, titleStart)) return [rest];
  const from = titleStart + title.length + between.length;
  const titleText: PhrasingContent = {
    ...textAt(title, titleStart),
    position: { start: pointAt(titleStart), end: pointAt(titleStart + title.length) },
  };
  return [
    ...(title === '' ? [] : [[titleText]]),
    [textAt(first.value.slice(lineEnd + 1), from), ...rest],
  ];
};

/** A place of which only the offset is asked. */
const pointAt = (offset: number) => ({ line: 1, column: 1, offset });

/** Markdown with GitHub's extensions: its paragraphs, headings and table cells. */
export const readMarkdown: Filter = (bytes, options) => {
  const file = readTextFile(bytes, options);
  refuseDeepNesting(file.text, options.limits.depth);
  refuseMarks(file.text);
  refuseUnderlines(file.text);
  const collector = createParagraphCollector(options.limits);
  const slots: Slot[] = [];

  const addAlternative: Phrasing['addAlternative'] = (text, start, end) => {
    const inlines = plainText(joinLines(text));
    const slot = collector.add({ start, end, inlines, encode: escapeMarkdown });
    if (slot) slots.push(slot);
  };

  const addParagraph = (children: readonly PhrasingContent[]): void => {
    const builder = createInlineBuilder();
    addPhrasing(children, { source: file.text, builder, addAlternative });
    if (builder.isEmpty) return;
    const { start, end } = builder;
    const slot = collector.add({
      start,
      end,
      ...builder.take(),
      encode: escapeMarkdown,
      finish: escapeMarkdownEnds,
    });
    if (slot) slots.push(slot);
  };

  const visit = (node: Nodes, depth: number): void => {
    requireWithin(depth, options.limits, 'depth');
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      for (const children of withoutAlert(node.children, file.text)) addParagraph(children);
    } else if ('children' in node) {
      for (const child of node.children) visit(child, depth + 1);
    }
  };

  visit(parse(file.text), 0);
  return textDocument(
    file,
    { text: file.text, slots, inventory: countBlocks },
    collector.paragraphs,
  );
};

/**
 * Without the search for addresses that the parser has left in the text, such as those in brackets:
 * it makes links without a place of them. They are as safe in the text.
 */
const GFM = gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] }));

const parse = (text: string): Root =>
  fromMarkdown(text, {
    extensions: [gfm(), frontmatter(['yaml', 'toml'])],
    mdastExtensions: [GFM, frontmatterFromMarkdown(['yaml', 'toml'])],
  });

/** Far more marks of emphasis than anybody puts into one paragraph. */
const MAX_MARKS = 5000;
/** Lines that no paragraph goes on with. */
const NEW_BLOCK = /^[ \t]*(?:$|[-+*][ \t]|#|\|)/;

/** The first and the last line of a block of code. */
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

/** The parser compares every mark of emphasis, code or a link in a paragraph with all before it. */
const refuseMarks = (text: string): void => {
  let marks = 0;
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    if (mark !== undefined || NEW_BLOCK.test(line.trimEnd())) marks = 0;
    if (fence !== undefined) continue;
    marks += line.match(/[*_~]+|`+|\]/g)?.length ?? 0;
    if (marks > MAX_MARKS) {
      throw new DocumentError('too_large', `More than ${MAX_MARKS} marks in one paragraph.`);
    }
  }
};

/** Far more headings with a line below them than anybody puts into one file. */
const MAX_UNDERLINES = 3000;
const UNDERLINED = /\S[ \t]*(?:\r\n|\n|\r) {0,3}(?:=+|-+)[ \t]*$/gm;

/** For each of them, the parser moves all that it has read so far. */
const refuseUnderlines = (text: string): void => {
  let underlines = 0;
  for (const _ of text.matchAll(UNDERLINED)) {
    if (++underlines > MAX_UNDERLINES) {
      throw new DocumentError('too_large', `More than ${MAX_UNDERLINES} underlined headings.`);
    }
  }
};

/** The parser takes time in the square of the depth, so depth is looked at before it starts. */
const refuseDeepNesting = (text: string, depth: number): void => {
  const marker = new RegExp(`(?:>[ \\t]*){${depth}}|[[(*_]{${depth * 4}}`);
  if (marker.test(text)) throw new DocumentError('too_large', 'It is nested too deeply.');
};

const COUNTED = new Set<Node['type']>([
  'paragraph',
  'heading',
  'tableCell',
  'listItem',
  'blockquote',
  'code',
  'inlineCode',
  'image',
  'html',
  'footnoteReference',
  'definition',
]);

const countBlocks = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  const visit = (node: Nodes): void => {
    if (COUNTED.has(node.type)) counts.set(node.type, (counts.get(node.type) ?? 0) + 1);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(parse(text));
  return counts;
};
