import { createInlineBuilder, type InlineBuilder } from '../inline-builder.js';
import { largest } from '../many-values.js';
import type { Filter, Slot } from '../model.js';
import { createParagraphCollector, type ParagraphCollector } from '../paragraph-collector.js';
import { readTextFile, textDocument } from '../text-part.js';

/** What differs between the two kinds of subtitles. */
interface SubtitleSyntax {
  /** One tag: opening, closing, or a point such as a time stamp. */
  readonly tag: RegExp;
  decode(text: string): string;
  encode(text: string): string;
}

const SRT: SubtitleSyntax = {
  tag: /<(\/?)(b|i|u|s|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}/gi,
  decode: (text) => text,
  encode: (text) => text.replace(/[\r\n]+/g, ' '),
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00a0',
  '&lrm;': '\u200e',
  '&rlm;': '\u200f',
};

const VTT: SubtitleSyntax = {
  tag: /<(\/?)(c|i|b|u|v|ruby|rt|lang)(?:[.\s][^<>]*)?>|<[\d:.]+>/g,
  decode: (text) => text.replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (name) => ENTITIES[name] ?? name),
  encode: (text) =>
    text
      .replace(/[\r\n]+/g, ' ')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;'),
};

/** A line of a cue with its place in the file. */
interface CueLine {
  readonly text: string;
  readonly start: number;
  readonly lineEnd: string;
}

const TIMES = /^\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}\s*-->\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}/;

/** Finds the text lines of every cue. What has no line of times is no cue: headers, notes, styles. */
const findCues = (source: string): readonly (readonly CueLine[])[] => {
  const cues: CueLine[][] = [];
  let cue: CueLine[] | undefined;
  for (const { index, 1: text = '', 2: lineEnd = '' } of source.matchAll(
    /([^\r\n]*)(\r\n|\r|\n|$)/g,
  )) {
    if (TIMES.test(text)) {
      cue = [];
      cues.push(cue);
    } else if (text.trim() === '') cue = undefined;
    else cue?.push({ text, start: index, lineEnd: lineEnd || '\n' });
  }
  return cues;
};

/** Subtitles: a cue is a paragraph, a line of dialogue one of its own; times and settings stay. */
const subtitleFilter =
  (syntax: SubtitleSyntax): Filter =>
  (bytes, options) => {
    const file = readTextFile(bytes, options);
    const collector = createParagraphCollector(options.limits);
    const slots = findCues(file.text).flatMap((lines) =>
      speeches(lines).flatMap((speech) => readSpeech(speech, syntax, collector)),
    );
    return textDocument(file, { text: file.text, slots }, collector.paragraphs);
  };

export const readSrt = subtitleFilter(SRT);
export const readVtt = subtitleFilter(VTT);

const DASH = /^(?:<[^>]*>|\{\\[^{}]*\})*\s*[-–—‐]\s*/;

/** The lines of a cue by speaker: each dash begins a new one. */
const speeches = (lines: readonly CueLine[]): readonly (readonly CueLine[])[] => {
  const groups: CueLine[][] = [];
  for (const line of lines) {
    const isNew = groups.length === 0 || DASH.test(line.text);
    if (isNew) groups.push([line]);
    else groups.at(-1)?.push(line);
  }
  return groups;
};

/** Characters that fit on a line of subtitles, by usual guidelines. */
const LINE_LENGTH = 42;

/**
 * Breaks a translated cue into at most two lines of about the same length, where the source had
 * two or where one would be too long. A text without spaces stays on its line.
 */
const breakCue = (rendered: string, sourceLines: readonly string[], lineEnd: string): string => {
  const longest = Math.max(LINE_LENGTH, largest(sourceLines.map(visibleLength)));
  if (sourceLines.length < 2 && visibleLength(rendered) <= longest) return rendered;
  const middle = visibleLength(rendered) / 2;
  let best: { readonly at: number; readonly distance: number } | undefined;
  let visible = 0;
  let position = 0;
  for (const { 0: piece } of rendered.matchAll(/<[^<>]*>|\{\\[^{}]*\}|[\s\S]/g)) {
    if (piece === ' ') {
      const distance = Math.abs(visible - middle);
      if (!best || distance < best.distance) best = { at: position, distance };
    }
    if (piece.length === 1) visible++;
    position += piece.length;
  }
  return best ? rendered.slice(0, best.at) + lineEnd + rendered.slice(best.at + 1) : rendered;
};

const visibleLength = (line: string): number => line.replace(/<[^<>]*>|\{\\[^{}]*\}/g, '').length;

const readSpeech = (
  lines: readonly CueLine[],
  syntax: SubtitleSyntax,
  collector: ParagraphCollector,
): readonly Slot[] => {
  const builder = createInlineBuilder();
  for (const [index, { text, start }] of lines.entries()) {
    if (index > 0) builder.text(' ', start, start);
    const dash = index === 0 ? (DASH.exec(text)?.[0].length ?? 0) : 0;
    let bare = dash;
    while (bare > 0 && /[\s–—‐-]/.test(text[bare - 1] as string)) bare--;
    addLine(text.slice(0, bare), start, syntax, builder);
    if (dash > bare) {
      const code = { kind: 'point', open: text.slice(bare, dash), close: '' } as const;
      builder.point(code, start + bare, start + dash);
    }
    addLine(text.slice(dash), start + dash, syntax, builder);
  }
  const { start, end } = builder;
  if (builder.isEmpty) return [];
  const slot = collector.add({
    start,
    end,
    ...builder.take(),
    encode: syntax.encode,
    finish: (rendered) =>
      breakCue(
        rendered,
        lines.map(({ text }) => text),
        lines[0]?.lineEnd ?? '\n',
      ),
  });
  return slot ? [slot] : [];
};

const addLine = (
  line: string,
  offset: number,
  { tag, decode }: SubtitleSyntax,
  builder: InlineBuilder,
): void => {
  let position = 0;
  const addText = (end: number): void => {
    const text = line.slice(position, end);
    if (text !== '') builder.text(decode(text), offset + position, offset + end);
  };
  for (const match of line.matchAll(tag)) {
    const [source, slash, name] = match;
    const start = offset + match.index;
    const end = start + source.length;
    addText(match.index);
    position = match.index + source.length;
    if (name === undefined) builder.point({ kind: 'point', open: source, close: '' }, start, end);
    else if (slash === '/') builder.close(name.toLowerCase(), source, start, end);
    else builder.open(name.toLowerCase(), source, start, end);
  }
  addText(line.length);
};
