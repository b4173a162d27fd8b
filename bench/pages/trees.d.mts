/** Compares the trees of a page and its translation. */
export const compareTrees: (
  source: string,
  translated: string,
) => { readonly nodes: number; readonly difference: string | undefined };
