/**
 * What rule-based engines write where they cannot finish a word: the name of a class (`<prn>`), or a
 * word with a sign before it (`#ser`, `@perro`, `*foo`).
 * https://wiki.apertium.org/wiki/Apertium_stream_format
 */
const SYMBOLS = /<[a-z][a-z0-9_.:-]{0,30}>|(?<![^\s([{"'“‘«¿¡])[#@*](?=\p{L})/gu;

/**
 * Whether a translation has symbols of an engine's analysis in it: more of a kind than the source.
 * Takes time in proportion to the length of the texts.
 */
export const hasLeakedSymbols = (source: string, translated: string): boolean => {
  const found = translated.match(SYMBOLS);
  if (!found) return false;
  const known = countOf(source.match(SYMBOLS) ?? []);
  return [...countOf(found)].some(([symbol, count]) => count > (known.get(symbol) ?? 0));
};

const countOf = (symbols: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  return counts;
};
