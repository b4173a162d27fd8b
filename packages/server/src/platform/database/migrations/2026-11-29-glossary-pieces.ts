import type { Migration } from 'kysely';

/** The entries of large dictionaries in pieces, in the embedded database only. */
export const glossaryPieces: Migration = {
  async up(db) {
    await db.schema
      .createTable('glossary_pieces')
      .addColumn('revision', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('written_at', 'bigint', (column) => column.notNull())
      .addColumn('bytes', 'blob', (column) => column.notNull())
      .addPrimaryKeyConstraint('glossary_pieces_key', ['revision', 'position'])
      .execute();
  },
};
