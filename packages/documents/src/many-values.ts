// For lists as long as a file makes them: values that are spread into the arguments of one call fail
// where there are more than some 120,000.

/** The smallest of any number of values; infinite without any. */
export const smallest = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);

/** The largest of any number of values; minus infinite without any. */
export const largest = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);

/** Adds any number of items to the end of a list. */
export const append = <Item>(list: Item[], items: Iterable<Item>): void => {
  for (const item of items) list.push(item);
};

/** How many of a sorted list come before a place. @param isBefore of the item with an index */
export const countBefore = (length: number, isBefore: (index: number) => boolean): number => {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
};
