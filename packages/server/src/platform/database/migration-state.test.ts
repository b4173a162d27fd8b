import { readFileSync } from 'node:fs';
import { type Migration, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStores } from '../../open-stores.js';
import { type DatabaseSettings, openDatabase, readDatabaseState } from './database.js';
import { describePending } from './migration-state.js';
import { LIBSQL_MIGRATIONS, type Migrations, POSTGRES_MIGRATIONS } from './migrations.js';
import type { SqlDatabase } from './schema.js';
import { TEST_DATABASES, type TestDatabases } from './testing/test-databases.js';

/** The migrations of the release whose statements are in `older-release.json`. */
const OLDER_RELEASE = '2026-11-22-shared-documents';

type Statements = readonly (readonly [text: string, parameters: readonly unknown[]])[];

/** As the older release's store sent them, with their parameters. */
const olderRelease: { readonly before: Statements; readonly after: Statements } = JSON.parse(
  readFileSync(new URL('./testing/older-release.json', import.meta.url), 'utf8'),
);

const run = async (db: SqlDatabase, statements: Statements): Promise<void> => {
  for (const [text, parameters] of statements) {
    // Parts of the statement between its parameters, whose marks differ between databases.
    const [first = '', ...parts] = text.split(/\$\d+/);
    const query = parts.reduce(
      (sofar, part, index) => sql`${sofar}${parameters[index]}${sql.raw(part)}`,
      sql.raw(first),
    );
    await query.execute(db).catch((cause) => {
      throw new Error(`the older release cannot run: ${text}`, { cause });
    });
  }
};

const CONTRACT: Migration = {
  up: (db) => db.schema.alterTable('api_keys').dropColumn('hint').execute(),
};

describe.each(TEST_DATABASES)('the migrations of a $name', (kind) => {
  let databases: TestDatabases;
  let settings: DatabaseSettings;
  beforeAll(async () => {
    databases = await kind.start();
  });
  afterAll(() => databases?.stop());
  beforeEach(async () => {
    settings = await databases.create();
  });
  afterEach(() => databases.remove(settings));

  const all = (): Migrations =>
    settings.databaseUrl === undefined ? LIBSQL_MIGRATIONS : POSTGRES_MIGRATIONS;
  const withMigrations = (more: Migrations = {}) => ({ migrations: { ...all(), ...more } });
  const older = () => ({
    migrations: Object.fromEntries(Object.entries(all()).filter(([name]) => name <= OLDER_RELEASE)),
  });
  const close = async (opening: Promise<SqlDatabase>) => (await opening).destroy();
  const planned = async () => describePending(await readDatabaseState(settings));

  it('start from an older release, whose servers go on working beside the new ones', async () => {
    const old = await openDatabase(settings, older());
    await run(old, olderRelease.before);
    const pending = (await planned()).map(({ name }) => name);
    expect(pending).toEqual(
      Object.keys(all())
        .filter((name) => name > OLDER_RELEASE)
        .toSorted(),
    );
    expect(pending.length).toBeGreaterThan(2);

    const fresh = await openStores(settings);
    expect(await planned()).toEqual([]);
    expect(await fresh.keyManager.find('a')).toMatchObject({
      name: 'name of a',
      limits: { charactersPerMonth: 1000, tokensPerDay: null },
    });
    const days = { firstDay: '2026-11-01', lastDay: '2026-11-30' };
    expect(await fresh.accountStore.sumCharacters(days, 'a')).toBe(11);
    expect(await fresh.documentStore.find('doc-1')).toMatchObject({ state: 'queued' });
    expect(await fresh.glossaryStore.list('a')).toHaveLength(1);
    await fresh.keyManager.create('test', { name: 'new', limits: { tokensPerDay: 5 } });

    await run(old, olderRelease.after);
    expect(await fresh.accountStore.sumCharacters(days, 'a')).toBe(33);
    expect(await fresh.keyManager.find('a')).toMatchObject({ name: 'new' });
    await Promise.all([fresh.close(), old.destroy()]);
    // The older release is started again, on tables that it does not know.
    await close(openDatabase(settings, older()));
  });

  it('of a newer version do not stop a server, unless they take something away', async () => {
    const later: Migration = {
      up: (db) => db.schema.createTable('later').addColumn('a', 'text').execute(),
    };
    await close(openDatabase(settings, withMigrations({ '2999-01-01-later': later })));
    expect((await readDatabaseState(settings)).unknown).toEqual(['2999-01-01-later']);
    await close(openDatabase(settings));
    const contract = withMigrations({
      '2999-01-01-later': later,
      '2999-02-01-hint-contract': CONTRACT,
    });
    await close(openDatabase(settings, { ...contract, withContracts: true }));
    await expect(openDatabase(settings)).rejects.toThrow('newer version of Dragoman');
  });

  it('that take something away run only when asked for, or in a new database', async () => {
    const contract = withMigrations({ '2026-11-22-hint-contract': CONTRACT });
    const hints = async (options: typeof contract & { readonly withContracts?: boolean }) => {
      const db = await openDatabase(settings, options);
      const tables = await db.introspection.getTables().finally(() => db.destroy());
      return tables
        .find(({ name }) => name === 'api_keys')
        ?.columns.filter(({ name }) => name === 'hint').length;
    };
    await close(openDatabase(settings));
    expect(await hints(contract)).toBe(1);
    expect(await hints({ ...contract, withContracts: true })).toBe(0);
    await databases.remove(settings);
    settings = await databases.create();
    expect(await hints(contract)).toBe(0);
  });

  it('only expand the tables, as their names say', async () => {
    const statements: string[] = [];
    const db = await openDatabase(settings, { migrations: {} });
    const logged = db.withPlugin({
      transformQuery: ({ node }) => {
        const { sql: text } = db.getExecutor().compileQuery(node, { queryId: 'test' });
        statements.push(text);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    for (const [name, migration] of Object.entries(all()).toSorted()) {
      if (!name.endsWith('-contract')) await migration.up(logged);
    }
    await db.destroy();
    expect(statements.length).toBeGreaterThan(20);
    const adds =
      /^create (table|index) |^alter table "\w+" add column "\w+" \w+( default \S+ not null| not null default \S+| default \S+)?$/i;
    expect(statements.filter((text) => !adds.test(text))).toEqual([]);
  });
});

describe('the plan of a database that is not there', () => {
  it('is everything, and nothing is made', async () => {
    const settings = { dataDirectory: '/nowhere/at/all', databaseUrl: undefined };
    const plan = describePending(await readDatabaseState(settings));
    expect(plan.map(({ name }) => name)).toEqual(Object.keys(LIBSQL_MIGRATIONS).toSorted());
    expect(plan.every(({ isAutomatic }) => isAutomatic)).toBe(true);
  });
});
