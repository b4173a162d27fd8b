import { parseTranslateBody } from '../../packages/contract/dist/index.js';
import {
  createRouter,
  createTranslator,
  resolveLocally,
  silentMeter,
} from '../../packages/core/dist/index.js';

/** The parts of a unit: protected spans, by their index, and text between them. */
export const partsOf = ({ text, protectedSpans }) => {
  const parts = [];
  let position = 0;
  for (const [span, { start, end }] of protectedSpans.entries()) {
    parts.push({ text: text.slice(position, start) }, { text: text.slice(start, end), span });
    position = end;
  }
  return [...parts, { text: text.slice(position) }];
};

/** A translation made of parts. */
export const joined = (parts) => {
  const spans = [];
  let whole = '';
  for (const { text, span } of parts) {
    if (span !== undefined)
      spans.push({ start: whole.length, end: whole.length + text.length, span });
    whole += text;
  }
  return { text: whole, spans };
};

/** A unit in capitals, its protected spans aside. */
export const upperCase = (unit) =>
  joined(
    partsOf(unit).map(({ text, span }) => ({
      span,
      text: span === undefined ? text.toUpperCase() : text,
    })),
  );

/** A unit in capitals with its parts in reverse order, as if all words changed places. */
export const reversed = (unit) =>
  joined(
    partsOf(unit)
      .flatMap(({ text, span }) =>
        span === undefined
          ? text
              .toUpperCase()
              .split(/(\s+)/)
              .map((word) => ({ text: word }))
          : [{ text, span }],
      )
      .reverse(),
  );

/** An engine that translates English to Spanish by a function. */
export const engineOf = (translate, maxCharacters = 200) => ({
  id: 'stand-in',
  capabilities: { maxCharacters, formality: false },
  start: async () => {},
  pairs: () => [{ source: 'en', target: 'es', modelTypes: ['latency_optimized'] }],
  translateBatch: async ({ units }) => units.map(translate),
  health: () => ({ state: 'ready', notes: [] }),
  stop: async () => {},
});

/** The whole pipeline over an engine, without a cache: a text in, its translation out. */
export const translatorOver = (detector, engine) => {
  const router = createRouter([engine], { maxPivots: 1, scores: new Map() });
  const cache = { get: () => undefined, set: () => {} };
  const parts = { router, detector, cache, meter: silentMeter, installHint: () => '' };
  const translator = createTranslator(parts);
  return async (text, options) => {
    const body = { text, source_lang: 'EN', target_lang: 'ES', ...options };
    const request = resolveLocally(parseTranslateBody(body, { maxTexts: 1 }), {}, parts);
    const [answer] = await translator.translate(request, new AbortController().signal);
    return answer.text;
  };
};
