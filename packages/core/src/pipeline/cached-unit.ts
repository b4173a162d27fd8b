import type { TranslatedUnit } from '../engine/engine.js';

// After the text, before its spans; the last one counts, so a text may have some of its own.
const SEPARATOR = '\0';

/** Writes a translation for the cache: its text, and where its spans are. */
export const toCached = ({ text, spans }: TranslatedUnit): string =>
  text + SEPARATOR + spans.map(({ span, start, end }) => `${span}:${start}:${end}`).join(' ');

/** Reads what {@link toCached} wrote. */
export const fromCached = (cached: string): TranslatedUnit => {
  const end = cached.lastIndexOf(SEPARATOR);
  const rows = cached.slice(end + 1).match(/\S+/g) ?? [];
  const spans = rows.map((row) => {
    const [span = 0, start = 0, stop = 0] = row.split(':').map(Number);
    return { start, end: stop, span };
  });
  return { text: cached.slice(0, end), spans };
};
