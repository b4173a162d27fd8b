import { parseTranslateBody } from '@dragoman/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { silentMeter } from '../dependencies.js';
import { createDetector } from '../detection/detector.js';
import type { Engine, TranslationUnit } from '../engine.js';
import type { InlineCode, TextWithCodes } from '../markup/marked-text.js';
import { createRouter } from '../router.js';
import { resolveLocally } from './request.js';
import { createTranslator } from './translator.js';

/** Translates into capitals, the words of a unit in the opposite order, without losing a span. */
const translateUnit = ({ text, protectedSpans }: TranslationUnit) => {
  const [first = ''] = /^\p{L}+/u.exec(text) ?? [];
  const isFree = first !== '' && protectedSpans.every(({ start }) => start >= first.length);
  const rest = isFree ? text.slice(first.length) : text;
  const moved = text.length - rest.length;
  return {
    text: rest + (isFree ? first.toUpperCase() : ''),
    spans: protectedSpans.map(({ start, end }, span) => ({
      start: start - moved,
      end: end - moved,
      span,
    })),
  };
};

const engine: Engine = {
  id: 'test',
  capabilities: { maxCharacters: 100, formality: false },
  start: async () => {},
  pairs: () => [{ source: 'en', target: 'es', modelTypes: ['latency_optimized'] }],
  translateBatch: async ({ units }) => units.map(translateUnit),
  health: () => ({ state: 'ready', notes: [] }),
  stop: async () => {},
};
const router = createRouter([engine], { maxPivots: 0, scores: new Map() });
const installHint = () => '';
const detector = await createDetector();
const cache = { get: () => undefined, set: () => {} };
const translator = createTranslator({ router, detector, cache, meter: silentMeter, installHint });

const requestOf = (text: string, options: object = {}) =>
  resolveLocally(
    parseTranslateBody(
      { text: [text], source_lang: 'EN', target_lang: 'ES', ...options },
      { maxTexts: 1 },
    ),
    {},
    { router, installHint },
  );

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const TAGS = {
  open: (id) => `<g id="${id}">`,
  close: () => '</g>',
  point: (id) => `<x id="${id}"/>`,
  break: (id) => `<br id="${id}"/>`,
  kept: (id, text) => `<n id="${id}">${text}</n>`,
} satisfies Record<InlineCode['kind'], (id: number, text: string) => string>;

/** The XML that says the same. */
const xmlOf = ({ text, codes }: TextWithCodes): string => {
  let position = 0;
  const parts = codes.map(({ kind, id, at, length }) => {
    const before = escapeXml(text.slice(position, at));
    position = at + length;
    return before + TAGS[kind](id, escapeXml(text.slice(at, position)));
  });
  return parts.join('') + escapeXml(text.slice(position));
};

const XML_OPTIONS = {
  tag_handling: 'xml',
  non_splitting_tags: ['g', 'x', 'n'],
  splitting_tags: ['br'],
  ignore_tags: ['n'],
};

interface Part {
  readonly kind: InlineCode['kind'] | 'text';
  readonly text: string;
}

const words = fc
  .constantFrom('Red house. ', 'a', ' big', ' & <b>', 'x > y', '{name}', '. ', '\n', 'f()')
  .map((text): Part => ({ kind: 'text', text }));
const single = fc.constantFrom<Part>(
  { kind: 'point', text: '' },
  { kind: 'break', text: '' },
  { kind: 'kept', text: 'f(x)' },
  { kind: 'kept', text: '' },
);
const parts = fc.letrec<{ parts: readonly Part[] }>((tie) => ({
  parts: fc
    .array(
      fc.oneof(
        { depthSize: 'small' },
        words.map((part) => [part]),
        single.map((part) => [part]),
        tie('parts').map((inside): readonly Part[] => [
          { kind: 'open', text: '' },
          ...inside,
          { kind: 'close', text: '' },
        ]),
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((all) => all.flat()),
})).parts;

const coded = (all: readonly Part[]): TextWithCodes => {
  const codes: InlineCode[] = [];
  const open: number[] = [];
  let text = '';
  let next = 1;
  for (const { kind, text: part } of all) {
    const id = kind === 'close' ? (open.pop() ?? 0) : next;
    if (kind === 'open') open.push(id);
    if (kind !== 'text') codes.push({ kind, id, at: text.length, length: part.length });
    if (kind !== 'text' && kind !== 'close') next++;
    text += part;
  }
  return { text, codes };
};

it('is translated as the XML that says the same', async () => {
  const { signal } = new AbortController();
  await fc.assert(
    fc.asyncProperty(parts, async (all) => {
      const source = coded(all);
      fc.pre(source.codes.length > 0 && source.text !== '');
      const request = { ...requestOf(source.text), codes: [source.codes] };
      const [byCodes] = await translator.translate(request, signal);
      const [byXml] = await translator.translate(requestOf(xmlOf(source), XML_OPTIONS), signal);
      const { text = '', codes = [] } = byCodes ?? {};
      expect(xmlOf({ text, codes })).toBe(byXml?.text);
    }),
  );
});

it('has its codes in the answer also where nothing is translated', async () => {
  const { signal } = new AbortController();
  const source = coded([
    { kind: 'open', text: '' },
    { kind: 'text', text: '42' },
    { kind: 'close', text: '' },
  ]);
  const request = requestOf(source.text);
  const codes = [source.codes];
  expect(await translator.translate({ ...request, codes }, signal)).toMatchObject([source]);
  const english = { ...request, source: 'es', codes };
  expect(await translator.translate(english, signal)).toMatchObject([source]);
});
