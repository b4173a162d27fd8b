import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stores } from '../../open-stores.js';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createQuotaCount } from './quota-shares.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');

let accounts: Stores;
beforeEach(async () => {
  accounts = await openTestStores();
});
afterEach(() => accounts.close());

/** A key with a quota of 1000 characters that has used some on a day. */
const keyThatUsed = async (characters: number, day = '2026-11-20') => {
  const { record } = await accounts.keyManager.create('test', {
    name: `used ${characters}`,
    limits: { charactersPerMonth: 1000 },
  });
  await accounts.accountStore.addUsage({
    id: record.id,
    atMs: NOW,
    amounts: [{ ownerId: record.id, day, characters, requests: 1 }],
    tagAmounts: [],
    shares: { serverId: 'test', expiresAtMs: NOW, remaining: [] },
  });
  return record;
};

const count = () => createQuotaCount({ usageReports: accounts.accountStore, now: () => NOW })();

it('counts keys that have used 90 % of their quota this month, and those that have used it up', async () => {
  await keyThatUsed(899);
  await keyThatUsed(900);
  await keyThatUsed(1000);
  await keyThatUsed(5000, '2026-10-31');
  expect(await count()).toEqual({ near: 1, exhausted: 1 });
});

it('leaves out revoked keys and keys without a quota', async () => {
  const { id } = await keyThatUsed(1000);
  await accounts.keyManager.revoke('test', id);
  await accounts.keyManager.create('test', { name: 'unlimited' });
  expect(await count()).toEqual({ near: 0, exhausted: 0 });
});

it('adds up the days of a key, and counts a quota of nothing as used up', async () => {
  const { id } = await keyThatUsed(400);
  for (const day of ['2026-11-01', '2026-11-30']) {
    await accounts.accountStore.addUsage({
      id: day,
      atMs: NOW,
      amounts: [{ ownerId: id, day, characters: 300, requests: 1 }],
      tagAmounts: [],
      shares: { serverId: 'test', expiresAtMs: NOW, remaining: [] },
    });
  }
  await accounts.keyManager.create('test', { name: 'none', limits: { charactersPerMonth: 0 } });
  expect(await count()).toEqual({ near: 0, exhausted: 2 });
});

it('asks the database for two numbers, and twice a minute at most', async () => {
  let timeMs = NOW;
  let asked = 0;
  const countAgain = createQuotaCount({
    usageReports: {
      countKeysByQuota: async (days) => {
        asked += 1;
        return accounts.accountStore.countKeysByQuota(days);
      },
    },
    now: () => timeMs,
  });
  await keyThatUsed(1000);
  expect(await Promise.all([countAgain(), countAgain()])).toEqual(
    Array(2).fill({ near: 0, exhausted: 1 }),
  );
  timeMs += 29_999;
  await countAgain();
  expect(asked).toBe(1);
  timeMs += 1;
  await countAgain();
  expect(asked).toBe(2);
});

it('asks again after a failure', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve({ near: 1, exhausted: 2 })];
  const countAgain = createQuotaCount({
    usageReports: { countKeysByQuota: () => answers.shift() ?? Promise.reject(new Error('none')) },
    now: () => NOW,
  });
  await expect(countAgain()).rejects.toThrow('away');
  expect(await countAgain()).toEqual({ near: 1, exhausted: 2 });
});
