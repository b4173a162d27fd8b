import type { LanguageTag } from '@dragoman/contract';
import { trimRange } from './characters.js';
import { createElementStack, type ElementRules, type OpenElement } from './markup/classify.js';
import { elementRules } from './markup/element-rules.js';
import { RAW_TEXT_ELEMENTS } from './markup/html-elements.js';
import type { InlineCode, TextWithCodes } from './markup/marked-text.js';
import type { MarkupOptions, MarkupSyntax, Token } from './markup/token.js';
import { readTranslate, tokenize } from './markup/tokenize.js';
import { findMarkdownSpans } from './protection/markdown.js';
import { findProtectedSpans } from './protection/placeholders.js';
import { mergeSpans, type TextRange } from './ranges.js';
import { rulesFor } from './segmentation/language-rules.js';
import { cutLong, findBlocks } from './segmentation/segment.js';
import { type Segmentation, type SplitMode, segmentationOf } from './segmentation/segmentation.js';
import { findSentences } from './segmentation/sentences.js';

/** Elements deeper than this are not cut. */
const MAX_DEPTH = 256;

/** An element with its content, or a token that is none. */
interface MarkupNode {
  /** Its stretch of the document. */
  readonly start: number;
  end: number;
  /** Whether text never goes over its edges. */
  readonly endsText: boolean;
  /** Whether text other than white space lies in it. */
  hasText: boolean;
  /** What lies between its tags; absent where there is nothing that could be taken out of it. */
  readonly content?: MarkupContent;
}

interface MarkupContent {
  readonly nodes: MarkupNode[];
  /** Text of its own, beside elements. */
  hasOwnText: boolean;
  /** Whether it can be understood without the element around it. */
  readonly standsAlone: boolean;
}

interface OpenNode extends OpenElement, MarkupNode {
  readonly content: MarkupContent;
}

const NOT_BLANK = /\S/;

/**
 * The elements of a document, with end tags that were left out implied.
 *
 * @returns undefined for XML whose tags do not match
 */
const readElements = (
  source: string,
  tokens: readonly Token[],
  syntax: MarkupSyntax,
  rules: ElementRules,
): MarkupContent | undefined => {
  const root: MarkupContent = { nodes: [], hasOwnText: false, standsAlone: true };
  const stack = createElementStack<OpenNode>();
  let isRegular = true;
  const add = (node: MarkupNode): void => {
    (stack.top?.content ?? root).nodes.push(node);
  };
  /** @param end after the end tag of the last one; the others have none */
  const finish = (closed: readonly OpenNode[], end: number, endOfInner = end): void => {
    for (const [index, node] of closed.entries()) {
      node.end = index === closed.length - 1 ? end : endOfInner;
      const parent = closed[index + 1] ?? stack.top;
      if (node.hasText && parent) parent.hasText = true;
    }
  };
  const open = ({ start, end, name }: Token, isBlock: boolean): void => {
    const isKept =
      rules.isIgnored(name) ||
      rules.isUntranslated(name) ||
      rules.isPreformatted(name) ||
      readTranslate(source.slice(start, end)) === false;
    const content = { nodes: [], hasOwnText: false, standsAlone: isBlock && !isKept };
    const node = { name, isBlock, start, end, endsText: isBlock, hasText: false, content };
    add(node);
    stack.push(node);
  };

  for (const [index, token] of tokens.entries()) {
    const { kind, name, start, end } = token;
    const leaf = { start, end, endsText: false, hasText: false };
    if (kind === 'open' || kind === 'empty') {
      for (const ended of rules.endedBy(name)) {
        while (stack.block && ended.has(stack.block.name)) finish(stack.closeBlock(), start);
      }
      const isBlock = rules.isBlock(name, index);
      if (kind === 'open') open(token, isBlock);
      else add({ ...leaf, endsText: isBlock });
    } else if (kind === 'close') {
      const closed = stack.close(name);
      if (closed.length !== 1) isRegular = false;
      finish(closed, end, start);
      if (closed.length === 0) add({ ...leaf, endsText: rules.isBlockEnd(name) });
    } else if (kind === 'text') {
      const hasText = NOT_BLANK.test(source.slice(start, end));
      add({ ...leaf, hasText });
      if (hasText) {
        (stack.top?.content ?? root).hasOwnText = true;
        if (stack.top) stack.top.hasText = true;
      }
    } else add(leaf);
  }
  const unended = stack.closeAll();
  if (unended.length > 0) isRegular = false;
  finish(unended, source.length);
  return isRegular || syntax === 'html' ? root : undefined;
};

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

/** Joins neighbours, and what lies between them, as long as they fit. A longer one stays alone. */
const packRanges = (ranges: readonly TextRange[], maxCharacters: number): readonly TextRange[] => {
  const packed: TextRange[] = [];
  for (const { start, end } of ranges) {
    const last = packed.at(-1);
    if (last && end - last.start <= maxCharacters) {
      packed[packed.length - 1] = { start: last.start, end };
    } else packed.push({ start, end });
  }
  return packed;
};

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

/** How a large plain text is cut. */
interface PortionTextOptions {
  readonly mode: SplitMode;
  /** Longest portion, in UTF-16 code units. */
  readonly maxCharacters: number;
  /** Whose abbreviations apply where a paragraph is too long for one portion. @default en */
  readonly language?: LanguageTag;
}

/**
 * Cuts a large plain text into portions that can be translated one by one with the same result:
 * between lines, or paragraphs where sentences go over lines. A paragraph longer than a portion is
 * cut between sentences, and a sentence longer than that between words.
 *
 * @returns the portions as segments; put together they are the text
 */
export const portionText = (text: string, options: PortionTextOptions): Segmentation => {
  const { mode, maxCharacters, language = 'en' } = options;
  const unbreakable = mergeSpans(findMarkdownSpans(text), findProtectedSpans(text));
  const sentencesOf = (block: TextRange): readonly TextRange[] =>
    mode === 'none' ? [block] : findSentences(text, block, rulesFor(language), unbreakable);
  const ranges = findBlocks(text, mode, unbreakable)
    .map(({ start, end }) => trimRange(text, start, end))
    .filter(({ start, end }) => start < end)
    .flatMap((block) => (block.end - block.start > maxCharacters ? sentencesOf(block) : [block]))
    .flatMap((range) => cutLong(text, range, maxCharacters, unbreakable));
  return segmentationOf(text, packRanges(ranges, maxCharacters));
};

/** A text with codes, cut into portions that can be translated one by one with the same result. */
interface CodedPortions {
  readonly portions: readonly TextWithCodes[];
  /** Puts them together again. @param translated one for each portion */
  join(translated: readonly TextWithCodes[]): TextWithCodes;
}

/** A range of a text, with the range of its codes. */
interface CodedRange {
  readonly text: TextRange;
  readonly codes: TextRange;
}

/**
 * Cuts a long text with codes at breaks that no formatting goes over. What has none is one portion,
 * longer than the limit.
 *
 * @param maxCharacters in UTF-16 code units
 */
export const portionCodes = (source: TextWithCodes, maxCharacters: number): CodedPortions => {
  const { text, codes } = source;
  const packed: CodedRange[] = [];
  for (const line of text.length <= maxCharacters ? [wholeOf(source)] : linesOf(source)) {
    const last = packed.at(-1);
    if (last && line.text.end - last.text.start <= maxCharacters) {
      packed[packed.length - 1] = {
        text: { start: last.text.start, end: line.text.end },
        codes: { start: last.codes.start, end: line.codes.end },
      };
    } else packed.push(line);
  }
  return {
    portions: packed.map((range) => ({
      text: text.slice(range.text.start, range.text.end),
      codes: movedBy(-range.text.start, codes.slice(range.codes.start, range.codes.end)),
    })),
    join(translated) {
      const joined: InlineCode[] = [];
      let written = '';
      for (const [index, { codes: breaks }] of packed.entries()) {
        const portion = translated[index];
        // Not all at once as arguments: there may be too many.
        for (const code of movedBy(written.length, portion?.codes ?? [])) joined.push(code);
        written += portion?.text ?? '';
        const end = index < packed.length - 1 ? codes[breaks.end] : undefined;
        if (end) joined.push({ ...end, at: written.length });
      }
      return { text: written, codes: joined };
    },
  };
};

const movedBy = (distance: number, codes: readonly InlineCode[]): readonly InlineCode[] =>
  distance === 0 ? codes : codes.map((code) => ({ ...code, at: code.at + distance }));

const wholeOf = ({ text, codes }: TextWithCodes): CodedRange => ({
  text: { start: 0, end: text.length },
  codes: { start: 0, end: codes.length },
});

/** What is between the breaks outside of formatting. */
const linesOf = (source: TextWithCodes): readonly CodedRange[] => {
  const whole = wholeOf(source);
  const lines: CodedRange[] = [];
  let start = { text: 0, code: 0 };
  let depth = 0;
  for (const [index, { kind, at }] of source.codes.entries()) {
    if (kind === 'open') depth++;
    if (kind === 'close') depth--;
    if (kind !== 'break' || depth > 0) continue;
    lines.push({
      text: { start: start.text, end: at },
      codes: { start: start.code, end: index },
    });
    start = { text: at, code: index + 1 };
  }
  lines.push({
    text: { start: start.text, end: whole.text.end },
    codes: { start: start.code, end: whole.codes.end },
  });
  return lines;
};
