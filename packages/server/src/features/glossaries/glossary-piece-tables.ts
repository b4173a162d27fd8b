import { yieldToLoop } from '@dragoman/core/event-loop';
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Schema, SqlDatabase } from '../../platform/database/schema.js';
import type { FullDictionary } from './glossary-record.js';

// The embedded database runs in the thread that answers requests, and takes 25 ms to store a mebibyte of
// text. Large dictionaries are stored in pieces, each in a turn of its own, under their revision; the
// row of a dictionary names the revision when all pieces are there. PostgreSQL stores them as a whole.

const PIECE_BYTES = 128 * 1024;
/** Older pieces that no dictionary has are left over from a server that was killed. */
const MAX_WRITING_MS = 3_600_000;

type Stored = Pick<FullDictionary, 'revision' | 'tsv'>;

/** Whether the entries of a dictionary are stored in pieces. */
export const isInPieces = (db: Kysely<Schema>, { tsv }: Stored): boolean =>
  isEmbedded(db) && tsv.length > PIECE_BYTES;

/** Stores the pieces of those dictionaries that have some. Removes them again if that fails. */
export const storePieces = async (
  db: SqlDatabase,
  dictionaries: readonly Stored[],
): Promise<void> => {
  const large = dictionaries.filter((dictionary) => isInPieces(db, dictionary));
  if (large.length === 0) return;
  await removeLeftOver(db);
  try {
    for (const { revision, tsv } of large) {
      for (let position = 0; position * PIECE_BYTES < tsv.length; position++) {
        const start = position * PIECE_BYTES;
        const bytes = Buffer.from(tsv.subarray(start, start + PIECE_BYTES));
        await db
          .insertInto('glossary_pieces')
          .values({ revision, position, written_at: Date.now(), bytes })
          .execute();
        await yieldToLoop();
      }
    }
  } catch (error) {
    await removePieces(db, large).catch(() => {});
    throw error;
  }
};

/** The entries of a dictionary that is stored in pieces; undefined if some of them are gone. */
export const readPieces = async (
  db: SqlDatabase,
  revision: string,
  sizeBytes: number,
): Promise<Buffer | undefined> => {
  const tsv = Buffer.allocUnsafe(sizeBytes);
  for (let position = 0; position * PIECE_BYTES < sizeBytes; position++) {
    const row = await db
      .selectFrom('glossary_pieces')
      .select('bytes')
      .where('revision', '=', revision)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!row) return undefined;
    tsv.set(new Uint8Array(row.bytes), position * PIECE_BYTES);
    await yieldToLoop();
  }
  return tsv;
};

/** Removes the pieces of dictionaries that are no longer there. */
export const removePieces = async (
  db: SqlDatabase,
  dictionaries: readonly Pick<Stored, 'revision'>[],
): Promise<void> => {
  if (!isEmbedded(db)) return;
  for (const { revision } of dictionaries) {
    for (let position = 0; ; position++) {
      const { numDeletedRows } = await db
        .deleteFrom('glossary_pieces')
        .where('revision', '=', revision)
        .where('position', '=', position)
        .executeTakeFirst();
      if (numDeletedRows === 0n) break;
      await yieldToLoop();
    }
  }
};

const removeLeftOver = async (db: SqlDatabase): Promise<void> => {
  const leftOver = await db
    .selectFrom('glossary_pieces')
    .select('revision')
    .distinct()
    .where('written_at', '<', Date.now() - MAX_WRITING_MS)
    .where('revision', 'not in', ({ selectFrom }) =>
      selectFrom('glossary_dictionaries').select('glossary_dictionaries.revision'),
    )
    .execute();
  await removePieces(db, leftOver);
};

// Large text crosses the border to SQLite as bytes: as a string, ten megabytes that are not plain
// ASCII hold up the thread for a fifth of a second.

const isPostgres = (db: Kysely<Schema>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** Whether the database runs in this process, where every statement holds up the thread. */
const isEmbedded = (db: Kysely<Schema>): boolean => !isPostgres(db);

/** The text of a column, to be selected; {@link bytesOfText} takes what comes of it. */
export const selectText = (db: Kysely<Schema>, column: string): RawBuilder<string | ArrayBuffer> =>
  isPostgres(db)
    ? sql<string>`${sql.ref(column)}`
    : sql<ArrayBuffer>`cast(${sql.ref(column)} as blob)`;

/** In UTF-8. */
export const bytesOfText = (selected: string | ArrayBuffer): Buffer =>
  typeof selected === 'string' ? Buffer.from(selected) : Buffer.from(selected);

/** Text in UTF-8, to be stored in a column for text. */
export const storeText = (db: Kysely<Schema>, bytes: Uint8Array): RawBuilder<string> => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // PostgreSQL takes bytes for text: they are its binary form.
  return isPostgres(db) ? sql<string>`${buffer}` : sql<string>`cast(${buffer} as text)`;
};
