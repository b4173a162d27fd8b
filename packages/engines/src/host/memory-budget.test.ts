import { describe, expect, it } from 'vitest';
import { MemoryBudget, type MemoryHolder } from './memory-budget.js';

interface TestHolder extends MemoryHolder {
  isIdle: boolean;
  lastUsedMs: number;
  evictions: number;
}

const holder = (lastUsedMs: number, isIdle = true): TestHolder => ({
  isIdle,
  lastUsedMs,
  evictions: 0,
  evict() {
    this.evictions += 1;
  },
});

const NO_WAIT_MS = 0;
const LONG_WAIT_MS = 60_000;

describe('a memory budget', () => {
  it('evicts the idle holder unused for longest, and no more than needed', async () => {
    const budget = new MemoryBudget(100);
    const [older, newer, incoming] = [holder(1), holder(2), holder(3)];
    await budget.reserve(newer, 50, NO_WAIT_MS);
    await budget.reserve(older, 40, NO_WAIT_MS);
    expect(await budget.reserve(incoming, 40, NO_WAIT_MS)).toBe(true);
    expect([older.evictions, newer.evictions]).toEqual([1, 0]);
    expect(budget.usedBytes).toBe(90);
  });

  it('evicts nobody where that would not make enough room', async () => {
    const budget = new MemoryBudget(100);
    const [idle, busy] = [holder(1), holder(2, false)];
    await budget.reserve(idle, 20, NO_WAIT_MS);
    await budget.reserve(busy, 70, NO_WAIT_MS);
    expect(await budget.reserve(holder(3), 50, NO_WAIT_MS)).toBe(false);
    expect(idle.evictions).toBe(0);
  });

  it('lets those who wait in, first come, first served, as others become idle or leave', async () => {
    const budget = new MemoryBudget(100);
    const busy = holder(1, false);
    await budget.reserve(busy, 100, NO_WAIT_MS);
    const order: string[] = [];
    const first = budget
      .reserve(holder(2, false), 60, LONG_WAIT_MS)
      .then(() => order.push('first'));
    const second = budget.reserve(holder(3), 40, LONG_WAIT_MS).then(() => order.push('second'));
    busy.isIdle = true;
    budget.noteChange();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
    expect(busy.evictions).toBe(1);
    expect(budget.usedBytes).toBe(100);
  });

  it('gives nothing to who is no longer wanted, and evicts nobody for it', async () => {
    const budget = new MemoryBudget(100);
    const [busy, idle] = [holder(1, false), holder(2)];
    await budget.reserve(busy, 50, NO_WAIT_MS);
    await budget.reserve(idle, 50, NO_WAIT_MS);
    let isWanted = true;
    const unwanted = budget.reserve(holder(3), 60, LONG_WAIT_MS, () => isWanted);
    const next = budget.reserve(holder(4), 50, LONG_WAIT_MS);
    isWanted = false;
    budget.release(busy);
    expect(await Promise.all([unwanted, next])).toEqual([false, true]);
    expect(idle.evictions).toBe(0);
  });

  it('lets holders that work in turn have more together, until they have not worked for a while', async () => {
    const budget = new MemoryBudget(100, 200);
    const now = performance.now();
    const [long, one, two] = [holder(now - 60_000), holder(now), holder(now)];
    await budget.reserve(long, 30, NO_WAIT_MS);
    await budget.reserve(one, 60, NO_WAIT_MS);
    expect(await budget.reserve(two, 70, NO_WAIT_MS)).toBe(true);
    expect([long.evictions, one.evictions]).toEqual([1, 0]);
    const three = holder(now);
    expect(await budget.reserve(three, 100, NO_WAIT_MS)).toBe(true);
    expect([one.evictions, two.evictions]).toEqual([1, 0]);
    budget.trim();
    expect(budget.usedBytes).toBe(170);
    two.lastUsedMs -= 60_000;
    budget.trim();
    expect(two.evictions).toBe(1);
    expect(budget.usedBytes).toBe(100);
  });

  it('refuses at once what is larger than the cap', async () => {
    expect(await new MemoryBudget(100).reserve(holder(1), 101, LONG_WAIT_MS)).toBe(false);
  });

  it('makes room for what turns out larger than was set aside, or says that it cannot', async () => {
    const budget = new MemoryBudget(100);
    const [idle, growing] = [holder(1), holder(2, false)];
    await budget.reserve(idle, 50, NO_WAIT_MS);
    await budget.reserve(growing, 40, NO_WAIT_MS);
    expect(budget.correct(growing, 80)).toBe(true);
    expect(idle.evictions).toBe(1);
    expect(budget.correct(growing, 120)).toBe(false);
  });

  it('takes back what idle holders have even where the cap stays exceeded', async () => {
    const budget = new MemoryBudget(100);
    const [idle, growing] = [holder(1), holder(2, false)];
    await budget.reserve(idle, 50, NO_WAIT_MS);
    await budget.reserve(growing, 40, NO_WAIT_MS);
    expect(budget.correct(growing, 160)).toBe(false);
    expect(idle.evictions).toBe(1);
  });
});
