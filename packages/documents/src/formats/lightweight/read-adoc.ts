import { createInlineBuilder } from '../../inline-builder.js';
import { type DocumentLimits, requireWithin } from '../../limits.js';
import type { Edit, Filter, Slot, WriteOptions } from '../../model.js';
import { createParagraphCollector, plainText } from '../../paragraph-collector.js';
import { onOneLine, readTextFile, textDocument } from '../../text-part.js';
import { addAdocInlines, asReference, decodeAdoc, encodeAdoc, finishAdoc } from './adoc-inlines.js';
import { columnsOf, linesOf, type TextLine } from './text-lines.js';

/** Lines around blocks whose content stays: code, what is passed through, comments. */
const KEPT_FENCE = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|`{3,}.*)$/;
/** Lines around blocks that hold paragraphs. */
const TEXT_FENCE = /^(?:={4,}|\*{4,}|_{4,}|--|~{4,})$/;
const TABLE_FENCE = /^[|!]={3,}$/;
const OTHER_TABLE = /^[,:]={3,}$/;
const STYLES_KEPT =
  /^\[(?:source|listing|literal|pass|stem|latexmath|asciimath|ditaa|plantuml|mermaid|graphviz|comment|verse|stanza|%?[\w.,-]*,?\s*format=)(?:[\s,%.#\]=]|$)/;
const TITLE = /^(?:={1,6}|#{1,6})[ \t]+(?=\S)/;
const BLOCK_TITLE = /^\.(?=[^\s.])/;
const ATTRIBUTE = /^:!?[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_-]*!?:(?:\s|$)/u;
const ATTRIBUTE_LINE = /^\[(?:\[[^[\]]*\]|[^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]$/;
const BLOCK_MACRO =
  /^(?:[a-z][\w-]*::[^\s[]*\[.*\]|(?:ifdef|ifndef|ifeval|endif|include|toc)::.*)$/;
const IMAGE = /^image::[^\s[]+\[(?=[^\],="]*[,\]])/;
const ITEM =
  /^[ \t]*(?:\*{1,5}|-|\.{1,5}|\d{1,9}[.)]|[a-zA-Z]\.|<(?:\d{1,3}|\.)>)[ \t]+(?:\[[ xX*]\][ \t]+)?(?=\S)/;
const TERM = /(?::{2,4}|;;)(?:[ \t]+|$)/g;
const ADMONITION = /^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+/;
const RULE = /^(?:'{3,}|<{3,}|-{3}|\*{3}|\+|- - -|\* \* \*)$/;
const UNDERLINE = /^([=\-~^+])\1+$/;
/** What a cell begins with: how often and how far it goes, where it stands, how it is read. */
const CELL =
  /(?:(?:^|(?<=[^\S\r\n]))(?:\d{1,4}(?:\.\d{1,4})?\*|\.?\d{1,4}(?:\.\d{1,4})?\+)?(?:[<^>]?(?:\.[<^>])?)([adehlmsv])?)?\|/gm;

/** AsciiDoc: paragraphs, titles, items, terms, cells and notes. */
export const readAdoc: Filter = (bytes, options) => {
  const file = readTextFile(bytes, options);
  const source = file.text;
  const collector = createParagraphCollector(options.limits);
  const slots: Slot[] = [];

  const addRange = (
    start: number,
    end: number,
    finish: (rendered: string) => string = (rendered) => rendered,
    covered: { readonly start: number; readonly end: number } = { start, end },
  ): void => {
    const builder = createInlineBuilder();
    const notes: [start: number, end: number][] = [];
    addAdocInlines(source, { start, end }, builder, (from, to) => notes.push([from, to]));
    if (builder.isEmpty) return;
    const slot = collector.add({
      ...covered,
      ...builder.take(),
      encode: encodeAdoc,
      finish: (rendered) => finish(finishAdoc(rendered)),
    });
    if (slot) slots.push(slot);
    for (const [from, to] of notes) addNote(from, to);
  };
  /** A footnote has no notes of its own. */
  const addNote = (start: number, end: number): void => {
    const builder = createInlineBuilder();
    addAdocInlines(source, { start, end }, builder, () => undefined);
    const content = builder.isEmpty ? undefined : builder.take();
    const slot =
      content &&
      collector.add({
        start,
        end,
        ...content,
        encode: encodeAdoc,
        finish: finishAdoc,
      });
    if (slot) slots.push(slot);
  };

  const reading: BlockReading = {
    source,
    limits: options.limits,
    addRange,
    addLabel(start, end) {
      const slot = collector.add({
        start,
        end,
        inlines: plainText(decodeAdoc(source.slice(start, end))),
        encode: encodeLabel,
      });
      if (slot) slots.push(slot);
    },
  };
  readBlocks(linesOf(source), reading, 0);
  return textDocument(
    file,
    { text: source, slots, localize: (write) => localize(source, write), inventory: countBlocks },
    collector.paragraphs,
  );
};

/** Writes the words for a picture, which stand among attributes. */
const encodeLabel = (text: string): string =>
  onOneLine(text).replace(/[\][,="]|&(?=#?\w+;)/g, asReference);

interface BlockReading {
  readonly source: string;
  readonly limits: DocumentLimits;
  /** Adds a paragraph. @param finish puts it into what is around it @param covered what is replaced */
  readonly addRange: (
    start: number,
    end: number,
    finish?: (rendered: string) => string,
    covered?: { readonly start: number; readonly end: number },
  ) => void;
  /** Adds the words for a picture. */
  readonly addLabel: (start: number, end: number) => void;
}

const readBlocks = (lines: readonly TextLine[], reading: BlockReading, level: number): void => {
  const { source, limits, addRange } = reading;
  requireWithin(level, limits, 'depth');
  let index = 0;
  /** Whether the attributes in front of the next block keep it as it is. */
  let isKept = false;
  let isInList = false;

  const textAt = (at: number): string => lines[at]?.text ?? '';
  const isFence = (text: string): boolean =>
    KEPT_FENCE.test(text) ||
    TEXT_FENCE.test(text) ||
    TABLE_FENCE.test(text) ||
    OTHER_TABLE.test(text);
  const beginsBlock = (text: string): boolean =>
    text === '' ||
    isFence(text) ||
    text === '+' ||
    ATTRIBUTE_LINE.test(text) ||
    text.startsWith('//') ||
    BLOCK_MACRO.test(text) ||
    ATTRIBUTE.test(text);
  const indexOfFence = (fence: string): number => {
    let at = index + 1;
    while (at < lines.length && textAt(at) !== fence) at++;
    return at;
  };

  /** A paragraph from a place in the line of now on. */
  const addParagraph = (start: number): void => {
    let last = index;
    while (last + 1 < lines.length) {
      const text = textAt(last + 1);
      if (beginsBlock(text.trim() === '' ? '' : text) || (isInList && isListLine(text))) break;
      last++;
    }
    const { end } = lines[last] as TextLine;
    index = last + 1;
    if (!isKept && start < end) addRange(start, end);
    isKept = false;
  };
  const isListLine = (text: string): boolean => ITEM.test(text) || termIn(text) !== undefined;
  const termIn = (text: string): readonly [start: number, end: number] | undefined => {
    if (!/(?::{2}|;;)(?:\s|$)/.test(text)) return undefined;
    const inset = text.length - text.trimStart().length;
    for (const { 0: mark, index: at } of text.matchAll(TERM)) {
      if (at > inset) return [at, at + mark.length];
    }
    return undefined;
  };

  const addTable = (fence: string): void => {
    const end = indexOfFence(fence);
    const content = lines.slice(index + 1, end);
    const [first] = content;
    const last = content.at(-1);
    if (!isKept && fence.startsWith('|') && first && last) addCells(first.start, last.end);
    index = end + 1;
    isKept = false;
  };
  const addCells = (from: number, to: number): void => {
    const table = source.slice(from, to);
    const bars = [...table.matchAll(CELL)].filter(({ index: at, 0: mark }) => {
      const bar = at + mark.length - 1;
      return table[bar - 1] !== '\\';
    });
    for (const [number, bar] of bars.entries()) {
      const start = from + bar.index + bar[0].length;
      const end = from + (bars[number + 1]?.index ?? table.length);
      const style = bar[1];
      if (style === 'l' || style === 'v') continue;
      const inside = linesOf(source, start, end);
      if (style === 'a') readBlocks(inside, reading, level + 1);
      else addCellParagraphs(inside);
    }
  };
  const addCellParagraphs = (inside: readonly TextLine[]): void => {
    let first: TextLine | undefined;
    let last: TextLine | undefined;
    const end = (): void => {
      if (first && last) {
        addRange(first.start + (first.text.length - first.text.trimStart().length), last.end);
      }
      first = undefined;
    };
    for (const line of inside) {
      if (line.isBlank) end();
      else {
        first ??= line;
        last = line;
      }
    }
    end();
  };

  /** The title of the document, and what is said about it below. */
  const skipHeader = (): void => {
    while (index < lines.length && !(lines[index] as TextLine).isBlank) index++;
  };

  const addTitle = (line: TextLine): boolean => {
    const { text, start, end } = line;
    const mark = TITLE.exec(text)?.[0];
    if (mark !== undefined) {
      const isDocument = level === 0 && /^[=#][ \t]/.test(mark);
      addRange(start + mark.length, end);
      index++;
      if (isDocument) skipHeader();
      return true;
    }
    const next = lines[index + 1];
    const isUnderlined =
      next !== undefined &&
      UNDERLINE.test(next.text) &&
      line.indent === 0 &&
      Math.abs(next.text.length - columnsOf(text)) <= 1 &&
      text.length > 1 &&
      /[\p{L}\p{N}]/u.test(text) &&
      !isListLine(text) &&
      (index === 0 || beginsBlock(textAt(index - 1)));
    if (!isUnderlined) return false;
    const [sign = ''] = next.text;
    const lineEnd = source.slice(end, next.start);
    const covered = { start, end: next.end };
    addRange(start, end, (title) => `${title}${lineEnd}${sign.repeat(columnsOf(title))}`, covered);
    index += 2;
    if (level === 0 && sign === '=') skipHeader();
    return true;
  };

  /** @returns whether the line is one of those that hold no paragraph */
  const addMarkLine = (line: TextLine): boolean => {
    const { text, start, end } = line;
    if (ATTRIBUTE_LINE.test(text)) {
      isKept = STYLES_KEPT.test(text) || (isKept && text.startsWith('[['));
      index++;
    } else if (KEPT_FENCE.test(text)) {
      index = indexOfFence(text.startsWith('```') ? '```' : text) + 1;
      isKept = false;
    } else if (TABLE_FENCE.test(text)) addTable(text);
    else if (OTHER_TABLE.test(text)) {
      index = indexOfFence(text) + 1;
      isKept = false;
    } else if (TEXT_FENCE.test(text)) {
      index = isKept ? indexOfFence(text) + 1 : index + 1;
      isKept = false;
    } else if (text.startsWith('//') || RULE.test(text)) index++;
    else if (ATTRIBUTE.test(text)) {
      while (textAt(index).endsWith(' \\')) index++;
      index++;
    } else if (BLOCK_MACRO.test(text)) {
      const image = IMAGE.exec(text);
      const alternative = image ? /^[^\],]*/.exec(text.slice(image[0].length))?.[0] : undefined;
      if (image && alternative?.trim()) {
        const from = start + image[0].length;
        reading.addLabel(from, from + alternative.length);
      }
      index++;
    } else if (BLOCK_TITLE.test(text)) {
      addRange(start + 1, end);
      index++;
    } else return false;
    return true;
  };

  while (index < lines.length) {
    const line = lines[index] as TextLine;
    const { text, start, end } = line;
    if (line.isBlank) {
      index++;
      // A blank line ends the paragraph of an item; another item may follow.
      if (isInList && !isListLine(textAt(index)) && textAt(index) !== '+') isInList = false;
      continue;
    }
    if (addMarkLine(line) || (!isKept && addTitle(line))) continue;
    const item = ITEM.exec(text)?.[0];
    const term = item === undefined ? termIn(text) : undefined;
    if (item !== undefined) {
      isInList = true;
      const rest = start + item.length;
      const nested = termIn(text.slice(item.length));
      if (nested) addRange(rest, rest + nested[0]);
      addParagraph(nested ? rest + nested[1] : rest);
    } else if (term) {
      isInList = true;
      addRange(start + (text.length - text.trimStart().length), start + term[0]);
      if (start + term[1] < end) addParagraph(start + term[1]);
      else index++;
    } else if (line.indent > 0 && !isInList) {
      // An indented paragraph is shown as it is typed.
      isKept = true;
      addParagraph(start);
    } else {
      const inset = text.length - text.trimStart().length;
      addParagraph(start + (ADMONITION.exec(text)?.[0].length ?? inset));
    }
  }
};

const LANGUAGE = /^:lang:[ \t]+(\S+)[ \t]*$/m;

const localize = (source: string, { targetLanguage }: WriteOptions): readonly Edit[] => {
  const found = targetLanguage ? LANGUAGE.exec(source) : null;
  if (!found || !targetLanguage) return [];
  const start = found.index + found[0].indexOf(found[1] as string, 6);
  return [{ start, end: start + (found[1] as string).length, text: targetLanguage }];
};

/** Fences, macros and titles, of which there have to be as many as before. */
const countBlocks = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  const count = (name: string): void => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  for (const line of linesOf(text)) {
    if (KEPT_FENCE.test(line.text)) count('kept block');
    else if (TABLE_FENCE.test(line.text)) count('table');
    else if (BLOCK_MACRO.test(line.text)) count('macro');
    else if (ATTRIBUTE_LINE.test(line.text)) count('attributes');
  }
  return counts;
};
