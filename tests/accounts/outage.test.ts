import { describe, expect, it } from 'vitest';
import { hasPostgres } from '../../packages/server/dist/platform/database/testing/postgres-cluster.js';
import { startStallingProxy } from '../../packages/server/dist/platform/database/testing/stalling-proxy.js';
import { BODY, hammer, statusOf, usageOf } from '../support/account-servers.js';
import { usePostgresAccounts } from '../support/postgres-accounts.js';
import { postTranslate } from '../support/start-server.js';

/** Longer than the documented half minute. */
const OUTAGE_SECONDS = 32;

describe.skipIf(!hasPostgres())('while the PostgreSQL database is away', () => {
  const shared = usePostgresAccounts();

  /** Statuses, with their Retry-After. */
  const answerOf = async (url: string, key: string) => {
    const signal = AbortSignal.timeout(5000);
    const { status, headers } = await postTranslate({ url, key }, BODY, { signal });
    return [status, headers.get('retry-after')];
  };

  it('taking connections and never answering, nobody waits longer than clients do', async () => {
    const sockets = new URL(shared.databaseUrl).searchParams.get('host');
    const proxy = await startStallingProxy({ path: `${sockets}/.s.PGSQL.5432` });
    try {
      const through = new URL(shared.databaseUrl);
      through.searchParams.delete('host');
      const { url } = await shared.accounts.start({
        DRAGOMAN_DATABASE_URL: `postgres://dragoman@127.0.0.1:${proxy.port}${through.pathname}`,
      });
      const known = await shared.accounts.makeKey('known');
      const unknown = await shared.accounts.makeKey('unknown');
      const limited = await shared.accounts.makeKey('limited', '--limit', '1000000');
      expect(await statusOf(url, known)).toBe(200);
      expect(await usageOf(url, limited)).toMatchObject({ character_count: 0 });

      proxy.stall();
      // The first requests wait for both the key and the quota in vain.
      expect(await answerOf(url, limited)).toEqual([503, '5']);
      const load = await hammer(url, known, { amount: 400, overallRate: 50 });
      expect({ statuses: load.statusCodeStats, errors: load.errors }).toEqual({
        statuses: { 200: { count: 400 } },
        errors: 0,
      });
      for (let attempt = 0; attempt < 5; attempt++) {
        expect(await answerOf(url, limited)).toEqual([503, '5']);
        expect(await answerOf(url, unknown)).toEqual([503, '5']);
      }

      proxy.resume();
      await expect.poll(() => statusOf(url, limited), { timeout: 10_000 }).toBe(200);
      await expect.poll(() => statusOf(url, unknown), { timeout: 10_000 }).toBe(200);
      await shared.accounts.stopAll();
      expect(await shared.accounts.usedBy('known')).toBe(11 * 401);
      expect(await shared.accounts.usedBy('limited')).toBe(11);
    } finally {
      await shared.accounts.stopAll();
      await proxy.stop();
    }
  }, 90_000);

  it('for half a minute under load, known keys keep working and their usage is reported later', async () => {
    const { url } = await shared.accounts.start();
    const known = await shared.accounts.makeKey('known');
    const unknown = await shared.accounts.makeKey('unknown');
    const limited = await shared.accounts.makeKey('limited', '--limit', '1000000');
    const admin = await shared.accounts.keys('create', '--name', 'admin', '--permissions', 'admin');
    expect(await statusOf(url, known)).toBe(200);
    expect(await usageOf(url, admin)).toMatchObject({ character_count: 11 });
    expect(await usageOf(url, limited)).toMatchObject({ character_count: 0 });

    await shared.cluster.crash();
    const load = await hammer(url, known, { duration: OUTAGE_SECONDS, overallRate: 50 });
    expect({ statuses: load.statusCodeStats, errors: load.errors }).toEqual({
      statuses: { 200: { count: load['2xx'] } },
      errors: 0,
    });
    expect(load['2xx']).toBeGreaterThan(OUTAGE_SECONDS * 10);
    // Without the database it is unknown whether the quota is used up, or whose key it is.
    for (const key of [limited, unknown]) expect(await answerOf(url, key)).toEqual([503, '5']);
    for (const path of ['usage', 'admin/developer-keys']) {
      const headers = { authorization: `Service-Auth-Key ${path === 'usage' ? known : admin}` };
      expect([path, (await fetch(`${url}/v2/${path}`, { headers })).status]).toEqual([path, 503]);
    }

    await shared.cluster.restart();
    await expect.poll(() => statusOf(url, unknown), { timeout: 10_000 }).toBe(200);
    await expect.poll(() => statusOf(url, limited), { timeout: 10_000 }).toBe(200);
    await shared.accounts.stopAll();
    // Requests in flight when the load ended may have been answered without being received.
    const sent = 11 * (load.requests.sent + 1);
    const answered = 11 * (load['2xx'] + 1);
    const used = await shared.accounts.usedBy('known');
    expect(used).toBeGreaterThanOrEqual(answered);
    expect(used).toBeLessThanOrEqual(sent);
    expect(await shared.accounts.usedBy('limited')).toBe(11);
  }, 120_000);
});
