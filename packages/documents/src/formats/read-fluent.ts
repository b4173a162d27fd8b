import {
  FluentParser,
  type Pattern,
  type PatternElement,
  type SelectExpression,
} from '@fluent/syntax';
import { type DocumentLimits, requireWithin } from '../limits.js';
import { append } from '../many-values.js';
import type { Filter, Slot } from '../model.js';
import { createParagraphCollector } from '../paragraph-collector.js';
import { isPluralCategory } from '../plural-categories.js';
import { readTextFile, textDocument } from '../text-part.js';
import { branchSlots, formNotes, MAX_CHARACTERS, sentencesLength } from './message-branches.js';
import type { Branch, Choice, MessageDialect, MessagePart } from './message-parts.js';

/** Fluent: messages and their attributes. Terms such as `-brand-name` stay. */
export const readFluent: Filter = (bytes, options) => {
  const file = readTextFile(bytes, options, 'utf-8');
  refuseDeepBraces(file.text, options.limits);
  const collector = createParagraphCollector(options.limits);
  const forms = { added: new Set<string>(), lacking: new Set<string>() };
  const slots: Slot[] = [];
  const add = (pattern: Pattern | null | undefined): void => {
    if (!pattern?.span) return;
    const { start, end } = withoutSpace(file.text, pattern.span);
    const source = file.text.slice(start, end);
    const parts = partsOf(pattern.elements, { text: file.text, offset: start });
    // Such a message stays as it is. One whose branches stand for themselves may be as long as it is.
    if (sentencesLength(parts) > source.length + MAX_CHARACTERS) return;
    const dialect = { ...DIALECT, ...indentedBy(indentOf(file.text, start)) };
    append(slots, branchSlots(parts, { source, offset: start, collector, dialect, forms }));
  };
  for (const entry of new FluentParser({ withSpans: true }).parse(file.text).body) {
    if (entry.type !== 'Message') continue;
    add(entry.value);
    for (const { value } of entry.attributes) add(value);
  }
  return textDocument(file, { text: file.text, slots }, collector.paragraphs, {
    notes: () => formNotes(forms),
  });
};

/** The parser calls itself for every level. @throws DocumentError too_large */
const refuseDeepBraces = (text: string, limits: DocumentLimits): void => {
  let depth = 0;
  for (const { 0: sign } of text.matchAll(/[{}]|\n(?=\S)/g)) {
    if (sign === '{') requireWithin(++depth, limits, 'depth');
    else if (sign === '}') depth = Math.max(0, depth - 1);
    // A new entry begins, whatever the last one left open.
    else depth = 0;
  }
};

interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Indentation at both ends is none of the text. */
const withoutSpace = (text: string, { start, end }: TextRange): TextRange => {
  let [from, to] = [start, end];
  while (from < to && /\s/.test(text[from] as string)) from++;
  while (to > from && /\s/.test(text[to - 1] as string)) to--;
  return { start: from, end: to };
};

/** The file, and where in it the message begins. */
interface Origin {
  readonly text: string;
  readonly offset: number;
}

const placeOf = ({ span }: { readonly span?: TextRange }, { offset }: Origin): TextRange => ({
  start: Math.max(0, (span?.start ?? offset) - offset),
  end: (span?.end ?? offset) - offset,
});

const partsOf = (elements: readonly PatternElement[], origin: Origin): readonly MessagePart[] =>
  elements.map((element): MessagePart => {
    const place = placeOf(element, origin);
    if (element.type === 'TextElement') return { kind: 'text', ...place };
    const { expression } = element;
    if (expression.type === 'SelectExpression') return choiceOf(expression, place, origin);
    const isText =
      expression.type === 'StringLiteral' && /^(?:\\?[^\s\\])+$/.test(expression.value);
    return { kind: isText ? 'text' : 'argument', ...place };
  });

const choiceOf = ({ variants }: SelectExpression, place: TextRange, origin: Origin): Choice => {
  const branches = variants.map(({ key, value }): Branch => {
    const { span = place } = value;
    const { start, end } = withoutSpace(origin.text, span);
    return {
      key: key.type === 'Identifier' ? key.name : `=${key.value}`,
      start: start - origin.offset,
      end: end - origin.offset,
      parts: partsOf(value.elements, origin),
    };
  });
  const isPlural = branches.every(({ key }) => isPluralCategory(key) || /^=\d/.test(key));
  return { kind: 'choice', type: isPlural ? 'plural' : 'select', ...place, branches };
};

/** The white space in front of the line in which something begins. */
const indentOf = (text: string, offset: number): string => {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  return /^ */.exec(text.slice(line, offset))?.[0] ?? '';
};

const DIALECT = {
  // Lines of a text go on with the indentation that all of them have.
  decode: (source: string) =>
    source
      .replace(/\r?\n */g, '\n')
      .replace(/\{\s*"((?:\\.|[^"\\\n])*)"\s*\}/g, (_whole, text: string) =>
        text.replace(/\\(["\\])/g, '$1'),
      ),
  closingLength: 0,
} as const;

const indentedBy = (indent: string): Pick<MessageDialect, 'encode' | 'writeForm'> => {
  const lineStart = `\n${indent}    `;
  return {
    encode: (text) =>
      text
        .replace(/[{}]/g, '{"$&"}')
        // At the begin of a line these would be a variant or an attribute.
        .replace(/\n([.*[])/g, '\n{"$1"}')
        .replace(/\r?\n[ \t]*/g, lineStart),
    writeForm: (key, rendered) => `${lineStart}[${key}] ${rendered}`,
  };
};
