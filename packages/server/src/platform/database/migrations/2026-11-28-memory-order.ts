import type { Migration } from 'kysely';

/** The last of many segments with the same text is found without reading the others. */
export const memoryOrder: Migration = {
  async up(db) {
    await db.schema
      .createIndex('memory_segments_in_order')
      .on('memory_segments')
      .columns(['memory', 'digest', 'position'])
      .execute();
    // The new index serves every query of this one, also those of older versions.
    await db.schema.dropIndex('memory_segments_by_digest').execute();
  },
};
