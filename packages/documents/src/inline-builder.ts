import { smallest } from './many-values.js';
import type { Code, Inline, TextWrapper } from './model.js';

/** The pieces of one paragraph while they are found in the source. */
export interface InlineBuilder {
  readonly isEmpty: boolean;
  /** Of the first and after the last piece. */
  readonly start: number;
  readonly end: number;
  text(text: string, start: number, end: number): void;
  /** @param written what to write for it, as a rule the source */
  open(name: string, written: string, start: number, end: number, more?: Partial<Code>): void;
  /** An end tag with nothing to close becomes a point, and so do tags left open inside. */
  close(name: string, written: string, start: number, end: number): void;
  point(code: Code, start: number, end: number): void;
  /** Takes a stretch of the source into the paragraph that leaves nothing in it. */
  skip(start: number, end: number): void;
  /** Ends the paragraph: what is still open becomes a point. */
  take(): { readonly inlines: readonly Inline[]; readonly codes: readonly Code[] };
}

/** Codes are changed while they are built: a copy by spreading makes a hidden class for each. */
type OpenCode = { -readonly [Key in keyof Code]: Code[Key] };

export const createInlineBuilder = (): InlineBuilder => {
  let inlines: Inline[] = [];
  let codes: OpenCode[] = [];
  let open: { readonly name: string; readonly index: number }[] = [];
  /** How many of a name are open, so that a stray end tag costs no search. */
  const openCounts = new Map<string, number>();
  const count = (name: string, change: number): void => {
    openCounts.set(name, (openCounts.get(name) ?? 0) + change);
  };
  let start = -1;
  let end = -1;

  const reach = (from: number, to: number): void => {
    if (start < 0) start = from;
    end = to;
  };
  const makePoint = (index: number): void => {
    const inline = inlines[index];
    if (!inline || inline.kind === 'text') return;
    inlines[index] = { kind: 'point', code: inline.code };
    (codes[inline.code] as OpenCode).kind = 'point';
  };
  const addPoint = (code: OpenCode): void => {
    inlines.push({ kind: 'point', code: codes.push(code) - 1 });
  };

  return {
    get isEmpty() {
      return inlines.length === 0;
    },
    get start() {
      return start;
    },
    get end() {
      return end;
    },
    text(text, from, to) {
      reach(from, to);
      const last = inlines.at(-1);
      if (last?.kind !== 'text') inlines.push({ kind: 'text', text });
      else inlines[inlines.length - 1] = { kind: 'text', text: last.text + text };
    },
    open(name, written, from, to, more) {
      reach(from, to);
      const opened: OpenCode = { kind: 'pair', open: written, close: '', start: from };
      const code = codes.push(Object.assign(opened, more)) - 1;
      count(name, 1);
      open.push({ name, index: inlines.push({ kind: 'open', code }) - 1 });
    },
    close(name, written, from, to) {
      reach(from, to);
      const isOpen = (openCounts.get(name) ?? 0) > 0;
      const depth = isOpen ? open.findLastIndex((element) => element.name === name) : -1;
      const opened = open[depth];
      const inline = opened && inlines[opened.index];
      if (!inline || inline.kind === 'text') {
        addPoint({ kind: 'point', open: written, close: '' });
        return;
      }
      const closed = open.splice(depth);
      for (const element of closed) count(element.name, -1);
      for (const { index } of closed.slice(1)) makePoint(index);
      (codes[inline.code] as OpenCode).close = written;
      inlines.push({ kind: 'close', code: inline.code });
    },
    point(code, from, to) {
      reach(from, to);
      addPoint({ ...code, start: from });
    },
    skip: reach,
    take() {
      for (const { index } of open) makePoint(index);
      const taken = { inlines, codes };
      inlines = [];
      codes = [];
      open = [];
      openCounts.clear();
      start = -1;
      end = -1;
      return taken;
    },
  };
};

/** A paragraph with fewer codes than it was read with. */
interface SimplifiedInlines {
  readonly inlines: readonly Inline[];
  readonly codes: readonly Code[];
  readonly run?: TextWrapper;
}

/** Text in no span of its own, where all other text is in one. */
const NO_RUN: TextWrapper = { before: () => '', after: '' };

/**
 * Takes away the span that some programs put around every stretch of text: what most of a
 * paragraph is in becomes what every text of it is written in.
 *
 * @param isSpan whether a code does nothing but format
 */
export const unwrapSpans = (
  inlines: readonly Inline[],
  codes: readonly Code[],
  isSpan: (code: Code) => boolean,
): SimplifiedInlines => {
  const lengths = new Map<string, { readonly length: number; readonly spans: Set<number> }>();
  const outermost = new Set<number>();
  const open: number[] = [];
  let bareLength = 0;
  for (const inline of inlines) {
    if (inline.kind === 'open') {
      if (open.length === 0) outermost.add(inline.code);
      open.push(inline.code);
    } else if (inline.kind === 'close') open.pop();
    if (inline.kind !== 'text') continue;
    const code = codes[open[0] ?? -1];
    if (!code) bareLength += inline.text.trim().length;
    else if (isSpan(code)) {
      const { length, spans } = lengths.get(code.open) ?? { length: 0, spans: new Set() };
      spans.add(open[0] as number);
      lengths.set(code.open, { length: length + inline.text.length, spans });
    }
  }
  const [longest] = [...lengths].sort(([, a], [, b]) => b.length - a.length);
  if (bareLength > 0 || !longest || longest[1].spans.size < 2) return { inlines, codes };
  const [source, { spans }] = longest;
  const { close } = codes[smallest([...spans])] as Code;
  const isGone = (code: number): boolean => outermost.has(code) && codes[code]?.open === source;
  return {
    inlines: inlines.filter((inline) => inline.kind === 'text' || !isGone(inline.code)),
    codes: codes.map((code, index) => (outermost.has(index) ? { ...code, run: NO_RUN } : code)),
    run: { before: () => source, after: close },
  };
};
