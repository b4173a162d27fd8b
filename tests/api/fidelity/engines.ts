import type { Engine, TranslationUnit } from '@dragoman/core';

/** How a stand-in for an engine translates a unit. */
export type Translate = (unit: TranslationUnit) => string;

const modelTypes = ['latency_optimized'] as const;
const TARGETS = ['es', 'fr', 'de', 'zh', 'ja', 'nb'];

/** An engine from English, and from Spanish back to it, that does what it is told, and keeps what it was asked. */
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
      return units.map((unit) => ({ text: translate(unit) }));
    },
    health: () => ({ state: 'ready', notes: [] }),
    stop: async () => {},
  };
};

/** The parts of a unit between and in its protected spans. */
const partsOf = ({ text, protectedSpans }: TranslationUnit) => {
  const parts: { readonly text: string; readonly isProtected: boolean }[] = [];
  let position = 0;
  for (const { start, end } of protectedSpans) {
    parts.push({ text: text.slice(position, start), isProtected: false });
    parts.push({ text: text.slice(start, end), isProtected: true });
    position = end;
  }
  parts.push({ text: text.slice(position), isProtected: false });
  return parts;
};

export const echo: Translate = ({ text }) => text;

export const upperCase: Translate = (unit) =>
  partsOf(unit)
    .map(({ text, isProtected }) => (isProtected ? text : text.toUpperCase()))
    .join('');

/** Turns the order of words round, and keeps what is protected with the words beside it. */
export const reverseWords: Translate = (unit) => {
  const words: string[] = [];
  let word = '';
  for (const { text, isProtected } of partsOf(unit)) {
    const [first = '', ...rest] = isProtected ? [text] : text.split(' ');
    word += first;
    for (const next of rest) {
      words.push(word);
      word = next;
    }
  }
  return [...words, word]
    .reverse()
    .join(' ')
    .toUpperCase()
    .replace(/[<{][^>}]*[>}]/g, (token) => token.toLowerCase());
};

/** Loses every second protected piece. */
export const forgetful: Translate = (unit) => {
  let count = 0;
  return partsOf(unit)
    .map(({ text, isProtected }) =>
      isProtected ? (count++ % 2 === 0 ? text : '') : text.toUpperCase(),
    )
    .join('');
};

/** Says every protected piece twice. */
export const stuttering: Translate = (unit) =>
  partsOf(unit)
    .map(({ text, isProtected }) => (isProtected ? text + text : text.toUpperCase()))
    .join('');

/** Puts all protected pieces at the front, in the wrong order. */
export const sweeping: Translate = (unit) => {
  const parts = partsOf(unit);
  const kept = parts.filter((part) => part.isProtected).map((part) => part.text);
  const words = parts.filter((part) => !part.isProtected).map((part) => part.text.toUpperCase());
  return [...kept.reverse(), ...words].join('');
};
