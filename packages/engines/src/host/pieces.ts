import type { PlacedSpan, ProtectedSpan, TranslatedUnit } from '@dragoman/core';

/** A piece of a unit that the engine does not see, and that comes back as it is. */
export interface Piece {
  readonly text: string;
  /** Where protected spans of the unit are in it. */
  readonly spans: readonly PlacedSpan[];
  /** The span that the piece is; undefined where it is more than a span, or less. */
  readonly span: ProtectedSpan | undefined;
}

/** A piece of a unit. @param indexes of the protected spans that lie in it */
export const pieceAt = (
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  protectedSpans: readonly ProtectedSpan[],
  indexes: readonly number[],
): Piece => {
  const spans = indexes.flatMap((index) => {
    const span = protectedSpans[index];
    return span ? [{ start: span.start - start, end: span.end - start, span: index }] : [];
  });
  const [only] = indexes.length === 1 ? indexes : [];
  const span = only === undefined ? undefined : protectedSpans[only];
  const isWhole = span?.start === start && span.end === end;
  return { text: text.slice(start, end), spans, span: isWhole ? span : undefined };
};

/** Puts pieces back in place of their placeholders, and says where the protected spans are then. */
export const putPiecesBack = (
  template: string,
  placeholders: RegExp,
  pieceOf: (placeholder: string) => Piece | undefined,
): TranslatedUnit => {
  const spans: PlacedSpan[] = [];
  let text = '';
  let position = 0;
  for (const { 0: placeholder, index } of template.matchAll(placeholders)) {
    text += template.slice(position, index);
    position = index + placeholder.length;
    const piece = pieceOf(placeholder);
    for (const { start, end, span } of piece?.spans ?? []) {
      spans.push({ start: start + text.length, end: end + text.length, span });
    }
    text += piece?.text ?? '';
  }
  return { text: text + template.slice(position), spans };
};

/**
 * The closing tag of each opening one, in order of opening, by the placeholders of their pieces.
 * A tag whose other half is not among the placeholders is left out.
 */
export const closingTags = (
  placeholders: Iterable<string>,
  pieceOf: (placeholder: string) => Piece | undefined,
): ReadonlyMap<string, string> => {
  const opened = new Map<number | undefined, string>();
  const closes = new Map<string, string | undefined>();
  for (const placeholder of placeholders) {
    const { kind, pair } = pieceOf(placeholder)?.span ?? {};
    const open = kind === 'close' ? opened.get(pair) : undefined;
    if (open !== undefined) closes.set(open, placeholder);
    if (kind !== 'open') continue;
    opened.set(pair, placeholder);
    closes.set(placeholder, undefined);
  }
  return new Map([...closes].flatMap(([open, close]) => (close ? [[open, close]] : [])));
};
