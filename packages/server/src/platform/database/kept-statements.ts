import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type Database from 'libsql';
import { LRUCache } from 'lru-cache';

const MAX_STATEMENTS = 200;
/** A statement takes several times the memory of its text. */
const MAX_STATEMENT_CHARACTERS = 16_384;

/**
 * A database that keeps its statements prepared, because preparing a short query takes longer than
 * running it; the least recently used are evicted.
 */
export const keepStatements = (database: Database.Database): SqliteDatabase => {
  const statements = new LRUCache<string, SqliteStatement>({ max: MAX_STATEMENTS });
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const statement: SqliteStatement = database.prepare(sql);
      if (sql.length <= MAX_STATEMENT_CHARACTERS) statements.set(sql, statement);
      return statement;
    },
  };
};
