import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { loadConfiguration } from './configuration/load.js';
import { startServer } from './main.js';
import { openPostgres } from './platform/database/postgres.js';
import { hasPostgres, startPostgres } from './platform/database/testing/postgres-cluster.js';

it('a models folder that is set and does not exist is created, with a warning', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-start-'));
  const path = join(dataDirectory, 'modles');
  const environment = {
    DRAGOMAN_DATA_DIR: dataDirectory,
    DRAGOMAN_MODELS_DIR: path,
    DRAGOMAN_ENGINES: 'fake',
    DRAGOMAN_PORT: '0',
  };
  const warnings = async (): Promise<readonly object[]> => {
    const lines: string[] = [];
    const configuration = loadConfiguration({ environment, workingDirectory: dataDirectory });
    const server = await startServer(configuration, { write: (line) => lines.push(line) });
    await server.stop();
    const entries = lines.map((line): { readonly setting?: string } => JSON.parse(line));
    return entries.filter(({ setting }) => setting === 'modelsDirectory');
  };
  expect(await warnings()).toEqual([expect.objectContaining({ level: 40, path })]);
  expect((await stat(path)).isDirectory()).toBe(true);
  expect(await warnings()).toEqual([]);
  await rm(dataDirectory, { recursive: true });
});

it.skipIf(!hasPostgres())('a server that cannot start closes what it has opened', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-start-'));
  const cluster = await startPostgres();
  const url = await cluster.createDatabase();
  // A folder in the place of the file with the first key.
  await mkdir(join(dataDirectory, 'auth-key'));
  const environment = {
    DRAGOMAN_DATA_DIR: dataDirectory,
    DRAGOMAN_DATABASE_URL: url,
    DRAGOMAN_LOG_LEVEL: 'silent',
  };
  const starting = startServer(loadConfiguration({ environment, workingDirectory: dataDirectory }));
  await expect(starting).rejects.toMatchObject({ code: 'EISDIR' });
  const db = await openPostgres(url);
  await vi.waitFor(async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
    expect(rows).toEqual([]);
  });
  await db.destroy();
  await cluster.remove();
  await rm(dataDirectory, { recursive: true });
});
