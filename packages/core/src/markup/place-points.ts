import { type FramePart, joinTexts } from './checked-text.js';

type Token = Extract<FramePart, { kind: 'token' }>;

interface Place {
  readonly part: Token;
  /** The node it lies in, 0 for the sentence itself. */
  readonly parent: number;
  /** Share of its parent's words that come before it. */
  readonly share: number;
}

const isPoint = (part: FramePart): part is Token =>
  part.kind === 'token' && part.token.kind === 'point';

/** Counts words the same way wherever tags part them. */
const wordsIn = (part: FramePart): number =>
  part.kind === 'token'
    ? Number(part.token.kind === 'object')
    : part.text.split(/\s+/).filter((word) => word !== '').length;

/** Calls back for each part with the nodes it lies in, innermost last; 0 is the sentence. */
const walk = (
  parts: readonly FramePart[],
  visit: (part: FramePart, path: readonly number[]) => void,
): void => {
  const path = [0];
  for (const part of parts) {
    if (part.kind === 'token' && part.token.kind === 'close') path.pop();
    visit(part, path);
    if (part.kind === 'token' && part.token.kind === 'open') path.push(part.token.node);
  }
};

const countWords = (parts: readonly FramePart[]): Map<number, number> => {
  const counts = new Map<number, number>();
  walk(parts, (part, path) => {
    const words = wordsIn(part);
    if (words > 0) for (const node of path) counts.set(node, (counts.get(node) ?? 0) + words);
  });
  return counts;
};

const placesOf = (source: readonly FramePart[]): readonly Place[] => {
  const totals = countWords(source);
  const before = new Map<number, number>();
  const places: Place[] = [];
  walk(source, (part, path) => {
    const parent = path.at(-1) ?? 0;
    if (isPoint(part)) {
      const share = (before.get(parent) ?? 0) / Math.max(1, totals.get(parent) ?? 0);
      places.push({ part, parent, share });
    }
    const words = wordsIn(part);
    if (words > 0) for (const node of path) before.set(node, (before.get(node) ?? 0) + words);
  });
  return places;
};

/**
 * Moves comments, pictures and other points of a translation back into the tags they lie in, after
 * as large a share of the words there as in the source. Engines that follow words with tags carry
 * points along with whatever stands beside them.
 */
export const placePoints = (
  source: readonly FramePart[],
  translated: readonly FramePart[],
): readonly FramePart[] => {
  const parents = new Map(placesOf(translated).map(({ part, parent }) => [part.text, parent]));
  const places = placesOf(source).filter(({ part, parent }) => parents.get(part.text) !== parent);
  if (places.length === 0) return translated;
  const misplaced = new Set(places.map(({ part }) => part.text));
  const parts = translated.filter((part) => !misplaced.has(part.text) || part.kind === 'text');
  const totals = countWords(parts);
  const waiting = new Map<number, Place[]>();
  for (const place of places) {
    const own = waiting.get(place.parent);
    if (own) own.push(place);
    else waiting.set(place.parent, [place]);
  }
  const before = new Map<number, number>();
  const written: FramePart[] = [];
  const writeText = (text: string): number => written.push({ kind: 'text', text });
  const writePlaces = (node: number, isEnd: boolean): void => {
    const own = waiting.get(node) ?? [];
    const total = totals.get(node) ?? 0;
    for (let next = own[0]; next; next = own[0]) {
      if (!isEnd && Math.round(next.share * total) > (before.get(node) ?? 0)) return;
      written.push(next.part);
      own.shift();
    }
  };
  const open = [0];
  for (const part of parts) {
    const node = open.at(-1) ?? 0;
    if (part.kind === 'text') {
      // A word and the space before it; points come right before the word.
      for (const [, space = '', word = ''] of part.text.matchAll(/(\s*)(\S*)/g)) {
        writeText(space);
        if (word === '') continue;
        writePlaces(node, false);
        writeText(word);
        for (const outer of open) before.set(outer, (before.get(outer) ?? 0) + 1);
      }
      continue;
    }
    if (part.token.kind === 'close') {
      writePlaces(node, true);
      open.pop();
    } else {
      writePlaces(node, false);
    }
    written.push(part);
    if (part.token.kind === 'object') {
      for (const outer of open) before.set(outer, (before.get(outer) ?? 0) + 1);
    }
    if (part.token.kind === 'open') open.push(part.token.node);
  }
  writePlaces(0, true);
  return joinTexts(written);
};
