/**
 * Does work on a few values at a time, one statement for each chunk: databases bound the number of
 * parameters of a statement.
 *
 * @returns the rows of all statements
 */
export const inChunks = async <Value, Row>(
  values: readonly Value[],
  size: number,
  work: (chunk: readonly Value[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (let start = 0; start < values.length; start += size) {
    rows.push(...(await work(values.slice(start, start + size))));
  }
  return rows;
};
