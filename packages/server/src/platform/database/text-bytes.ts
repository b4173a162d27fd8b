import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.js';

// Large text crosses the border to SQLite as bytes: as a string, ten megabytes that are not plain
// ASCII hold up the thread for a fifth of a second.

const isPostgres = (db: Kysely<Schema>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** Whether the database runs in this process, where every statement holds up the thread. */
export const isEmbedded = (db: Kysely<Schema>): boolean => !isPostgres(db);

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
