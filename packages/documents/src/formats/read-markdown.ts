import type { Node, Nodes, PhrasingContent, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { DocumentError } from '../document-error.js';
import { readTextFile, textDocument } from '../encoding/text-part.js';
import { requireWithin } from '../limits.js';
import type { Filter, Slot } from '../model.js';
import { createInlineBuilder } from '../units/inline-builder.js';
import { createUnitCollector } from '../units/unit-collector.js';
import { addPhrasing } from './add-phrasing.js';
import { escapeMarkdown, escapeMarkdownEnds } from './escape-markdown.js';

/** Markdown with GitHub's extensions: paragraphs, headings and table cells are units. */
export const readMarkdown: Filter = (bytes, options) => {
  const file = readTextFile(bytes, options);
  refuseDeepNesting(file.text, options.limits.depth);
  refuseMarks(file.text);
  const collector = createUnitCollector(options.limits);
  const slots: Slot[] = [];

  const addParagraph = (children: readonly PhrasingContent[]): void => {
    const builder = createInlineBuilder();
    addPhrasing(children, file.text, builder);
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
      addParagraph(node.children);
    } else if ('children' in node) {
      for (const child of node.children) visit(child, depth + 1);
    }
  };

  visit(parse(file.text), 0);
  return textDocument(file, { text: file.text, slots, inventory: countBlocks }, collector.units);
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

/** The parser compares every mark of emphasis in a paragraph with all before it. */
const refuseMarks = (text: string): void => {
  let marks = 0;
  for (const line of text.split('\n')) {
    if (NEW_BLOCK.test(line.trimEnd())) marks = 0;
    marks += line.match(/[*_~]+/g)?.length ?? 0;
    if (marks > MAX_MARKS) {
      throw new DocumentError('too_large', `More than ${MAX_MARKS} marks in one paragraph.`);
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
