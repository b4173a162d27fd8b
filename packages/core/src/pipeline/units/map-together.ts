/** Does a piece of work for many items at once; one result for each, in order. */
export type Work<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

/**
 * The results of the chosen items, each in its item's place; undefined for the others. Without any,
 * no work is done.
 */
export const mapWhere = async <Item, Result>(
  items: readonly Item[],
  isChosen: (item: Item, index: number) => boolean,
  work: Work<Item, Result>,
): Promise<(Result | undefined)[]> => {
  const areChosen = items.map(isChosen);
  if (!areChosen.includes(true)) return items.map(() => undefined);
  const results = (await work(items.filter((_, index) => areChosen[index]))).values();
  return areChosen.map((isOne) => (isOne ? results.next().value : undefined));
};

/** The results of the items of all groups, done together, in groups again. */
export const mapGroups = async <Item, Result>(
  groups: readonly (readonly Item[])[],
  work: Work<Item, Result>,
): Promise<readonly (readonly Result[])[]> => {
  const items = groups.flat();
  const results = items.length === 0 ? [] : await work(items);
  let next = 0;
  return groups.map(({ length }) => {
    next += length;
    return results.slice(next - length, next);
  });
};
