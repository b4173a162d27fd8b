/**
 * A size as a person reads it: `512 B`, `9.1 MB`, `52 MB`; as the page writes it, too. Decimal units, as
 * shops and browsers use.
 */
export const formatFileSize = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'] as const;
  // What would be rounded to 1000 has the next unit.
  const power = Math.min(Math.floor(Math.log10(bytes / 0.9995) / 3), units.length);
  const value = bytes / 1000 ** power;
  return `${Number(value.toFixed(value < 9.95 ? 1 : 0))} ${units[power - 1]}`;
};
