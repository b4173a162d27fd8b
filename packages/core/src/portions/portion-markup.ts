import { elementRules } from '../markup/element-rules.js';
import { RAW_TEXT_ELEMENTS } from '../markup/html-elements.js';
import type { MarkupOptions } from '../markup/syntax.js';
import { tokenize } from '../markup/tokenize.js';
import { type Segmentation, segmentationOf, type TextRange } from '../segmentation/index.js';
import { type MarkupContent, type MarkupNode, readElements } from './element-tree.js';
import { packRanges } from './pack-ranges.js';

/** Elements deeper than this are not cut. */
const MAX_DEPTH = 256;

/**
 * Cuts a large HTML or XML document into portions that can be translated one by one with the same
 * result. A portion is made of whole elements, and what surrounds them and holds no text stays out:
 * the tags of an element too large for a portion, scripts, the prologue. Whatever cannot be cut
 * without harm, such as a long paragraph, is a portion of its own, longer than the limit. XML whose
 * tags do not match is one portion.
 *
 * @param maxCharacters in UTF-16 code units
 * @returns the portions as segments; put together they are the document
 */
export const portionMarkup = (
  source: string,
  options: MarkupOptions,
  maxCharacters: number,
): Segmentation => {
  const tokens = tokenize(source, options.syntax);
  const rules = elementRules(source, tokens, options);
  const root = readElements(source, tokens, options.syntax, rules);
  const needsPrologue =
    options.syntax === 'html' &&
    tokens.some(({ kind, name }) => kind === 'empty' && RAW_TEXT_ELEMENTS.has(name));
  // XHTML is known by its prologue, and `<script/>` means something else without it.
  const isWhole = root === undefined || needsPrologue || source.length <= maxCharacters;
  const ranges = isWhole
    ? [{ start: 0, end: source.length }]
    : portionsOf(root, { isXml: options.syntax === 'xml', maxCharacters }, 0);
  return segmentationOf(
    source,
    ranges.map((range) => withoutBlankEdges(source, range)).filter(({ start, end }) => start < end),
  );
};

interface Limits {
  readonly isXml: boolean;
  readonly maxCharacters: number;
}

const portionsOf = (
  { nodes, hasOwnText }: MarkupContent,
  limits: Limits,
  depth: number,
): readonly TextRange[] => {
  const { isXml, maxCharacters } = limits;
  const found: TextRange[] = [];
  let fitting: TextRange[] = [];
  const flush = (): void => {
    // Not one by one as arguments: there may be too many.
    for (const range of packRanges(fitting, maxCharacters)) found.push(range);
    fitting = [];
  };
  // Text beside XML elements decides how they are read.
  for (const group of isXml && hasOwnText ? [nodes] : groupsOf(nodes)) {
    const [first] = group;
    const last = group.at(-1);
    if (!first || !last || !group.some((node) => node.hasText)) continue;
    const range = { start: first.start, end: last.end };
    const content = group.length === 1 ? first.content : undefined;
    const canOpen = content?.standsAlone && depth < MAX_DEPTH && !(isXml && content.hasOwnText);
    if (range.end - range.start <= maxCharacters || !canOpen) fitting.push(range);
    else {
      flush();
      for (const inner of portionsOf(content, limits, depth + 1)) found.push(inner);
    }
  }
  flush();
  return found;
};

/** Neighbours that text may go over stay together. */
const groupsOf = (nodes: readonly MarkupNode[]): readonly (readonly MarkupNode[])[] => {
  const groups: MarkupNode[][] = [];
  let before: MarkupNode | undefined;
  for (const node of nodes) {
    if (before && !before.endsText && !node.endsText) groups.at(-1)?.push(node);
    else groups.push([node]);
    before = node;
  }
  return groups;
};

const withoutBlankEdges = (source: string, { start, end }: TextRange): TextRange => {
  const text = source.slice(start, end);
  const trimmedEnd = start + text.trimEnd().length;
  return { start: Math.min(trimmedEnd, end - text.trimStart().length), end: trimmedEnd };
};
