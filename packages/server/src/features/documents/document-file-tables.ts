import { MEBIBYTE } from '@dragoman/contract';
import type { SqlDatabase } from '../../platform/database/schema.js';
import { inChunks } from '../../platform/database/shared-queries.js';
import { toOutage, withOutages } from '../../platform/database/store-error.js';
import type { DocumentFile, DocumentFiles, SealedBytes } from './document-files.js';

/** Keeps every statement short, whatever the size of a document. */
const CHUNK_BYTES = MEBIBYTE;
const IDS_PER_STATEMENT = 500;

/** All of it in rows of the same size but for the last one, which may be empty. */
async function* rowsOf(sealed: SealedBytes): AsyncGenerator<Buffer, void, void> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of sealed instanceof Uint8Array ? [sealed] : sealed) {
    for (let start = 0; start < chunk.length; ) {
      const part = chunk.subarray(start, start + CHUNK_BYTES - heldBytes);
      held.push(Buffer.from(part.buffer, part.byteOffset, part.length));
      heldBytes += part.length;
      start += part.length;
      if (heldBytes < CHUNK_BYTES) continue;
      yield Buffer.concat(held);
      held = [];
      heldBytes = 0;
    }
  }
  yield Buffer.concat(held);
}

const removeFile = async (db: SqlDatabase, id: string, file: DocumentFile): Promise<void> => {
  await db
    .deleteFrom('document_files')
    .where('document_id', '=', id)
    .where('file', '=', file)
    .execute();
};

interface Writing {
  readonly id: string;
  readonly file: DocumentFile;
  readonly sealed: SealedBytes;
  readonly now: () => number;
}

const insertRows = async (db: SqlDatabase, { id, file, sealed, now }: Writing): Promise<void> => {
  await removeFile(db, id, file);
  let position = 0;
  for await (const bytes of rowsOf(sealed)) {
    await db
      .insertInto('document_files')
      .values({ document_id: id, file, position: position++, written_at: now(), bytes })
      .execute();
  }
};

const createSqlDocumentFiles = (
  db: SqlDatabase,
  now: () => number,
): Omit<DocumentFiles, 'readChunks'> => ({
  async write(id, file, sealed) {
    if (sealed instanceof Uint8Array) {
      await db.transaction().execute((trx) => insertRows(trx, { id, file, sealed, now }));
      return;
    }
    // No transaction, and so no connection, waits for a client. Nobody reads the file before.
    try {
      await insertRows(db, { id, file, sealed, now });
    } catch (error) {
      await removeFile(db, id, file).catch(() => {});
      throw error;
    }
  },
  async has(id, file) {
    const row = await db
      .selectFrom('document_files')
      .select('position')
      .where('document_id', '=', id)
      .where('file', '=', file)
      .where('position', '=', 0)
      .executeTakeFirst();
    return row !== undefined;
  },
  // All chunks of one writing, even if another server replaces the file meanwhile.
  read: (id, file) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const chunks: Buffer[] = [];
        for (;;) {
          const row = await trx
            .selectFrom('document_files')
            .select('bytes')
            .where('document_id', '=', id)
            .where('file', '=', file)
            .where('position', '=', chunks.length)
            .executeTakeFirst();
          if (row) chunks.push(row.bytes);
          if (!row || row.bytes.length < CHUNK_BYTES) break;
        }
        return chunks.length === 0 ? undefined : Buffer.concat(chunks);
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
  removeLeft: async (ids) => {
    await inChunks(ids, IDS_PER_STATEMENT, (chunk) =>
      db.deleteFrom('document_files').where('document_id', 'in', chunk).execute(),
    );
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
async function* readChunks(db: SqlDatabase, id: string, file: string) {
  for (let position = 0; ; position++) {
    const row = await db
      .selectFrom('document_files')
      .select('bytes')
      .where('document_id', '=', id)
      .where('file', '=', file)
      .where('position', '=', position)
      .executeTakeFirst()
      .catch((error) => {
        throw toOutage(error);
      });
    if (row) yield row.bytes;
    if (!row || row.bytes.length < CHUNK_BYTES) return;
  }
}

/**
 * The files of documents in PostgreSQL, where every server can read them. Outages of the database are
 * thrown as `DatabaseOutage`.
 *
 * @param now milliseconds since 1970
 */
export const createDocumentFileTables = (db: SqlDatabase, now: () => number): DocumentFiles => ({
  ...withOutages(createSqlDocumentFiles(db, now)),
  readChunks: (id, file) => readChunks(db, id, file),
});
