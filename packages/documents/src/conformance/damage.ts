import fc from 'fast-check';
import { createArchive, readArchive } from '../archive.js';
import { DocumentError } from '../document-error.js';
import { DEFAULT_LIMITS } from '../limits.js';
import { type ReadDocumentOptions, readDocument } from '../read-document.js';
import { writeDocument } from '../write-document.js';
import { pseudoTranslate, utf8 } from './notation.js';

interface Damage {
  readonly at: number;
  readonly remove: number;
  readonly insert: Uint8Array;
}

const DAMAGE: fc.Arbitrary<Damage> = fc.record({
  at: fc.nat(1_000_000),
  remove: fc.nat(8),
  insert: fc.oneof(
    fc.uint8Array({ maxLength: 8 }),
    fc.constantFrom('<', '>', '"', '&', '{', '\n', '<b>', '</b>', '\\').map(utf8),
  ),
});

const damaged = (content: Uint8Array, damages: readonly Damage[]): Uint8Array =>
  damages.reduce((whole, { at, remove, insert }) => {
    const place = at % (whole.length + 1);
    return Buffer.concat([whole.subarray(0, place), insert, whole.subarray(place + remove)]);
  }, content);

/** A file with some bytes removed and inserted. */
export const damagedFiles = (bytes: Uint8Array): fc.Arbitrary<Uint8Array> =>
  fc.array(DAMAGE, { minLength: 1, maxLength: 4 }).map((damages) => damaged(bytes, damages));

/** An archive of which one entry is damaged in the same way, before it is compressed. */
export const damagedParts = async (bytes: Uint8Array): Promise<fc.Arbitrary<Uint8Array>> => {
  const archive = await readArchive(bytes, DEFAULT_LIMITS);
  const names = archive.entries.map(({ name }) => name);
  return fc
    .tuple(fc.constantFrom(...names), fc.array(DAMAGE, { minLength: 1, maxLength: 2 }))
    .map(([hurt, damages]) =>
      createArchive(
        names.map((name) => {
          const content = archive.inflate(name);
          return [name, name === hurt ? damaged(content, damages) : content] as const;
        }),
      ),
    );
};

/** A result may be this much larger than its file, besides a fixed part. */
const MAX_GROWTH = 20;
const ALLOWED_BYTES = 1024 ** 2;

/**
 * Reads a file, replaces every word and writes the result.
 *
 * @returns why the file cannot be read; undefined if it was written
 * @throws Error for everything that no filter may do with any file, as for a much larger result
 */
export const readsOrSaysWhyNot = async (
  bytes: Uint8Array,
  options: ReadDocumentOptions,
): Promise<string | undefined> => {
  try {
    const document = await readDocument(bytes, options);
    const translations = document.paragraphs.map((paragraph) => pseudoTranslate(paragraph));
    const written = await writeDocument(document, translations, { targetLanguage: 'ar' });
    const allowed = MAX_GROWTH * bytes.length + ALLOWED_BYTES;
    if (written.bytes.length <= allowed) return undefined;
    throw new Error(`${bytes.length} bytes became ${written.bytes.length}`);
  } catch (error) {
    if (error instanceof DocumentError && !isMistake(error.cause)) return error.code;
    throw error;
  }
};

/**
 * Parsers refuse files with errors of their own, which are reported as `malformed`. These do not
 * come from a parser, except for that of encodings, which has a code.
 */
const isMistake = (cause: unknown): boolean =>
  (cause instanceof TypeError || cause instanceof ReferenceError) && !('code' in cause);
