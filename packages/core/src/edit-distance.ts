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

/**
 * The insertions, deletions and substitutions between two texts (Levenshtein).
 *
 * @returns undefined if it is more than `most`
 */
export const editDistance = (
  one: Characters,
  other: Characters,
  most: number,
): number | undefined => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let shortEnd = short.length;
  let longEnd = long.length;
  while (shortEnd > start && short[shortEnd - 1] === long[longEnd - 1]) {
    shortEnd--;
    longEnd--;
  }
  if (longEnd - shortEnd > most) return undefined;
  if (shortEnd === start) return longEnd - start;
  return bitParallelDistance(short.subarray(start, shortEnd), long.subarray(start, longEnd), most);
};

/** Rows of the table that one number holds. */
const ROWS = 32;

/**
 * A column of the table of Wagner and Fischer as bits: where a distance is one more than the one
 * above it, and where it is one less. 32 rows are computed at once (Myers 1999, in the blocks of
 * Hyyrö 2003).
 */
const bitParallelDistance = (
  rows: Characters,
  columns: Characters,
  most: number,
): number | undefined => {
  const blocks = Math.ceil(rows.length / ROWS);
  const equal = rowsByCharacter(rows, blocks);
  const none = new Int32Array(blocks);
  const more = new Int32Array(blocks).fill(-1);
  const less = new Int32Array(blocks);
  const lastBit = (rows.length - 1) % ROWS;
  let distance = rows.length;
  for (const [index, character] of columns.entries()) {
    const equalRows = equal.get(character) ?? none;
    // How much the distance above a block grows in this column: in the first row it is its length.
    let change = 1;
    for (let block = 0; block < blocks; block++) {
      const [wereMore, wereLess] = [more[block] as number, less[block] as number];
      const same = equalRows[block] as number;
      const notDown = same | wereLess;
      const sameHere = change < 0 ? same | 1 : same;
      const diagonal = ((((sameHere & wereMore) + wereMore) | 0) ^ wereMore) | sameHere;
      const grows = wereLess | ~(diagonal | wereMore);
      const shrinks = wereMore & diagonal;
      const growsBelow = (grows << 1) | (change > 0 ? 1 : 0);
      const shrinksBelow = (shrinks << 1) | (change < 0 ? 1 : 0);
      more[block] = shrinksBelow | ~(notDown | growsBelow);
      less[block] = growsBelow & notDown;
      const bit = block === blocks - 1 ? lastBit : ROWS - 1;
      change = ((grows >>> bit) & 1) - ((shrinks >>> bit) & 1);
    }
    distance += change;
    // Each column that follows makes it less by one at most.
    if (distance - (columns.length - index - 1) > most) return undefined;
  }
  return distance > most ? undefined : distance;
};

/** In which rows each character stands, as bits. */
const rowsByCharacter = (rows: Characters, blocks: number): ReadonlyMap<number, Int32Array> => {
  const found = new Map<number, Int32Array>();
  for (let row = 0; row < rows.length; row++) {
    const character = rows[row] as number;
    const bits = found.get(character) ?? new Int32Array(blocks);
    bits[Math.floor(row / ROWS)] = (bits[Math.floor(row / ROWS)] as number) | (1 << (row % ROWS));
    found.set(character, bits);
  }
  return found;
};
