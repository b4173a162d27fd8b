import { asUnavailable, toUnavailable } from '../../../platform/database/as-unavailable.js';
import type { SqlDatabase } from '../../../platform/database/schema.js';
import type { DocumentFiles } from '../document-files.js';

/** Keeps every statement short, whatever the size of a document. */
const PIECE_BYTES = 1024 * 1024;

const piecesOf = (bytes: Uint8Array): readonly Buffer[] =>
  Array.from({ length: Math.max(1, Math.ceil(bytes.length / PIECE_BYTES)) }, (_, position) =>
    Buffer.from(bytes.subarray(position * PIECE_BYTES, (position + 1) * PIECE_BYTES)),
  );

const createSqlDocumentFiles = (
  db: SqlDatabase,
  now: () => number,
): Omit<DocumentFiles, 'readPieces'> => ({
  write: (id, file, sealed) =>
    db.transaction().execute(async (trx) => {
      await trx
        .deleteFrom('document_files')
        .where('document_id', '=', id)
        .where('file', '=', file)
        .execute();
      for (const [position, bytes] of piecesOf(sealed).entries()) {
        await trx
          .insertInto('document_files')
          .values({ document_id: id, file, position, written_at: now(), bytes })
          .execute();
      }
    }),
  // All pieces of one writing, even if another server replaces the file meanwhile.
  read: (id, file) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const pieces: Buffer[] = [];
        for (;;) {
          const row = await trx
            .selectFrom('document_files')
            .select('bytes')
            .where('document_id', '=', id)
            .where('file', '=', file)
            .where('position', '=', pieces.length)
            .executeTakeFirst();
          if (row) pieces.push(row.bytes);
          if (!row || row.bytes.length < PIECE_BYTES) break;
        }
        return pieces.length === 0 ? undefined : Buffer.concat(pieces);
      }),
  remove: async (id, ...files) => {
    await db
      .deleteFrom('document_files')
      .where('document_id', '=', id)
      .where('file', 'in', files)
      .execute();
  },
  removeAll: async (id) => {
    await db.deleteFrom('document_files').where('document_id', '=', id).execute();
  },
  listIds: async (writtenBeforeMs) => {
    const rows = await db
      .selectFrom('document_files')
      .select('document_id')
      .distinct()
      .where('written_at', '<=', writtenBeforeMs)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('documents')
              .select('documents.id')
              .whereRef('documents.id', '=', 'document_files.document_id'),
          ),
        ),
      )
      .execute();
    return rows.map((row) => row.document_id);
  },
});

/** Nobody changes a file that is read so: it is the result of a document that is done. */
async function* readPieces(db: SqlDatabase, id: string, file: string) {
  for (let position = 0; ; position++) {
    const row = await db
      .selectFrom('document_files')
      .select('bytes')
      .where('document_id', '=', id)
      .where('file', '=', file)
      .where('position', '=', position)
      .executeTakeFirst()
      .catch((error) => {
        throw toUnavailable(error);
      });
    if (row) yield row.bytes;
    if (!row || row.bytes.length < PIECE_BYTES) return;
  }
}

/**
 * The files of documents in PostgreSQL, where every server can read them. Whatever the database
 * reports arrives as `StoreUnavailable`.
 *
 * @param now milliseconds since 1970
 */
export const createDocumentFileTables = (db: SqlDatabase, now: () => number): DocumentFiles => ({
  ...asUnavailable(createSqlDocumentFiles(db, now)),
  readPieces: (id, file) => readPieces(db, id, file),
});
