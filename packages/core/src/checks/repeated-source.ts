/** A shorter source, in letters, may be a name that belongs into the translation. */
const LEAST_LETTERS = 15;

/**
 * Whether an answer holds its source, word for word, and more: a translation after the original.
 *
 * @param growth how many times as long as the source it has to be
 */
export const repeatsSource = (source: string, answer: string, growth = 1): boolean => {
  const [asked, answered] = [lettersOf(source), lettersOf(answer)];
  return (
    asked.length >= LEAST_LETTERS &&
    answered.length > asked.length * growth &&
    answered.includes(asked)
  );
};

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
