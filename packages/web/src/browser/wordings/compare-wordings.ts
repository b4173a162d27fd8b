/** A piece of a text, and whether another text has it, too. */
export interface ComparedPiece {
  readonly text: string;
  readonly isNew: boolean;
}

/** Longer sentences are shown without a comparison, which takes time with the square of the words. */
const MOST_PIECES = 400;

/** What a wording has that the current one has not: the longest common subsequence of words. */
export const compareWordings = (current: string, other: string): readonly ComparedPiece[] => {
  const old = piecesOf(current);
  const pieces = piecesOf(other);
  if (Math.max(old.length, pieces.length) > MOST_PIECES) return [{ text: other, isNew: false }];
  const common = lengthsOfCommon(old, pieces);
  const compared: ComparedPiece[] = [];
  const add = (text: string, isNew: boolean) => {
    const last = compared.at(-1);
    if (last?.isNew === isNew) compared.splice(-1, 1, { text: last.text + text, isNew });
    else compared.push({ text, isNew });
  };
  let at = 0;
  let to = 0;
  while (to < pieces.length) {
    const piece = pieces[to] ?? '';
    if (old[at] === piece) {
      add(piece, false);
      at++;
      to++;
    } else if (at < old.length && (common[at + 1]?.[to] ?? 0) >= (common[at]?.[to + 1] ?? 0)) at++;
    else {
      add(piece, true);
      to++;
    }
  }
  return compared;
};

/** Words, and what stands between them. */
const piecesOf = (text: string): readonly string[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].map(
    ({ segment }) => segment,
  );

/** For each pair of positions, how much the rests after them have in common. */
const lengthsOfCommon = (one: readonly string[], other: readonly string[]): number[][] => {
  const lengths = Array.from({ length: one.length + 1 }, () =>
    new Array<number>(other.length + 1).fill(0),
  );
  for (let at = one.length - 1; at >= 0; at--) {
    const row = lengths[at] ?? [];
    const next = lengths[at + 1] ?? [];
    for (let to = other.length - 1; to >= 0; to--) {
      row[to] =
        one[at] === other[to] ? (next[to + 1] ?? 0) + 1 : Math.max(next[to] ?? 0, row[to + 1] ?? 0);
    }
  }
  return lengths;
};
