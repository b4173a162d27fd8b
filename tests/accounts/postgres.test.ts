import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { freePort } from '../../packages/server/dist/platform/database/testing/free-port.js';
import { hasPostgres } from '../../packages/server/dist/platform/database/testing/postgres-cluster.js';
import { accountServers, hammer, statusOf, usageOf } from '../support/account-servers.js';
import { hasNginx, startNginx } from '../support/nginx.js';
import { usePostgresAccounts } from '../support/postgres-accounts.js';

// Several servers and commands, each a separate process.
vi.setConfig({ testTimeout: 90_000 });

const run = promisify(execFile);
const hasBackupTools = ['/usr/bin/pg_dump', '/usr/bin/pg_restore'].every(existsSync);

describe.skipIf(!hasPostgres())('servers that share a PostgreSQL database', () => {
  const shared = usePostgresAccounts();

  it('have one first key together', async () => {
    const environment = { DRAGOMAN_AUTH_KEY: undefined };
    const servers = await Promise.all([
      shared.accounts.start(environment),
      shared.accounts.start(environment),
    ]);
    const outputs = servers.map((server) => server.output());
    expect(outputs.filter((output) => output.includes('(new, stored in'))).toHaveLength(1);
    expect(outputs.filter((output) => output.includes('dragoman keys create'))).toHaveLength(1);
    expect(JSON.parse(await shared.accounts.keys('list', '--json')).keys).toHaveLength(1);
  });

  it.skipIf(!hasNginx())('count hammered keys exactly behind one nginx', async () => {
    const environment = { DRAGOMAN_ACCOUNT_CHARACTERS_PER_MONTH: '20003' };
    const [one, two] = await Promise.all([
      shared.accounts.start(environment),
      shared.accounts.start(environment),
    ]);
    const counted = await shared.accounts.makeKey('counted');
    const limited = await shared.accounts.makeKey('limited', '--limit', '5555');
    const proxy = await startNginx(await freePort(), [one.url, two.url]);
    try {
      expect((await hammer(proxy.url, counted, { amount: 1000 })).statusCodeStats).toEqual({
        200: { count: 1000 },
      });
      expect((await hammer(proxy.url, limited, { amount: 1000 })).statusCodeStats).toEqual({
        200: { count: 505 },
        456: { count: 495 },
      });
      // The limit of the account stops the key before its own limit does.
      expect((await hammer(proxy.url, counted, { amount: 500 })).statusCodeStats).toEqual({
        200: { count: 313 },
        456: { count: 187 },
      });
      await shared.accounts.stopAll();
      expect(await shared.accounts.usedBy('counted')).toBe(14_443);
      expect(await shared.accounts.usedBy('limited')).toBe(5555);
    } finally {
      await proxy.stop();
    }
  });

  it.skipIf(!hasBackupTools)('come back from pg_dump with pg_restore', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-backup-'));
    const file = join(folder, 'dragoman.dump');
    const restoredUrl = await shared.cluster.createDatabase();
    const restored = accountServers({ DRAGOMAN_DATABASE_URL: restoredUrl });
    try {
      const { url } = await shared.accounts.start();
      const key = await shared.accounts.makeKey('kept', '--limit', '100');
      expect(await statusOf(url, key)).toBe(200);
      expect(await usageOf(url, key)).toMatchObject({
        character_count: 11,
        character_limit: 100,
      });
      // The server answers with what it has counted; it reports that to the database a little later.
      await expect.poll(() => shared.accounts.usedBy('kept'), { timeout: 30_000 }).toBe(11);
      await run('pg_dump', ['--format=custom', `--file=${file}`, `--dbname=${shared.databaseUrl}`]);
      expect(await statusOf(url, key)).toBe(200);
      await run('pg_restore', ['--no-owner', `--dbname=${restoredUrl}`, file]);
      const after = await restored.start();
      expect(await usageOf(after.url, key)).toMatchObject({
        character_count: 11,
        character_limit: 100,
      });
      expect(await statusOf(after.url, key)).toBe(200);
      expect(await restored.keys('audit')).toContain('name=kept');
    } finally {
      await restored.stopAll();
      await shared.cluster.dropDatabase(restoredUrl);
      await rm(folder, { recursive: true });
    }
  });

  it('say what is wrong when there is no database, and never the password', async () => {
    const url = `postgres://user:secret-password@127.0.0.1:${await freePort()}/nowhere`;
    const failed = shared.accounts.start({ DRAGOMAN_DATABASE_URL: url });
    await expect(failed).rejects.toThrow(
      /The PostgreSQL database 127\.0\.0\.1:\d+\/nowhere cannot/,
    );
    await expect(failed).rejects.not.toThrow('secret-password');
  });
});
