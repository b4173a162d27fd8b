/**
 * Puts a document's own white space, such as line breaks inside a paragraph, back in the place of
 * single spaces: into the same ones where translation and source have as many, else at the same
 * proportion of the way.
 *
 * @param translatedCount spaces of the translation
 * @param spaces what the document has for each space of the source
 * @returns what to write for the space of an index
 */
export const spaceWriter = (
  translatedCount: number,
  spaces: readonly string[],
): ((index: number) => string) => {
  const own = new Map<number, string>();
  const scale = (translatedCount - 1) / Math.max(1, spaces.length - 1);
  for (const [index, space] of spaces.entries()) {
    if (space === ' ') continue;
    const at = translatedCount === spaces.length ? index : Math.round(index * scale);
    if (!own.has(at)) own.set(at, space);
  }
  return (index) => own.get(index) ?? ' ';
};
