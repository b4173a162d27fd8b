import type { Engine, PlacedSpan, TranslatedUnit, TranslationUnit } from '@dragoman/core';

/** A part of a unit: a protected span, by its index, or text between spans. */
export interface Part {
  readonly text: string;
  readonly span: number | undefined;
}

/** How a stand-in for an engine translates a unit; input and output are parts. */
export type Translate = (parts: readonly Part[]) => readonly Part[];

const modelTypes = ['latency_optimized'] as const;
const TARGETS = ['es', 'fr', 'de', 'zh', 'ja', 'nb'];

/** An engine for English to Spanish and back, with a given behaviour, that records its units. */
export const engineThat = (translate: Translate): Engine & { readonly asked: string[] } => {
  const asked: string[] = [];
  return {
    asked,
    id: 'test',
    capabilities: { maxCharacters: 2000, formality: false },
    start: async () => {},
    pairs: () => [
      { source: 'es', target: 'en', modelTypes: ['latency_optimized'] },
      ...TARGETS.map((target) => ({ source: 'en', target, modelTypes }) as const),
    ],
    async translateBatch({ units }) {
      asked.push(...units.map(({ text }) => text));
      return units.map((unit) => joined(translate(partsOf(unit))));
    },
    health: () => ({ state: 'ready', notes: [] }),
    stop: async () => {},
  };
};

/** The parts of a unit between and in its protected spans. */
const partsOf = ({ text, protectedSpans }: TranslationUnit): readonly Part[] => {
  const parts: Part[] = [];
  let position = 0;
  for (const [span, { start, end }] of protectedSpans.entries()) {
    parts.push({ text: text.slice(position, start), span: undefined });
    parts.push({ text: text.slice(start, end), span });
    position = end;
  }
  return [...parts, { text: text.slice(position), span: undefined }];
};

const joined = (parts: readonly Part[]): TranslatedUnit => {
  const spans: PlacedSpan[] = [];
  let text = '';
  for (const part of parts) {
    const start = text.length;
    text += part.text;
    if (part.span !== undefined) spans.push({ start, end: text.length, span: part.span });
  }
  return { text, spans };
};

export const echo: Translate = (parts) => parts;

/** Changes the text between protected spans. */
export const changing =
  (change: (text: string) => string): Translate =>
  (parts) =>
    parts.map(({ text, span }) => ({ span, text: span === undefined ? change(text) : text }));

export const upperCase: Translate = changing((text) => text.toUpperCase());

/** Reverses the order of words, and keeps spans next to their words. */
export const reverseWords: Translate = (parts) => {
  const words: Part[][] = [];
  let word: Part[] = [];
  for (const part of upperCase(parts)) {
    const [first = '', ...rest] = part.span === undefined ? part.text.split(' ') : [part.text];
    word.push({ text: first, span: part.span });
    for (const text of rest) {
      words.push(word);
      word = [{ text, span: undefined }];
    }
  }
  const space = { text: ' ', span: undefined };
  return [...words, word].reverse().flatMap((row, index) => (index > 0 ? [space, ...row] : row));
};

/** Loses every second span. */
export const forgetful: Translate = (parts) => {
  let count = 0;
  return upperCase(parts).filter(({ span }) => span === undefined || count++ % 2 === 0);
};

/** Duplicates every span. */
export const stuttering: Translate = (parts) =>
  upperCase(parts).flatMap((part) => (part.span === undefined ? [part] : [part, part]));

/** Moves all spans to the front, in the wrong order. */
export const sweeping: Translate = (parts) => {
  const changed = upperCase(parts);
  const kept = changed.filter(({ span }) => span !== undefined);
  return [...kept.reverse(), ...changed.filter(({ span }) => span === undefined)];
};

/** Keeps everything in its place, but reports every span as another one. */
export const mistaken: Translate = (parts) => {
  const count = parts.filter(({ span }) => span !== undefined).length;
  return upperCase(parts).map(({ text, span }) => ({
    text,
    span: span === undefined ? undefined : (span + 1) % count,
  }));
};
