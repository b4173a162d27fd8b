import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from './postgres.js';
import { hasPostgres, type PostgresCluster, startPostgres } from './testing/postgres-cluster.js';

describe.skipIf(!hasPostgres())('a PostgreSQL database', () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster?.remove());

  it('may break a connection between two queries of a transaction', async () => {
    const db = await openPostgres(await cluster.createDatabase());
    try {
      const broken = db.transaction().execute(async (transaction) => {
        const own = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
        const { pid } = own.rows[0] ?? {};
        await sql`select pg_terminate_backend(${pid}, 10000)`.execute(db);
        // Whoever ends the connection is done; what it sends in its last moment arrives now.
        await sql`select 1`.execute(db);
        await sql`select 1`.execute(transaction);
      });
      await expect(broken).rejects.toThrow();
      const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db);
      expect(rows).toEqual([{ one: 1 }]);
    } finally {
      await db.destroy();
    }
  });
});
