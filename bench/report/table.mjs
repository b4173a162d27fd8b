/**
 * A Markdown table whose columns line up in plain text as well. Columns of numbers are aligned
 * right.
 *
 * @param {readonly string[]} headers
 * @param {readonly (readonly (string | number)[])[]} rows
 */
export const formatTable = (headers, rows) => {
  const cells = [headers, ...rows].map((row) => row.map(String));
  const widths = headers.map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)));
  const isNumeric = headers.map((_, column) =>
    rows.every((row) => /^-?[\d.,]*$/.test(String(row[column]))),
  );
  const line = (row) => `| ${row.map(pad).join(' | ')} |`;
  const pad = (cell, column) =>
    isNumeric[column] ? cell.padStart(widths[column]) : cell.padEnd(widths[column]);
  const rule = widths.map((width, column) =>
    isNumeric[column] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(cells[0]), line(rule), ...cells.slice(1).map(line)].join('\n');
};
