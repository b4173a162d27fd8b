import { readTextFile, textDocument } from '../encoding/text-part.js';
import type { Filter, Slot } from '../model.js';
import { createInlineBuilder, type InlineBuilder } from '../units/inline-builder.js';
import { createUnitCollector, type UnitCollector } from '../units/unit-collector.js';
import { breakCue } from './break-cue.js';
import { type CueLine, findCues } from './find-cues.js';

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

/** Subtitles: a cue is a unit, a line of dialogue one of its own; times and settings stay. */
const subtitleFilter =
  (syntax: SubtitleSyntax): Filter =>
  (bytes, options) => {
    const file = readTextFile(bytes, options);
    const collector = createUnitCollector(options.limits);
    const slots = findCues(file.text).flatMap((lines) =>
      speeches(lines).flatMap((speech) => readSpeech(speech, syntax, collector)),
    );
    return textDocument(file, { text: file.text, slots }, collector.units);
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

const readSpeech = (
  lines: readonly CueLine[],
  syntax: SubtitleSyntax,
  collector: UnitCollector,
): readonly Slot[] => {
  const builder = createInlineBuilder();
  for (const [index, { text, start }] of lines.entries()) {
    if (index > 0) builder.text(' ', start, start);
    const dash = index === 0 ? (DASH.exec(text)?.[0].length ?? 0) : 0;
    const bare = text.slice(0, dash).replace(/[\s–—‐-]+$/, '').length;
    addLine(text.slice(0, bare), start, syntax, builder);
    if (dash > bare) {
      const code = { tag: 'x', open: text.slice(bare, dash), close: '' } as const;
      builder.point(code, start + bare, start + dash);
    }
    addLine(text.slice(dash), start + dash, syntax, builder);
  }
  const { start, end } = builder;
  if (builder.isEmpty) return [];
  const slot = collector.add({
    ...{ start, end, ...builder.take(), encode: syntax.encode },
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
    if (name === undefined) builder.point({ tag: 'x', open: source, close: '' }, start, end);
    else if (slash === '/') builder.close(name.toLowerCase(), source, start, end);
    else builder.open(name.toLowerCase(), source, start, end);
  }
  addText(line.length);
};
