import { createInlineBuilder } from '../../inline-builder.js';
import type { Filter, Slot } from '../../model.js';
import { createParagraphCollector } from '../../paragraph-collector.js';
import { readTextFile, textDocument } from '../../text-part.js';
import { addRstInlines, encodeRst, finishRst } from './rst-inlines.js';
import { columnsOf, linesOf, type TextLine } from './text-lines.js';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Directives whose content is text. What others hold stays as it is. */
const TEXT_DIRECTIVES = words(
  'attention caution danger error hint important note tip warning admonition seealso todo topic sidebar epigraph highlights pull-quote compound container rubric centered figure table list-table hlist glossary versionadded versionchanged deprecated versionremoved deprecated-removed class rst-class only ifconfig function method classmethod staticmethod attribute property data exception module option program cmdoption envvar describe object confval setting dropdown tab-set tab-item card grid grid-item grid-item-card details step tabs tab group-tab',
);
/** Directives that have a title behind their name. */
const TITLED = words(
  'attention caution danger error hint important note tip warning admonition seealso todo topic sidebar rubric centered table list-table dropdown tab-item details',
);
/** Directives that have a version behind their name, and a text behind that. */
const VERSIONED = words('versionadded versionchanged deprecated versionremoved');
const NAMED_FIELDS =
  /^(?:param|parameter|arg|argument|keyword|return|returns|raise|raises|except|exception|yield|yields|abstract|var|ivar|cvar)(?:\s|$)/i;

const ADORNMENT = /^([!-/:-@[-`{-~])\1*$/;
const DIRECTIVE = /^(\s*\.\.[ \t]+(?:\|[^|]+\|[ \t]+)?([\w.:+-]+)::)(?:[ \t]+|$)/;
const REPLACEMENT = /^\s*\.\.[ \t]+\|[^|]+\|[ \t]+replace::[ \t]+/;
const NOTE = /^\s*\.\.[ \t]+\[[^\]\s]+\][ \t]+/;
const EXPLICIT = /^\s*\.\.(?:[ \t]|$)/;
const FIELD = /^(\s*):(?![:\s])((?:[^:\\]|\\.|:(?![\s`]|$))+):(?:[ \t]+|$)/;
const ITEM =
  /^\s*(?:[-*+•‣⁃]|(?:\d{1,9}|[a-zA-Z]|[ivxlcdmIVXLCDM]+|#)[.)]|\((?:\d{1,9}|[a-zA-Z]|[ivxlcdm]+|#)\))(?:[ \t]+|$)/;
const LINE_BLOCK = /^\s*\|(?:[ \t]+|$)/;
const OPTION =
  /^\s*(?:--?|\/)[\w?][\w-]*(?:[ =][\p{L}\p{M}\p{N}_<>[\]|.-]+)?(?:, --?[\w-]+(?:[ =][\p{L}\p{M}\p{N}_<>[\]|.-]+)?)*(?:[ \t]{2,}|$)/u;
const GRID = /^\s*\+[-=+]{3,}$/;
const SIMPLE_TABLE = /^\s*=+(?:[ \t]+=+)+$/;
const ALTERNATIVE = /^\s*:alt:[ \t]+/;

const TABLES_KEPT =
  'Tables that are drawn with characters were left as they were; list-table and csv-table can be translated or exported instead.';

/** reStructuredText, also with the directives and roles of Sphinx. */
export const readRst: Filter = (bytes, options) => {
  const file = readTextFile(bytes, options);
  const source = file.text;
  const lines = linesOf(source);
  const collector = createParagraphCollector(options.limits);
  const slots: Slot[] = [];
  let hasTables = false;
  let index = 0;

  const lineAt = (at: number): TextLine | undefined => lines[at];
  const add = (start: number, end: number, finish: (rendered: string) => string): void => {
    const builder = createInlineBuilder();
    addRstInlines(source, start, end, builder);
    if (builder.isEmpty) return;
    const slot = collector.add({
      start,
      end,
      ...builder.take(),
      encode: encodeRst,
      finish: (rendered) => finish(finishRst(rendered)),
    });
    if (slot) slots.push(slot);
  };
  const keep = (rendered: string): string => rendered;

  /** Passes over what stands deeper than a line. */
  const skipBlock = (indent: number): void => {
    while (index < lines.length) {
      const line = lines[index] as TextLine;
      if (!line.isBlank && line.indent <= indent) return;
      index++;
    }
  };

  /**
   * A paragraph from a place in the line of now to where the text ends that stands as far in.
   *
   * @param minIndent of the lines that go on with it; without, they stand as far in as the first
   */
  const addParagraph = (start: number, minIndent?: number): void => {
    const first = lines[index] as TextLine;
    let last = index;
    const indent = minIndent ?? first.indent;
    const goesOn = (line: TextLine | undefined): boolean =>
      line !== undefined &&
      !line.isBlank &&
      (minIndent === undefined ? line.indent === indent : line.indent >= indent);
    while (goesOn(lineAt(last + 1))) last++;
    index = last + 1;
    let end = (lines[last] as TextLine).end;
    const isLiteral = source.slice(start, end).endsWith('::');
    if (isLiteral) end -= 2;
    if (source.slice(start, end).trim() !== '') add(start, end, keep);
    if (isLiteral) skipLiteral(first.indent);
  };

  /** A block of code behind `::`, which is indented or has a sign in front of every line. */
  const skipLiteral = (indent: number): void => {
    let next = index;
    while (lineAt(next)?.isBlank) next++;
    const line = lineAt(next);
    if (!line) return;
    if (line.indent > indent) {
      index = next;
      skipBlock(indent);
      return;
    }
    const sign = line.text.trimStart()[0] ?? '';
    if (next === index || !/[!-/:-@[-`{-~]/.test(sign) || line.indent !== indent) return;
    while (lineAt(next)?.text.trimStart().startsWith(sign)) next++;
    index = next;
  };

  const isAdornment = (line: TextLine | undefined): boolean =>
    line !== undefined && line.indent === 0 && ADORNMENT.test(line.text);

  /** A title with a line under it, and perhaps over it, which have to be as long as it. */
  const addTitle = (): boolean => {
    const [first, second, third] = [lines[index] as TextLine, lineAt(index + 1), lineAt(index + 2)];
    const isOverlined =
      isAdornment(first) &&
      second !== undefined &&
      !second.isBlank &&
      !isAdornment(second) &&
      third?.text === first.text &&
      first.text.length >= columnsOf(second.text.trim());
    if (isOverlined) {
      const inset = second.text.length - second.text.trimStart().length;
      const sign = first.text[0] as string;
      addTitleText(second, { start: first.start, end: third.end }, (title) => {
        const adornment = sign.repeat(Math.max(columnsOf(title) + 2 * inset, first.text.length));
        const lineEnd = source.slice(first.end, second.start);
        return `${adornment}${lineEnd}${' '.repeat(inset)}${title}${lineEnd}${adornment}`;
      });
      index += 3;
      return true;
    }
    const isUnderlined =
      second !== undefined &&
      isAdornment(second) &&
      first.indent === 0 &&
      !isAdornment(first) &&
      (second.text.length >= Math.min(columnsOf(first.text), 4) || second.text.length >= 4) &&
      second.text !== '::' &&
      (index === 0 || (lineAt(index - 1)?.isBlank ?? true) || isAdornment(lineAt(index - 1)));
    if (!isUnderlined) return false;
    const sign = second.text[0] as string;
    addTitleText(first, { start: first.start, end: second.end }, (title) => {
      const lineEnd = source.slice(first.end, second.start);
      return `${title}${lineEnd}${sign.repeat(Math.max(columnsOf(title), second.text.length))}`;
    });
    index += 2;
    return true;
  };

  const addTitleText = (
    line: TextLine,
    range: { readonly start: number; readonly end: number },
    write: (title: string) => string,
  ): void => {
    const builder = createInlineBuilder();
    const start = line.start + (line.text.length - line.text.trimStart().length);
    addRstInlines(source, start, line.end, builder);
    if (builder.isEmpty) return;
    const slot = collector.add({
      ...range,
      ...builder.take(),
      encode: encodeRst,
      finish: (rendered) => write(finishRst(rendered)),
    });
    if (slot) slots.push(slot);
  };

  const addDirective = (line: TextLine, match: RegExpExecArray): void => {
    const [whole, , fullName = ''] = match;
    const name = fullName.split(':').at(-1)?.toLowerCase() ?? '';
    const afterName = line.start + whole.length;
    const rest = source.slice(afterName, line.end);
    if (!TEXT_DIRECTIVES.has(name) && name !== 'image') {
      index++;
      skipBlock(line.indent);
      return;
    }
    const version = VERSIONED.has(name) ? (/^\S+\s*/.exec(rest)?.[0].length ?? 0) : undefined;
    if (version !== undefined && version < rest.length) {
      addParagraph(afterName + version, line.indent + 1);
    } else if (TITLED.has(name) && rest.trim() !== '') addArgument(line, afterName);
    else {
      index++;
      // A signature may have several lines.
      const isSignature = rest.trim() !== '' && !TITLED.has(name) && version === undefined;
      for (let next = lineAt(index); isSignature && next; next = lineAt(index)) {
        if (next.isBlank || next.indent <= line.indent || FIELD.test(next.text)) break;
        index++;
      }
    }
    // Options, of which only the words for a picture are a text.
    for (let option = lineAt(index); option && FIELD.test(option.text); option = lineAt(index)) {
      if (option.indent <= line.indent) return;
      const alternative = ALTERNATIVE.exec(option.text);
      if (alternative) addParagraph(option.start + alternative[0].length, option.indent + 1);
      else {
        index++;
        while ((lineAt(index)?.indent ?? 0) > option.indent && !lineAt(index)?.isBlank) index++;
      }
    }
    if (name === 'image') skipBlock(line.indent);
  };

  /** The title of a directive, or the begin of its text, which goes on with the next line. */
  const addArgument = (line: TextLine, start: number): void => {
    const next = lineAt(index + 1);
    if (next && !next.isBlank && next.indent > line.indent && !FIELD.test(next.text)) {
      addParagraph(start, line.indent + 1);
    } else {
      add(start, line.end, keep);
      index++;
    }
  };

  /** @returns whether the line begins with something other than a paragraph */
  const addBlock = (line: TextLine): boolean => {
    const { text, start, indent } = line;
    const behind = (pattern: RegExp): number | undefined => {
      const found = pattern.exec(text);
      return found ? start + found[0].length : undefined;
    };
    const directive = DIRECTIVE.exec(text);
    const explicit = behind(REPLACEMENT) ?? behind(NOTE);
    if (explicit !== undefined) addParagraph(explicit, indent + 1);
    else if (directive) addDirective(line, directive);
    else if (EXPLICIT.test(text)) {
      index++;
      skipBlock(indent);
    } else if (GRID.test(text) || SIMPLE_TABLE.test(text)) {
      hasTables = true;
      const isGrid = GRID.test(text);
      // The lines of a simple table that begin with a blank one end it only after its last border.
      while (index < lines.length && (isGrid ? !lineAt(index)?.isBlank : true)) {
        const isBorder = !isGrid && SIMPLE_TABLE.test(lineAt(index)?.text ?? '');
        index++;
        if (isBorder && (lineAt(index)?.isBlank ?? true)) break;
      }
    } else if (/^\s*>>>(?:\s|$)/.test(text)) {
      while (index < lines.length && !lineAt(index)?.isBlank) index++;
    } else if (addTitle()) return true;
    else if (isAdornment(line) && text.length >= 4) index++;
    else return addInset(line);
    return true;
  };

  /** What has a mark in front: an item, a field, an option, a line of a verse. */
  const addInset = (line: TextLine): boolean => {
    const { text, start, indent, end } = line;
    const verse = LINE_BLOCK.exec(text);
    const field = FIELD.exec(text);
    const option = OPTION.exec(text);
    if (verse && !/\|\S*\|/.test(text)) {
      if (start + verse[0].length < end) add(start + verse[0].length, end, keep);
      index++;
    } else if (field) {
      const body = start + field[0].length;
      if (!NAMED_FIELDS.test(field[2] ?? '')) {
        index++;
        skipBlock(indent);
      } else if (body < end) addParagraph(body, indent + 1);
      else index++;
    } else if (option) {
      if (start + option[0].length < end) addParagraph(start + option[0].length, indent + 1);
      else index++;
    } else {
      let length = 0;
      for (let mark = ITEM.exec(text); mark; mark = ITEM.exec(text.slice(length))) {
        length += mark[0].length;
        if (mark[0].trim().length === mark[0].length) break;
      }
      if (length === 0) return false;
      if (start + length >= end) index++;
      else if (FIELD.test(text.slice(length)) || EXPLICIT.test(text.slice(length))) index++;
      else addParagraph(start + length, indent + 1);
    }
    return true;
  };

  while (index < lines.length) {
    const line = lines[index] as TextLine;
    if (line.isBlank) index++;
    else if (!addBlock(line)) {
      addParagraph(line.start + (line.text.length - line.text.trimStart().length));
    }
  }
  const notes = hasTables ? [TABLES_KEPT] : [];
  return textDocument(file, { text: source, slots, inventory: countBlocks }, collector.paragraphs, {
    notes: () => notes,
  });
};

/** Directives, titles and items, of which there have to be as many as before. */
const countBlocks = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  const count = (name: string): void => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  for (const line of linesOf(text)) {
    if (EXPLICIT.test(line.text)) count('explicit');
    else if (ADORNMENT.test(line.text) && line.text.length > 1) count('adornment');
  }
  return counts;
};
