/** Large enough to keep an engine busy, and small enough to show progress. */
const MAX_BATCH = { texts: 50, characters: 32_768 };

/** Neighbouring texts in groups that are translated at once. */
export const batchTexts = (texts: readonly string[]): readonly (readonly string[])[] => {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const batch = batches.at(-1);
    characters += text.length;
    if (batch && batch.length < MAX_BATCH.texts && characters <= MAX_BATCH.characters) {
      batch.push(text);
    } else {
      batches.push([text]);
      characters = text.length;
    }
  }
  return batches;
};
