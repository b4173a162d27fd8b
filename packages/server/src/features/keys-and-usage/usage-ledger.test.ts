import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@dragoman/core';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Stores } from '../../open-stores.js';
import { NO_LIMITS } from '../../platform/accounts/key-record.js';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { type AccountStore, NO_JOURNAL } from './account-store.js';
import { keyWith } from './testing/key-records.js';
import { createUsageJournal } from './usage-journal-storage.js';
import { createPendingUsage, createUsageLedger, type UsageLedger } from './usage-ledger.js';

const NOVEMBER = Date.parse('2026-11-30T23:59:00Z');

let accounts: Stores;
let nowMs: number;
let month = 0;
/** What fails: nothing, the request, or only the response. */
let fault: 'none' | 'away' | 'answer lost';
let store: AccountStore;

beforeEach(async () => {
  accounts = await openTestStores();
  nowMs = NOVEMBER;
  fault = 'none';
  const faulty = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (fault === 'away') throw new Error('away');
    const result = await work();
    if (fault === 'answer lost') throw new Error('the answer was lost');
    return result;
  };
  store = {
    ...accounts.accountStore,
    addUsage: (batch) => faulty(() => accounts.accountStore.addUsage(batch)),
    takeShare: (request) => faulty(() => accounts.accountStore.takeShare(request)),
  };
});
afterEach(() => accounts.close());

const createLedger = (accountLimit?: number): UsageLedger =>
  createUsageLedger({ store, log: silentLogger, accountLimit, now: () => nowMs });

const limited = async (charactersPerMonth: number) => {
  const { record } = await accounts.keyManager.create('test', {
    name: 'limited',
    isNumbered: true,
    limits: { charactersPerMonth },
  });
  return record;
};

const bill = async (ledger: UsageLedger, key: ReturnType<typeof keyWith>, characters: number) =>
  (await ledger.reserve(key, characters)).settle(characters);

describe('the ledger', () => {
  it('counts what is settled, once, and nothing that is cancelled', async () => {
    const ledger = createLedger();
    const first = await ledger.reserve(keyWith(), 10);
    first.settle(7);
    first.settle(7);
    first.cancel();
    const second = await ledger.reserve(keyWith(), 10);
    second.cancel();
    second.settle(10);
    expect(await ledger.usedCharacters('a')).toBe(7);
  });

  it('writes nothing when it is asked', async () => {
    const addUsage = vi.spyOn(store, 'addUsage');
    const ledger = createLedger();
    await bill(ledger, keyWith(), 5);
    expect([await ledger.usedCharacters('a'), await ledger.usedCharacters()]).toEqual([5, 5]);
    expect(addUsage).not.toHaveBeenCalled();
    await ledger.flush();
    expect(await ledger.usedCharacters('a')).toBe(5);
    expect(addUsage).toHaveBeenCalledTimes(1);
  });

  it('knows one key from all keys', async () => {
    const ledger = createLedger();
    await bill(ledger, keyWith({}, 'a'), 5);
    await bill(ledger, keyWith({}, 'b'), 6);
    expect([await ledger.usedCharacters('a'), await ledger.usedCharacters()]).toEqual([5, 11]);
  });

  it('starts every month from zero, and counts a request for the month it began in', async () => {
    const ledger = createLedger();
    const key = await limited(10);
    await bill(ledger, key, 4);
    const over = await ledger.reserve(key, 6);
    nowMs += 120_000;
    over.settle(6);
    expect(await ledger.usedCharacters(key.id)).toBe(0);
    await bill(ledger, key, 10);
    expect(await ledger.usedCharacters(key.id)).toBe(10);
    await ledger.flush();
    const november = { firstDay: '2026-11-01', lastDay: '2026-11-30' };
    expect(await store.sumCharacters(november, key.id)).toBe(10);
  });

  it('reports later what could not be reported', async () => {
    const ledger = createLedger();
    await bill(ledger, keyWith(), 5);
    fault = 'away';
    await ledger.flush();
    await bill(ledger, keyWith(), 6);
    await ledger.flush();
    expect(await ledger.usedCharacters('a')).toBe(11);
    fault = 'none';
    await ledger.stop();
    expect(await createLedger().usedCharacters('a')).toBe(11);
  });

  it('can be asked while another program locks the database, and waits only once', async () => {
    const ledger = createLedger();
    await bill(ledger, keyWith(), 7);
    let lockMs = 1000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (lockMs += 1000));
    fault = 'away';
    await ledger.flush();
    clock.mockRestore();
    const attempts = vi.spyOn(store, 'addUsage');
    await bill(ledger, keyWith(), 5);
    expect(await ledger.usedCharacters('a')).toBe(12);
    expect(attempts).not.toHaveBeenCalled();
  });

  it('says truly what becomes of usage that it cannot report when it stops', async () => {
    const endOf = async (takes: boolean) => {
      const said: string[] = [];
      const error = (_fields: object, message: string) => void said.push(message);
      const ledger = createUsageLedger({
        store,
        log: { ...silentLogger, error },
        journal: { ...NO_JOURNAL, note: () => takes },
        now: () => nowMs,
      });
      fault = 'away';
      await bill(ledger, keyWith(), 7);
      await ledger.stop();
      return said;
    };
    expect(await endOf(true)).toEqual([expect.stringContaining('when a server is started again')]);
    expect(await endOf(false)).toEqual([expect.stringContaining('usage is lost')]);
  });

  it('counts nothing twice when it cannot know whether it arrived', async () => {
    const ledger = createLedger();
    await (await ledger.reserve(keyWith(), 5, 'tag')).settle(5);
    fault = 'answer lost';
    await ledger.flush();
    await ledger.flush();
    await (await ledger.reserve(keyWith(), 6, 'tag')).settle(6);
    fault = 'none';
    expect(await ledger.usedCharacters('a')).toBe(11);
    expect(await createLedger().usedCharacters('a')).toBe(11);
    const days = { firstDay: '2026-11-30', lastDay: '2026-11-30' };
    expect(await store.listTagUsage({ ...days, isByDay: false, offset: 0, limit: 9 })).toEqual([
      { tag: 'tag', day: undefined, characters: 11 },
    ]);
  });
});

describe('a quota', () => {
  it('counts requests in flight, and releases their characters when they fail', async () => {
    const ledger = createLedger();
    const key = await limited(10);
    const underway = await ledger.reserve(key, 6);
    await expect(ledger.reserve(key, 5)).rejects.toMatchObject({ code: 'quota_exceeded' });
    await ledger.reserve(key, 4).then((charge) => charge.settle(4));
    underway.cancel();
    await bill(ledger, key, 6);
    await expect(ledger.reserve(key, 1)).rejects.toMatchObject({ code: 'quota_exceeded' });
    // Nothing costs nothing.
    await bill(ledger, key, 0);
  });

  it('of nothing lets nothing pass', async () => {
    const key = await limited(0);
    await expect(createLedger().reserve(key, 1)).rejects.toMatchObject({ code: 'quota_exceeded' });
  });

  it('changes at once when the limit does', async () => {
    const ledger = createLedger();
    const key = await limited(1_000_000);
    await bill(ledger, key, 100);
    const less = await accounts.keyManager.limit('test', key.id, { charactersPerMonth: 150 });
    if (!less) throw new Error('the key is gone');
    await bill(ledger, less, 50);
    await expect(ledger.reserve(less, 1)).rejects.toMatchObject({ code: 'quota_exceeded' });
    await bill(ledger, { ...less, limits: NO_LIMITS }, 1_000);
    expect(await ledger.usedCharacters(key.id)).toBe(1150);
  });

  it('that cannot be asked for is no permission', async () => {
    const ledger = createLedger();
    const key = await limited(1_000_000);
    fault = 'away';
    await expect(ledger.reserve(key, 10)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 5,
    });
    await bill(ledger, keyWith(), 10);
  });

  it('that could not be asked for a moment ago makes nobody wait for the same', async () => {
    const ledger = createLedger();
    const key = await limited(1_000_000);
    await bill(ledger, keyWith(), 10);
    fault = 'away';
    await ledger.flush();
    // The store could be used again, but there was no attempt yet.
    fault = 'none';
    await expect(ledger.reserve(key, 10)).rejects.toMatchObject({ code: 'unavailable' });
    nowMs += 1000;
    await bill(ledger, key, 10);
  });

  it('of which a share is left goes on while the store is away, until others could have it', async () => {
    const ledger = createLedger();
    const key = await limited(1_000_000);
    await bill(ledger, key, 10);
    fault = 'away';
    await bill(ledger, key, 10);
    nowMs += 30_000;
    await expect(ledger.reserve(key, 10)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is never exceeded by what is spent while more is asked for', async () => {
    let meanwhile = async () => 0;
    const takeShare: AccountStore['takeShare'] = async (request) => {
      const [share] = await Promise.all([accounts.accountStore.takeShare(request), meanwhile()]);
      return share;
    };
    store = { ...store, takeShare };
    const [one, two] = [createLedger(), createLedger()];
    const key = await limited(200);
    const ask = (ledger: UsageLedger, characters: number) =>
      ledger.reserve(key, characters).then(
        () => characters,
        () => 0,
      );
    await bill(one, key, 95);
    let spent = 0;
    meanwhile = async () => {
      // Fits into what is left of the share, while the other has to wait.
      meanwhile = async () => 0;
      spent = await ask(one, 5);
      return spent;
    };
    const granted = [await ask(one, 10), spent, await ask(two, 91)];
    expect(spent).toBe(5);
    expect(granted.reduce((sum, characters) => sum + characters)).toBeLessThanOrEqual(105);
  });

  it('is asked for before anybody has to wait for it, and for more the faster it goes', async () => {
    const asked: number[] = [];
    const takeShare: AccountStore['takeShare'] = (request) => {
      asked.push(request.maxExtra);
      return accounts.accountStore.takeShare(request);
    };
    store = { ...store, takeShare };
    const ledger = createLedger();
    const key = await limited(1_000_000_000);
    for (let sent = 0; sent < 300; sent++) await bill(ledger, key, 1000);
    await ledger.flush();
    expect(asked.slice(0, 4)).toEqual([20_000, 40_000, 80_000, 160_000]);
    expect(asked.length).toBeLessThan(10);
    expect(await ledger.usedCharacters(key.id)).toBe(300_000);
  });

  it('left alone comes free for other servers', async () => {
    const [one, two] = [createLedger(), createLedger()];
    const key = await limited(100_000);
    await bill(one, key, 10);
    await one.flush();
    await one.flush();
    await bill(two, key, 99_990);
    await expect(one.reserve(key, 1)).rejects.toMatchObject({ code: 'quota_exceeded' });
  });

  it('is never exceeded, and used up to the end, whatever happens on several servers', async () => {
    const KEY_LIMIT = 2000;
    const step = fc.record({
      server: fc.integer({ min: 0, max: 2 }),
      which: fc.integer({ min: 0, max: 1 }),
      characters: fc.integer({ min: 1, max: 400 }),
      ending: fc.constantFrom('settle', 'settle less', 'cancel', 'keep', 'flush', 'lose answers'),
    });
    const steps = fc.array(step, { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom(undefined, 3000), async (taken, accountLimit) => {
        fault = 'none';
        // Every month is an account that nothing was taken of yet.
        nowMs = Date.UTC(2000, (month++ % 9000) + 1);
        const keys = [await limited(KEY_LIMIT), await limited(KEY_LIMIT)] as const;
        const ledgers = [0, 1, 2].map(() => createLedger(accountLimit));
        const billed = [0, 0];
        const left = (which: number) =>
          Math.min(
            KEY_LIMIT - (billed[which] ?? 0),
            (accountLimit ?? Number.POSITIVE_INFINITY) - (billed[0] ?? 0) - (billed[1] ?? 0),
          );
        const open: (() => void)[] = [];
        for (const { server, which, characters, ending } of taken) {
          const ledger = ledgers[server];
          const key = keys[which];
          if (!ledger || !key) continue;
          fault = ending === 'lose answers' ? 'answer lost' : 'none';
          if (ending === 'flush' || ending === 'lose answers') await ledger.flush();
          const charge = await ledger.reserve(key, characters).catch(() => undefined);
          const amount = ending === 'settle less' ? Math.floor(characters / 2) : characters;
          if (!charge) continue;
          if (ending === 'cancel') charge.cancel();
          else {
            billed[which] = (billed[which] ?? 0) + amount;
            const settle = () => charge.settle(amount);
            if (ending === 'keep') open.push(settle);
            else settle();
          }
          expect(left(which)).toBeGreaterThanOrEqual(0);
        }
        fault = 'none';
        for (const settle of open) settle();
        // The pause after a failure is over, and quiet servers have given back what they held.
        nowMs += 2000;
        for (const ledger of [...ledgers, ...ledgers, ...ledgers]) await ledger.flush();
        for (const [which, key] of keys.entries()) {
          expect(await ledgers[0]?.usedCharacters(key.id)).toBe(billed[which]);
          const rest = left(which);
          const last = createLedger(accountLimit);
          await bill(last, key, rest);
          billed[which] = (billed[which] ?? 0) + rest;
          await expect(last.reserve(key, 1)).rejects.toMatchObject({ code: 'quota_exceeded' });
          // The second time finds it quiet, and gives back what it holds of the account.
          await last.flush();
          await last.flush();
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is never exceeded by many at once on several servers', async () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(amounts, fc.constantFrom(undefined, 500), async (wanted, accountLimit) => {
        nowMs = Date.UTC(2000, (month++ % 9000) + 1);
        const keys = [await limited(400), await limited(400)] as const;
        const ledgers = [createLedger(accountLimit), createLedger(accountLimit)] as const;
        const granted = [0, 0];
        const flushes = setInterval(() => ledgers.map((ledger) => ledger.flush()), 0);
        await Promise.all(
          wanted.map(async (characters, index) => {
            const which = index % 3 === 0 ? 0 : 1;
            const ledger = ledgers[index % 2 === 0 ? 0 : 1];
            const charge = await ledger.reserve(keys[which], characters).catch(() => undefined);
            if (charge) granted[which] = (granted[which] ?? 0) + characters;
            if (index % 5 !== 0) charge?.settle(characters);
          }),
        );
        clearInterval(flushes);
        const [one = 0, two = 0] = granted;
        expect(Math.max(one, two)).toBeLessThanOrEqual(400);
        expect(one + two).toBeLessThanOrEqual(accountLimit ?? 800);
      }),
      { numRuns: 40 },
    );
  });

  it('reports what a killed server has counted, exactly once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dragoman-ledger-'));
    const on = (laterMs: number) => {
      const journal = createUsageJournal(folder, {
        log: silentLogger,
        now: () => Date.now() + laterMs,
      });
      return createUsageLedger({ store, log: silentLogger, journal, now: () => nowMs });
    };
    try {
      const killed = on(0);
      await bill(killed, keyWith(), 5);
      // It reported once more, and was killed before it could note that.
      fault = 'answer lost';
      await killed.flush();
      await bill(killed, keyWith(), 6);
      fault = 'none';
      const next = on(11_000);
      next.start(1);
      await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]), { timeout: 20_000 });
      await next.stop();
      expect(await createLedger().usedCharacters('a')).toBe(11);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('reports what killed servers have counted, also after a batch that fails, which it says once', async () => {
    const waiting = new Set(['broken', 'sound']);
    const said: object[] = [];
    const log = { ...silentLogger, error: (fields: object) => void said.push(fields) };
    const orphan = (id: string) => ({ id, requests: [{ ownerId: id, day, characters: 5 }] });
    let looks = 0;
    const ledger = createUsageLedger({
      store: {
        ...store,
        async addUsage(batch) {
          if (batch.id === 'broken') throw new TypeError('no such key');
          return store.addUsage(batch);
        },
      },
      log,
      journal: {
        ...NO_JOURNAL,
        takeOrphaned() {
          looks++;
          nowMs += 60_000;
          return [...waiting].map(orphan);
        },
        forget: (id) => void waiting.delete(id),
      },
      now: () => nowMs,
    });
    ledger.start(1);
    await vi.waitFor(() => expect(looks).toBeGreaterThan(2), { timeout: 20_000 });
    await ledger.stop();
    expect([...waiting]).toEqual(['broken']);
    expect(said).toMatchObject([{ batch: 'broken', err: { message: 'no such key' } }]);
  });
});

const day = '2026-11-21';

describe('usage not reported yet', () => {
  it('is added up by key and by tag', () => {
    const pending = createPendingUsage();
    pending.add({ ownerId: 'a', day, characters: 5, tag: 'web' });
    pending.add({ ownerId: 'b', day, characters: 6, tag: 'web' });
    pending.add({ ownerId: 'a', day, characters: 7, tag: undefined });
    expect(pending.take()).toEqual({
      amounts: [
        { ownerId: 'a', day, characters: 12, requests: 2 },
        { ownerId: 'b', day, characters: 6, requests: 1 },
      ],
      tagAmounts: [{ tag: 'web', day, characters: 11, requests: 2 }],
    });
    expect(pending.take()).toEqual({ amounts: [], tagAmounts: [] });
  });

  it('holds a limited number of tags, but counts every request for its key', () => {
    const pending = createPendingUsage();
    for (let tag = 0; tag < 10_005; tag++) {
      pending.add({ ownerId: 'a', day, characters: 1, tag: `${tag}` });
    }
    pending.add({ ownerId: 'a', day, characters: 1, tag: '0' });
    const { amounts, tagAmounts } = pending.take();
    expect(amounts).toEqual([{ ownerId: 'a', day, characters: 10_006, requests: 10_006 }]);
    expect(tagAmounts).toHaveLength(10_000);
    expect(tagAmounts[0]?.characters).toBe(2);
  });
});
