import { locale } from '../messages/messages.js';

/** A limit or the size of a file, in units of 1024: `128 kB`, `1 byte`. */
export const showSize = (bytes: number): string => {
  if (bytes < 1024) return inUnit(bytes, 'byte', 'long');
  const kilobytes = bytes / 1024;
  return kilobytes < 1024
    ? inUnit(Math.round(kilobytes), 'kilobyte')
    : inMegabytes(kilobytes / 1024);
};

/** The size of a download, in megabytes of a million bytes, as the command line writes it. */
export const showBytes = (bytes: number): string => inMegabytes(bytes / 1_000_000);

/** `9.1 MB`, `52 MB` */
const inMegabytes = (megabytes: number): string =>
  inUnit(Number(megabytes.toFixed(megabytes < 9.95 ? 1 : 0)), 'megabyte');

const inUnit = (value: number, unit: string, unitDisplay: 'short' | 'long' = 'short'): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay }).format(value);
