/** A text as the numbers of its characters (Unicode code points), to be compared quickly. */
export type Characters = Uint32Array;

// A loop: `Uint32Array.from` takes ten times as long, which an import of a million texts would feel.
export const charactersOf = (text: string): Characters => {
  const characters = new Uint32Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.codePointAt(index) ?? 0;
    if (character > 0xffff) index++;
    characters[length++] = character;
  }
  return characters.subarray(0, length);
};

/** Numbers of characters that a text can have if it is as similar as asked for. */
export const similarLengths = (
  length: number,
  threshold: number,
): { readonly least: number; readonly most: number } => {
  const share = neededShare(threshold);
  return {
    least: Math.ceil(length * share),
    most: share === 0 ? Number.POSITIVE_INFINITY : Math.floor(length / share),
  };
};

/** Percentages are rounded, so half a percent less is enough; 100 is for equal texts only. */
const neededShare = (threshold: number): number =>
  threshold >= 100 ? 1 : Math.max(0, threshold - 0.5) / 100;

/**
 * How similar two texts are, in percent: the characters that need not be changed, inserted or
 * deleted to get from one to the other (Levenshtein), of those in the longer text. Rounded; only
 * equal texts are 100.
 *
 * @param threshold least similarity that matters
 * @returns undefined below the threshold
 */
export const similarity = (
  one: Characters,
  other: Characters,
  threshold: number,
): number | undefined => {
  const longest = Math.max(one.length, other.length);
  if (longest === 0) return 100;
  const most = Math.floor(longest * (1 - neededShare(threshold)) + 1e-9);
  const distance = editDistance(one, other, most);
  if (distance === undefined) return undefined;
  if (distance === 0) return 100;
  return Math.min(99, Math.round(100 * (1 - distance / longest)));
};

/**
 * Levenshtein distance, computed within a band along the diagonal (Ukkonen 1985).
 *
 * @returns undefined if it is more than `most`
 */
const editDistance = (one: Characters, other: Characters, most: number): number | undefined => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let shortEnd = short.length;
  let longEnd = long.length;
  while (shortEnd > start && short[shortEnd - 1] === long[longEnd - 1]) {
    shortEnd--;
    longEnd--;
  }
  const columns = shortEnd - start;
  const rows = longEnd - start;
  if (rows - columns > most) return undefined;
  if (columns === 0) return rows;
  const beyond = most + 1;
  // distances[column] is that of the first `row` and the first `column` characters.
  const distances = Uint32Array.from({ length: columns + 1 }, (_, column) =>
    Math.min(column, beyond),
  );
  for (let row = 1; row <= rows; row++) {
    const first = Math.max(1, row - most);
    const last = Math.min(columns, row + most);
    let diagonal = distances[first - 1] ?? beyond;
    let left = first === 1 ? Math.min(row, beyond) : beyond;
    distances[first - 1] = left;
    let least = left;
    const character = long[start + row - 1];
    for (let column = first; column <= last; column++) {
      // Right of the band it is still what it was in the first row: beyond.
      const above = distances[column] ?? beyond;
      const change = short[start + column - 1] === character ? diagonal : diagonal + 1;
      const distance = Math.min(change, left + 1, above + 1, beyond);
      diagonal = above;
      distances[column] = distance;
      left = distance;
      if (distance < least) least = distance;
    }
    if (least > most) return undefined;
  }
  const distance = distances[columns] ?? beyond;
  return distance > most ? undefined : distance;
};
