import { type PhraseBook, parsePhraseBook } from '../shortcuts/phrase-book.js';

/** A phrase book with some entries. */
export const bookOf = (entries: Readonly<Record<string, string>>): PhraseBook => {
  const lines = Object.entries(entries).map(([phrase, text]) =>
    Buffer.from(`${phrase}\t${text}\n`),
  );
  return parsePhraseBook(Buffer.concat(lines.toSorted(Buffer.compare)));
};
