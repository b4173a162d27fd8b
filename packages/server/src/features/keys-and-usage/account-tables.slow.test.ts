import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStores, type Stores } from '../../open-stores.js';
import { type KeyRecord, NO_LIMITS } from '../../platform/accounts/key-record.js';
import type { AuditEntry } from '../../platform/audit-entry.js';
import { TEST_DATABASES } from '../../platform/database/testing/test-databases.js';
import { untilReached } from '../../platform/database/testing/until-reached.js';
import { useStores } from '../../platform/database/testing/use-stores.js';
import { type UsageBatch, WHOLE_ACCOUNT } from './account-store.js';

const key = (id: string, change: Partial<KeyRecord> = {}): KeyRecord => ({
  id,
  name: `name of ${id}`,
  plan: 'paid',
  permissions: ['translate', 'usage'],
  limits: NO_LIMITS,
  hint: 'abc…',
  createdAtMs: 1000,
  revokedAtMs: null,
  ...change,
});

const audit = (keyId: string, change: Partial<AuditEntry> = {}): AuditEntry => ({
  atMs: 1000,
  actor: 'test',
  action: 'create',
  keyId,
  details: {},
  ...change,
});

const batch = (change: Partial<UsageBatch> & Pick<UsageBatch, 'id'>): UsageBatch => ({
  atMs: 1000,
  amounts: [],
  tagAmounts: [],
  shares: { serverId: 'one', expiresAtMs: 5000, remaining: [] },
  ...change,
});

const november = { firstDay: '2026-11-01', lastDay: '2026-11-30' };

describe.each(TEST_DATABASES)('accounts in a $name', (kind) => {
  const used = useStores(kind);
  let open: Stores[];
  const connect = async (): Promise<Stores> => {
    const accounts = await openStores(used().settings);
    open.push(accounts);
    return accounts;
  };
  beforeEach(() => {
    open = [];
  });
  afterEach(async () => {
    for (const accounts of open) await accounts.close();
  });

  it('are there for several that open a new database at once', async () => {
    const { databases } = used();
    const settings = await databases.create();
    const [first, ...others] = await Promise.all(
      Array.from({ length: 4 }, () => openStores(settings)),
    );
    expect(await first?.accountStore.insertKey(key('a'), 'digest', audit('a'))).toBe(true);
    for (const { accountStore: store } of others)
      expect(await store.findKeyById('a')).toEqual(key('a'));
    for (const accounts of [first, ...others]) await accounts?.close();
    await databases.remove(settings);
  });

  it('are there when it is opened again', async () => {
    const before = await connect();
    await before.accountStore.insertKey(key('a'), 'digest', audit('a'));
    await before.close();
    open.pop();
    expect(await (await connect()).accountStore.findKeyByDigest('digest')).toEqual(key('a'));
  });

  it('keep every property of a key', async () => {
    const { accountStore: store } = used().accounts;
    const full = key('full', {
      plan: 'free',
      permissions: ['admin'],
      limits: {
        charactersPerMonth: 2 ** 40,
        requestsPerMinute: 0,
        charactersPerMinute: 7,
        documentsPerMonth: 3,
        tokensPerDay: 2 ** 33,
      },
      createdAtMs: Date.UTC(2026, 10, 21),
      revokedAtMs: Date.UTC(2026, 10, 22),
    });
    await store.insertKey(full, 'digest', audit('full'));
    expect(await store.findKeyById('full')).toEqual(full);
    expect(await store.findKeyById('other')).toBeUndefined();
    expect(await store.findKeyByDigest('other')).toBeUndefined();
  });

  it('add the tokens of each key and day once', async () => {
    const { accountStore: store } = used().accounts;
    const day = '2026-11-21';
    const rows = [
      { ownerId: 'b', day, tokens: 5 },
      { ownerId: 'a', day, tokens: 2 ** 33 },
    ];
    await store.addTokens({ id: 'first', atMs: 0, rows });
    await store.addTokens({ id: 'second', atMs: 0, rows: [{ ownerId: 'a', day, tokens: 1 }] });
    // It arrived, but its sender was not told.
    await store.addTokens({ id: 'first', atMs: 0, rows });
    expect(await store.sumTokens('a', day)).toBe(2 ** 33 + 1);
    expect(await store.sumTokens('b', day)).toBe(5);
    expect(await store.sumTokens('a', '2026-11-22')).toBe(0);
  });

  it('take neither an id nor a digest twice', async () => {
    const { accountStore: store } = used().accounts;
    expect(await store.insertKey(key('a'), 'digest', audit('a'))).toBe(true);
    expect(await store.insertKey(key('a'), 'other', audit('a'))).toBe(false);
    expect(await store.insertKey(key('b'), 'digest', audit('b'))).toBe(false);
    expect(await store.listKeys()).toEqual([key('a')]);
    expect(await store.listAudit(10)).toHaveLength(1);
  });

  it('change what was requested and nothing else, and record it', async () => {
    const { accountStore: store } = used().accounts;
    await store.insertKey(key('a'), 'digest', audit('a'));
    await store.insertKey(key('b', { createdAtMs: 2000 }), 'digest b', audit('b'));
    const renaming = audit('a', { atMs: 2000, action: 'rename', details: { name: 'new' } });
    expect(await store.changeKey('a', { name: 'new' }, renaming)).toEqual(
      key('a', { name: 'new' }),
    );
    const secret = { digest: 'new digest', hint: 'xyz…' };
    const limits = { ...NO_LIMITS, requestsPerMinute: 5 };
    const rotated = await store.changeKey('a', { secret, limits }, audit('a', { atMs: 3000 }));
    expect(rotated).toEqual(key('a', { name: 'new', hint: 'xyz…', limits }));
    expect(await store.findKeyByDigest('digest')).toBeUndefined();
    expect(await store.findKeyByDigest('new digest')).toEqual(rotated);
    expect(await store.listKeys()).toEqual([rotated, key('b', { createdAtMs: 2000 })]);
    expect((await store.listAudit(2)).map((entry) => entry.atMs)).toEqual([3000, 2000]);
    expect((await store.listAudit(10))[1]).toEqual(renaming);
  });

  it('give one name once, even when several servers make and rename keys at the same time', async () => {
    const servers = await Promise.all([connect(), connect(), connect()]);
    const { keyManager } = servers[0] as Stores;
    const { id } = (await keyManager.create('test', { name: 'first' })).record;
    const naming = (server: Stores, index: number) =>
      index % 2 === 0
        ? server.keyManager.create('test', { name: 'Web' })
        : server.keyManager.rename('test', id, 'web');
    const outcomes = await Promise.allSettled([...servers, ...servers].map(naming));
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    const names = (await keyManager.list()).map(({ name }) => name.toLowerCase());
    expect(names.filter((name) => name === 'web')).toHaveLength(1);
    const numbered = await Promise.all(
      servers.map((server) => server.keyManager.create('test', { name: 'new', isNumbered: true })),
    );
    expect(numbered.map(({ record }) => record.name).toSorted()).toEqual(['new', 'new 2', 'new 3']);
    const [entry] = (await keyManager.audit(10)).filter(({ details }) => details.name === 'new 3');
    expect(entry).toMatchObject({ action: 'create' });
  });

  it('lose no limit when several are set at once', async () => {
    const [one, two] = (await Promise.all([connect(), connect()])) as [Stores, Stores];
    const { id } = (await one.keyManager.create('test', { name: 'limited' })).record;
    await Promise.all([
      one.keyManager.limit('test', id, { charactersPerMonth: 1 }),
      two.keyManager.limit('test', id, { documentsPerMonth: 2 }),
      one.keyManager.limit('test', id, { tokensPerDay: 3 }),
      two.keyManager.limit('test', id, { requestsPerMinute: 4 }),
    ]);
    expect((await one.keyManager.find(id))?.limits).toEqual({
      ...NO_LIMITS,
      charactersPerMonth: 1,
      documentsPerMonth: 2,
      tokensPerDay: 3,
      requestsPerMinute: 4,
    });
  });

  it('change no key that is not there, and note nothing', async () => {
    const { accountStore: store } = used().accounts;
    expect(await store.changeKey('a', { name: 'new' }, audit('a'))).toBeUndefined();
    expect(await store.listAudit(10)).toEqual([]);
  });

  it('add usage up by key and day', async () => {
    const { accountStore: store } = used().accounts;
    const row = (ownerId: string, day: string, characters: number) => ({
      ownerId,
      day,
      characters,
      requests: 1,
    });
    await store.addUsage(
      batch({ id: '1', amounts: [row('a', '2026-11-30', 5), row('b', '2026-11-01', 2 ** 33)] }),
    );
    await store.addUsage(
      batch({ id: '2', amounts: [row('a', '2026-11-30', 7), row('a', '2026-12-01', 100)] }),
    );
    expect(await store.sumCharacters(november, 'a')).toBe(12);
    expect(await store.sumCharacters(november)).toBe(12 + 2 ** 33);
    expect(await store.sumCharacters(november, 'nobody')).toBe(0);
    expect((await store.sumCharactersByKey(november)).get('a')).toBe(12);
    expect((await store.sumCharactersByKey(november)).has('nobody')).toBe(false);
    expect(await store.listUsage({ firstDay: '2026-11-30', lastDay: '2026-12-01' })).toEqual([
      { ownerId: 'a', day: '2026-11-30', characters: 12, requests: 2 },
      { ownerId: 'a', day: '2026-12-01', characters: 100, requests: 1 },
    ]);
  });

  it('count keys by what they have used of their quota', async () => {
    const { accountStore: store } = used().accounts;
    const quotas = { low: 1000, near: 1000, all: 1000, more: 2 ** 40, none: null, gone: 1000 };
    const uses = { low: 899, near: 900, all: 1000, more: 2 ** 41, none: 5000, gone: 1000 };
    for (const [id, charactersPerMonth] of Object.entries(quotas)) {
      const limits = { ...key(id).limits, charactersPerMonth };
      await store.insertKey(
        key(id, { limits, revokedAtMs: id === 'gone' ? 1 : null }),
        id,
        audit(id),
      );
    }
    const amounts = Object.entries(uses).flatMap(([ownerId, characters]) => [
      { ownerId, day: '2026-11-01', characters: characters - 10, requests: 1 },
      { ownerId, day: '2026-11-30', characters: 10, requests: 1 },
      { ownerId, day: '2026-12-01', characters: 5000, requests: 1 },
    ]);
    await store.addUsage(batch({ id: '1', amounts }));
    expect(await store.countKeysByQuota(november)).toEqual({ near: 1, exhausted: 2 });
    const january = { firstDay: '2026-01-01', lastDay: '2026-01-31' };
    expect(await store.countKeysByQuota(january)).toEqual({ near: 0, exhausted: 0 });
  });

  it('add usage up by tag and day, and list it piece by piece', async () => {
    const { accountStore: store } = used().accounts;
    const row = (tag: string, day: string, characters: number) => ({
      tag,
      day,
      characters,
      requests: 1,
    });
    const first = [row('b', '2026-11-30', 5), row('a', '2026-11-02', 2 ** 33)];
    const second = [
      row('b', '2026-11-30', 7),
      row('b', '2026-11-01', 1),
      row('a', '2026-12-01', 9),
    ];
    await store.addUsage(batch({ id: '1', tagAmounts: first }));
    await store.addUsage(batch({ id: '2', tagAmounts: second }));
    await store.addUsage(batch({ id: '2', tagAmounts: second }));
    const list = (isByDay: boolean, offset: number, limit: number) =>
      store.listTagUsage({ ...november, isByDay, offset, limit });
    expect(await list(false, 0, 10)).toEqual([
      { tag: 'a', day: undefined, characters: 2 ** 33 },
      { tag: 'b', day: undefined, characters: 13 },
    ]);
    const byDay = [
      { tag: 'a', day: '2026-11-02', characters: 2 ** 33 },
      { tag: 'b', day: '2026-11-01', characters: 1 },
      { tag: 'b', day: '2026-11-30', characters: 12 },
    ];
    expect(await list(true, 0, 10)).toEqual(byDay);
    expect(await list(true, 1, 1)).toEqual(byDay.slice(1, 2));
  });

  it('take in more rows at once than fit into one statement', async () => {
    const { accountStore: store } = used().accounts;
    const ids = Array.from({ length: 1201 }, (_, index) => `${index}`);
    const sums = { day: '2026-11-02', characters: 2, requests: 1 };
    await store.addUsage(
      batch({
        id: 'large',
        amounts: ids.map((ownerId) => ({ ownerId, ...sums })),
        tagAmounts: ids.map((tag) => ({ tag, ...sums })),
      }),
    );
    expect(await store.sumCharacters(november)).toBe(2402);
    const query = { ...november, isByDay: false, offset: 0, limit: 5000 };
    expect(await store.listTagUsage(query)).toHaveLength(1201);
  });

  it('add a batch once, however often it is sent', async () => {
    const { accountStore: store } = used().accounts;
    const amounts = [{ ownerId: 'a', day: '2026-11-30', characters: 5, requests: 1 }];
    await store.addUsage(batch({ id: 'same', amounts }));
    await store.addUsage(batch({ id: 'same', amounts }));
    expect(await store.sumCharacters(november)).toBe(5);
  });

  it('forget the audit log before a moment, and say so in it', async () => {
    const { accountStore: store } = used().accounts;
    const shortening = audit('', { atMs: 5000, action: 'shorten-audit', details: { before: 'x' } });
    expect(await store.shortenAudit(2000, shortening)).toBe(0);
    const ids = Array.from({ length: 1203 }, (_, index) => `key ${index}`);
    for (const [index, id] of ids.entries()) {
      await store.insertKey(key(id), `digest ${index}`, audit(id, { atMs: 1000 + index }));
    }
    expect(await store.shortenAudit(2200, shortening)).toBe(1200);
    const [newest, ...others] = await store.listAudit(5000);
    expect(newest).toEqual({ ...shortening, details: { before: 'x', entries: 1200 } });
    expect(others.map(({ atMs }) => atMs)).toEqual([2202, 2201, 2200]);
  });

  it('lose nothing when several add at once', async () => {
    const connections = await Promise.all([connect(), connect(), connect()]);
    const amount = { day: '2026-11-02', characters: 3, requests: 1 };
    const amounts = [
      { ownerId: 'a', ...amount },
      { ownerId: 'b', ...amount },
    ];
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const order = index % 2 === 0 ? amounts : amounts.toReversed();
        const added = batch({ id: `${index}`, amounts: order });
        return untilReached(async () => connections[index % 3]?.accountStore.addUsage(added));
      }),
    );
    expect(await connections[0]?.accountStore.sumCharacters(november, 'a')).toBe(180);
    expect(await connections[0]?.accountStore.sumCharacters(november, 'b')).toBe(180);
  });

  describe('shares of a quota', () => {
    const limits = { ...NO_LIMITS, charactersPerMonth: 100 };
    const ask = {
      ownerId: 'a',
      month: '2026-11',
      serverId: 'one',
      nowMs: 1000,
      expiresAtMs: 5000,
      outstanding: 0,
      minimum: 10,
      maxExtra: 0,
    };

    it('count what is used, what others hold and what is outstanding', async () => {
      const { accountStore: store } = used().accounts;
      await store.insertKey(key('a', { limits }), 'digest', audit('a'));
      const amounts = [{ ownerId: 'a', day: '2026-11-05', characters: 50, requests: 1 }];
      await store.addUsage(batch({ id: '1', amounts }));
      expect(await store.takeShare({ ...ask, serverId: 'two', minimum: 20 })).toBe(20);
      expect(await store.takeShare({ ...ask, outstanding: 15, minimum: 15 })).toBe(30);
      expect(await store.takeShare({ ...ask, outstanding: 15, minimum: 16 })).toBeUndefined();
      // The next month has a separate quota.
      expect(await store.takeShare({ ...ask, month: '2026-12', minimum: 100 })).toBe(100);
    });

    it('are released when they are returned or not renewed', async () => {
      const { accountStore: store } = used().accounts;
      await store.insertKey(key('a', { limits }), 'digest', audit('a'));
      await store.takeShare({ ...ask, minimum: 60 });
      const two = { ...ask, serverId: 'two', minimum: 80 };
      expect(await store.takeShare(two)).toBeUndefined();
      expect(await store.takeShare({ ...two, nowMs: 5000 })).toBe(80);
      const remaining = [{ ownerId: 'a', month: '2026-11', characters: 0 }];
      await store.addUsage(
        batch({ id: '1', shares: { serverId: 'two', expiresAtMs: 9000, remaining } }),
      );
      expect(await store.takeShare({ ...ask, nowMs: 6000, minimum: 100 })).toBe(100);
      // A batch that is sent again contains its server's current needs.
      const nothing = [{ ownerId: 'a', month: '2026-11', characters: 0 }];
      await store.addUsage(
        batch({ id: '1', shares: { serverId: 'one', expiresAtMs: 9000, remaining: nothing } }),
      );
      expect(await store.takeShare({ ...two, nowMs: 6000, minimum: 100 })).toBe(100);
    });

    it('of the whole account count all keys', async () => {
      const { accountStore: store } = used().accounts;
      const amounts = [
        { ownerId: 'a', day: '2026-11-05', characters: 30, requests: 1 },
        { ownerId: 'configured', day: '2026-11-06', characters: 20, requests: 1 },
        { ownerId: 'a', day: '2026-10-31', characters: 99, requests: 1 },
      ];
      await store.addUsage(batch({ id: '1', amounts }));
      const whole = { ...ask, ownerId: WHOLE_ACCOUNT, accountLimit: 100 };
      expect(await store.takeShare({ ...whole, minimum: 51 })).toBeUndefined();
      expect(await store.takeShare({ ...whole, minimum: 20 })).toBe(20);
      const two = { ...whole, serverId: 'two' };
      expect(await store.takeShare({ ...two, minimum: 31 })).toBeUndefined();
      expect(await store.takeShare({ ...two, minimum: 30 })).toBe(30);
      // A server that was started with another limit goes by that one.
      expect(await store.takeShare({ ...two, accountLimit: 70 })).toBeUndefined();
    });

    it('are larger than asked for while much is left', async () => {
      const { accountStore: store } = used().accounts;
      const large = { ...NO_LIMITS, charactersPerMonth: 1_000_000 };
      await store.insertKey(key('a', { limits: large }), 'digest', audit('a'));
      expect(await store.takeShare({ ...ask, maxExtra: 500 })).toBe(510);
    });

    it('never exceed the limit together, even with concurrent requests', async () => {
      const connections = await Promise.all([connect(), connect(), connect()]);
      await connections[0]?.accountStore.insertKey(key('a', { limits }), 'digest', audit('a'));
      for (const quota of [{}, { ownerId: WHOLE_ACCOUNT, accountLimit: 100 }]) {
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, index) =>
            untilReached(async () =>
              connections[index % 3]?.accountStore.takeShare({
                ...ask,
                ...quota,
                serverId: `server ${index}`,
                minimum: 7,
              }),
            ),
          ),
        );
        expect(answers.filter((share) => share !== undefined)).toEqual(Array(14).fill(7));
      }
    });
  });
});
