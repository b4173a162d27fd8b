const WORD = /\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*/gu;

/** Those of some beginnings, in small letters, that no word of a text has. */
export const missingBeginnings = (
  text: string,
  beginnings: readonly string[],
): readonly string[] => {
  const words = (text.match(WORD) ?? []).map((word) => word.toLowerCase());
  return beginnings.filter((beginning) => !words.some((word) => word.startsWith(beginning)));
};
