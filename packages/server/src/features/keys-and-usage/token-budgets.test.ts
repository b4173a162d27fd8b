import { isAppError } from '@dragoman/contract';
import { silentLogger } from '@dragoman/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Stores } from '../../open-stores.js';
import { PAGE_ACCOUNT } from '../../platform/accounts/key-record.js';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createTokenBudgets } from './token-budgets.js';

let accounts: Stores;
let nowMs: number;
let isAway: boolean;
let id: string;

beforeEach(async () => {
  accounts = await openTestStores();
  nowMs = Date.parse('2026-11-30T23:00:00Z');
  isAway = false;
  const limits = { tokensPerDay: 100 };
  ({ id } = (await accounts.keyManager.create('test', { name: 'one', limits })).record);
});
afterEach(() => accounts.close());

/** The budgets of one server. */
const createBudgets = () => {
  const reachable = <Result>(work: () => Promise<Result>): Promise<Result> =>
    isAway ? Promise.reject(new Error('away')) : work();
  return createTokenBudgets({
    store: {
      addTokens: (batch) => reachable(() => accounts.accountStore.addTokens(batch)),
      sumTokens: (ownerId, day) => reachable(() => accounts.accountStore.sumTokens(ownerId, day)),
    },
    findOwner: (ownerId) => reachable(() => accounts.keyManager.find(ownerId)),
    log: silentLogger,
    now: () => nowMs,
  });
};

describe('the token budget of a key', () => {
  it('is spent when its tokens of the day are used up, and there again at midnight UTC', async () => {
    const budget = await createBudgets().open(id);
    budget.spend(99);
    expect(budget.isSpent()).toBe(false);
    budget.spend(1);
    expect(budget.isSpent()).toBe(true);
    nowMs = Date.parse('2026-12-01T00:00:00Z');
    expect((await createBudgets().open(id)).isSpent()).toBe(false);
    expect(budget.isSpent()).toBe(false);
  });

  it('is spent again on the next day, without being opened again', async () => {
    const budgets = createBudgets();
    const budget = await budgets.open(id);
    nowMs = Date.parse('2026-12-01T00:00:00Z');
    budget.spend(99);
    expect(budget.isSpent()).toBe(false);
    budget.spend(1);
    expect(budget.isSpent()).toBe(true);
    expect((await budgets.open(id)).isSpent()).toBe(true);
  });

  it('counts what other servers reported, and what was reported before a restart', async () => {
    const one = createBudgets();
    const another = createBudgets();
    const before = await another.open(id);
    (await one.open(id)).spend(70);
    await one.stop();
    before.spend(30);
    expect(before.isSpent()).toBe(false);
    nowMs += 10_000;
    expect((await another.open(id)).isSpent()).toBe(true);
    expect(await accounts.accountStore.sumTokens(id, '2026-11-30')).toBe(100);
  });

  it('notices a changed limit', async () => {
    const budgets = createBudgets();
    (await budgets.open(id)).spend(100);
    await accounts.keyManager.limit('test', id, { tokensPerDay: null });
    nowMs += 10_000;
    expect((await budgets.open(id)).isSpent()).toBe(false);
  });

  it('goes on with what is known while the store is away, and reports later', async () => {
    const budgets = createBudgets();
    await budgets.open(id);
    isAway = true;
    nowMs += 10_000;
    const budget = await budgets.open(id);
    budget.spend(100);
    expect(budget.isSpent()).toBe(true);
    await budgets.flush();
    isAway = false;
    await budgets.flush();
    await budgets.flush();
    expect(await accounts.accountStore.sumTokens(id, '2026-11-30')).toBe(100);
    isAway = true;
    const error = await createBudgets()
      .open(id)
      .catch((caught: unknown) => caught);
    expect(isAppError(error) && error.code).toBe('unavailable');
  });

  it('does not count visitors of the page', async () => {
    const budgets = createBudgets();
    (await budgets.open(PAGE_ACCOUNT.id)).spend(5);
    await budgets.flush();
    expect(await accounts.accountStore.sumTokens(PAGE_ACCOUNT.id, '2026-11-30')).toBe(0);
  });
});
