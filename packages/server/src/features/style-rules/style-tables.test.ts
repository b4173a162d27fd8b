import { beforeEach, describe, expect, it } from 'vitest';
import { openStores, type Stores } from '../../open-stores.js';
import type { AuditEntry } from '../../platform/audit-entry.js';
import type { DatabaseSettings } from '../../platform/database/database.js';
import { TEST_DATABASES } from '../../platform/database/testing/test-databases.js';
import { useStores } from '../../platform/database/testing/use-stores.js';
import type { StyleRecord } from './style-record.js';

const MAX_STYLES = 3;
const ALL = { offset: 0, limit: 10 };

const style = (id: string, change: Partial<StyleRecord> = {}): StyleRecord => ({
  id,
  ownerId: 'owner',
  name: `name of ${id}`,
  language: 'de',
  version: 1,
  createdAtMs: 1000,
  updatedAtMs: 1000,
  configuredRules: { punctuation: { ellipsis: 'use_three_periods', 'naïve “日本” 😀': "it's" } },
  instructions: [
    { id: 'i', label: 'short', prompt: 'Be short.' },
    { id: 'j', label: 'kind', prompt: 'Be kind.', sourceLanguage: 'en' },
  ],
  ...change,
});

const audit = (action: AuditEntry['action']): AuditEntry => ({
  atMs: 1000,
  actor: 'test',
  action,
  keyId: 'owner',
  details: {},
});

const key = (id: string) => ({ ownerId: 'owner', id });

describe.each(TEST_DATABASES)('style rules in a $name', (kind) => {
  const used = useStores(kind);
  let settings: DatabaseSettings;
  let accounts: Stores;
  beforeEach(() => {
    ({ settings, accounts } = used());
  });

  const insert = (added: StyleRecord) =>
    accounts.styleStore.insert(added, MAX_STYLES, audit('create-style'));

  it('are returned as they were stored, the oldest first, page by page', async () => {
    const { styleStore: store } = accounts;
    const second = style('a', { createdAtMs: 2000 });
    const first = style('b', { configuredRules: {}, instructions: [] });
    await insert(second);
    await insert(first);
    expect(await store.list('owner', ALL)).toEqual([first, second]);
    expect(await store.list('owner', { offset: 1, limit: 1 })).toEqual([second]);
    expect(await store.list('owner', { offset: 2, limit: 1 })).toEqual([]);
    expect(await store.find(key('a'))).toEqual(second);
    expect(await store.find(key('c'))).toBeUndefined();
  });

  it('belong to one key: another one neither sees nor changes them', async () => {
    const { styleStore: store } = accounts;
    await insert(style('a'));
    const theirs = style('a', { ownerId: 'stranger', name: 'theirs', version: 2 });
    expect(await store.list('stranger', ALL)).toEqual([]);
    expect(await store.find(theirs)).toBeUndefined();
    expect(await store.replace(theirs, audit('change-style'))).toBe(false);
    expect(await store.remove(theirs, audit('remove-style'))).toBe(false);
    expect(await store.find(key('a'))).toEqual(style('a'));
  });

  it('are replaced by their next version only', async () => {
    const { styleStore: store } = accounts;
    await insert(style('a'));
    const next = style('a', { name: 'new', version: 2, updatedAtMs: 3000, instructions: [] });
    expect(await store.replace({ ...next, version: 3 }, audit('change-style'))).toBe(false);
    expect(await store.replace(next, audit('change-style'))).toBe(true);
    expect(await store.replace(next, audit('change-style'))).toBe(false);
    expect(await store.find(key('a'))).toEqual(next);
  });

  it('of several changes from the same state, one happens', async () => {
    await insert(style('a'));
    const others = await Promise.all([openStores(settings), openStores(settings)]);
    const outcomes = await Promise.all(
      [accounts, ...others].map(({ styleStore }, index) =>
        styleStore.replace(style('a', { version: 2, name: `${index}` }), audit('change-style')),
      ),
    );
    for (const other of others) await other.close();
    expect(outcomes.filter((isDone) => isDone)).toHaveLength(1);
  });

  it('are never more than a key may have', async () => {
    for (const id of ['a', 'b', 'c']) expect(await insert(style(id))).toBe(true);
    expect(await insert(style('d'))).toBe(false);
    expect(await insert(style('e', { ownerId: 'other' }))).toBe(true);
    expect(await accounts.styleStore.list('owner', ALL)).toHaveLength(3);
  });

  it('are counted when several are created at the same time', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `${index}`);
    const stored = await Promise.all(ids.map((id) => insert(style(id))));
    expect(stored.filter(Boolean)).toHaveLength(MAX_STYLES);
  });

  it('have every change in the audit log, and nothing that did not happen', async () => {
    const { styleStore: store, keyManager } = accounts;
    await insert(style('a'));
    await store.replace(style('a', { version: 2 }), audit('change-style'));
    await store.replace(style('a', { version: 2 }), audit('change-style'));
    expect(await store.remove(key('a'), audit('remove-style'))).toBe(true);
    expect(await store.remove(key('a'), audit('remove-style'))).toBe(false);
    const actions = (await keyManager.audit(10)).map(({ action }) => action);
    expect(actions.toSorted()).toEqual(['change-style', 'create-style', 'remove-style']);
  });
});
