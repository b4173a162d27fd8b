/** Characters of a gram: short texts have few, so theirs are shorter. */
const GRAM_CHARACTERS = { short: 3, long: 4 } as const;
/** Texts with up to this many characters are short. */
export const SHORT_CHARACTERS = 20;

/** Hashes of grams have this many bits. */
export const HASH_BITS = 16;

/** In each of these parts of a long text, the rarest gram is chosen. */
const ZONES = 8;

export type GramKind = keyof typeof GRAM_CHARACTERS;

export const gramKindOf = (characterCount: number): GramKind =>
  characterCount <= SHORT_CHARACTERS ? 'short' : 'long';

// Its beginning and its end make a text easier to find.
const bounded = (form: string): string => `\u0002${form.toLowerCase()}\u0003`;

/** Hashes of all runs of a few characters (UTF-16 code units) in a text, in order. */
export const hashGrams = (form: string, kind: GramKind): Uint16Array => {
  const text = bounded(form);
  const size = GRAM_CHARACTERS[kind];
  const hashes = new Uint16Array(Math.max(0, text.length - size + 1));
  for (let start = 0; start < hashes.length; start++) {
    // FNV-1a, folded to 16 bits (http://www.isthe.com/chongo/tech/comp/fnv/).
    let hash = 0x811c9dc5;
    for (let index = start; index < start + size; index++) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    }
    hashes[start] = hash ^ (hash >>> HASH_BITS);
  }
  return hashes;
};

/**
 * The grams that a text is found by: all of a short one; of a long one the rarest in each part, so
 * that few texts share them and a change in one part leaves the others.
 *
 * @param counts how often each hash has occurred
 */
export const chooseGrams = (
  hashes: Uint16Array,
  kind: GramKind,
  counts: Uint32Array,
): ReadonlySet<number> => {
  if (kind === 'short') return new Set(hashes);
  const chosen = new Set<number>();
  for (let zone = 0; zone < ZONES; zone++) {
    const end = Math.floor(((zone + 1) * hashes.length) / ZONES);
    let rarest: number | undefined;
    for (let index = Math.floor((zone * hashes.length) / ZONES); index < end; index++) {
      const hash = hashes[index] ?? 0;
      if (rarest === undefined || (counts[hash] ?? 0) < (counts[rarest] ?? 0)) rarest = hash;
    }
    if (rarest !== undefined) chosen.add(rarest);
  }
  return chosen;
};
