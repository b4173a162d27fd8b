import type { Migration } from 'kysely';

/**
 * The last of many segments with the same text is found without reading the others. The index
 * without the order is left to older versions.
 */
export const memoryOrder: Migration = {
  async up(db) {
    await db.schema
      .createIndex('memory_segments_in_order')
      .on('memory_segments')
      .columns(['memory', 'digest', 'position'])
      .execute();
  },
};
