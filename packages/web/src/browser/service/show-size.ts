import { locale } from '../messages/messages.js';

/** A limit or the size of a file, in units of 1024: `128 kB`, `1 byte`. */
export const showSize = (bytes: number): string => {
  if (bytes < 1024) return inUnit(bytes, 'byte', 'long');
  const kilobytes = bytes / 1024;
  return kilobytes < 1024
    ? inUnit(Math.round(kilobytes), 'kilobyte')
    : inMegabytes(kilobytes / 1024, 1);
};

/** The size of a download, in round megabytes of a million bytes. */
export const showBytes = (bytes: number): string => inMegabytes(bytes / 1_000_000, 0);

const inMegabytes = (megabytes: number, digits: number): string =>
  inUnit(Number(megabytes.toFixed(digits)), 'megabyte');

const inUnit = (value: number, unit: string, unitDisplay: 'short' | 'long' = 'short'): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay }).format(value);
