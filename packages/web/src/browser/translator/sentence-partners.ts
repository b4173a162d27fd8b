import { element } from '../elements.js';
import type { SentencePair } from '../service/api.js';
import {
  createTextMirror,
  type NamedRange,
  type TextMirror,
  type TextRange,
} from './text-mirror.js';

/** Marks a sentence and its translation together, and scrolls both sides together. */
export interface SentencePartners {
  /** Takes what both sides show now. */
  show(pairs: readonly SentencePair[]): void;
  /** Marks words of the translation, and names them under the pointer. */
  showNames(names: readonly NamedRange[]): void;
  /** The sentence of the translation at a position. */
  indexAt(position: number): number | undefined;
  /** Where a range of the translation is, in the window. */
  placeOf(range: TextRange): DOMRect | undefined;
}

type Side = keyof SentencePair;

export const createSentencePartners = (): SentencePartners => {
  const fields = {
    source: element('text', HTMLTextAreaElement),
    target: element('result', HTMLTextAreaElement),
  };
  const mirrors: Readonly<Record<Side, TextMirror>> = {
    source: createTextMirror(fields.source),
    target: createTextMirror(fields.target),
  };
  let pairs: readonly SentencePair[] = [];
  /** The side that is scrolled because the other one was. */
  let following: Side | undefined;

  const show = (shown: readonly SentencePair[]) => {
    pairs = shown;
    for (const side of ['source', 'target'] as const) {
      mirrors[side].show(pairs.map((pair) => pair[side]));
    }
    scrollAlong('source', 'target');
  };
  /** Scrolls the other side to the partner of what is at the top of this one. */
  const scrollAlong = (side: Side, other: Side) => {
    const top = mirrors[side].top();
    if (!top) return;
    const before = fields[other].scrollTop;
    mirrors[other].scrollTo(top.index, top.fraction);
    if (fields[other].scrollTop !== before) following = other;
  };
  const mark = (index: number | undefined) => {
    for (const mirror of Object.values(mirrors)) mirror.mark(index);
  };
  const indexAt = (side: Side, position: number): number | undefined => {
    const index = pairs.findIndex((pair) => position <= pair[side].end);
    return index < 0 ? undefined : index;
  };

  for (const [side, other] of [
    ['source', 'target'],
    ['target', 'source'],
  ] as const) {
    const field = fields[side];
    /** Of a single sentence, everybody sees the translation. */
    const markIfSeveral = (index: number | undefined) => mark(pairs.length > 1 ? index : undefined);
    const markAtCaret = () => markIfSeveral(indexAt(side, field.selectionStart));
    field.addEventListener('pointermove', ({ clientX, clientY }) => {
      markIfSeveral(mirrors[side].partAt(clientX, clientY));
    });
    field.addEventListener('pointerleave', () => mark(undefined));
    field.addEventListener('blur', () => mark(undefined));
    for (const type of ['keyup', 'focus', 'select']) field.addEventListener(type, markAtCaret);
    field.addEventListener('scroll', () => {
      if (following === side) {
        following = undefined;
        return;
      }
      scrollAlong(side, other);
    });
  }
  // What is typed has no translation yet.
  fields.source.addEventListener('input', () => show([]));

  return {
    show,
    indexAt: (position) => indexAt('target', position),
    showNames: mirrors.target.showNames,
    placeOf: mirrors.target.placeOf,
  };
};
