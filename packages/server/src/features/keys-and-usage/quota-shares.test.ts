import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stores } from '../../open-stores.js';
import { openTestAccounts } from '../../platform/database/testing/test-accounts.js';
import { countKeysByQuota } from './quota-shares.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');

let accounts: Stores;
beforeEach(async () => {
  accounts = await openTestAccounts();
});
afterEach(() => accounts.close());

/** A key with a quota of 1000 characters that has used some on a day. */
const keyThatUsed = async (characters: number, day = '2026-11-20') => {
  const { record } = await accounts.keyManager.create('test', {
    name: `used ${characters}`,
    limits: { charactersPerMonth: 1000 },
  });
  await accounts.store.addUsage({
    id: record.id,
    atMs: NOW,
    amounts: [{ keyId: record.id, day, characters, requests: 1 }],
    tagAmounts: [],
    shares: { serverId: 'test', expiresAtMs: NOW, remaining: [] },
  });
  return record;
};

const count = () => countKeysByQuota({ ...accounts, usageReports: accounts.store, now: () => NOW });

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
