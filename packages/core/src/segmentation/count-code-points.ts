/** The unit of billing and quotas: Unicode code points of the source text. */
export const countCodePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};
