import { CONTROL_CHARACTERS } from '@dragoman/contract';

const CONTROL = new RegExp(`[${CONTROL_CHARACTERS}]`, 'gu');

/** Text as one line for a terminal: what would move the cursor or change colours is replaced. */
export const printable = (text: string): string => text.replace(CONTROL, '\ufffd');

/** A table of plain text; columns of `right` (by index) are aligned to the right. */
export const showTable = (
  table: readonly (readonly string[])[],
  right: readonly number[] = [],
): string => {
  const rows = table.map((row) => row.map(printable));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const cell = (text: string, column: number): string =>
    right.includes(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0);
  return rows.map((row) => `${row.map(cell).join('  ').trimEnd()}\n`).join('');
};

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** For everything except results: hints and what was skipped. */
export const remark = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** `latency_optimized` in the words of the table. */
export const showModelType = (modelType: string): string =>
  modelType === 'latency_optimized' ? 'fast' : 'quality';
