import { join } from 'node:path';
import Database from 'libsql';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStores, type Stores } from '../../open-stores.js';
import type { AuditEntry } from '../../platform/audit-entry.js';
import type { DatabaseSettings } from '../../platform/database/database.js';
import { TEST_DATABASES } from '../../platform/database/testing/test-databases.js';
import { untilReached } from '../../platform/database/testing/until-reached.js';
import { useStores } from '../../platform/database/testing/use-stores.js';
import type { FullDictionary, GlossaryQuota, NewGlossary } from './glossary-record.js';

const QUOTA: GlossaryQuota = {
  glossaries: 3,
  dictionariesPerGlossary: 2,
  dictionaries: 7,
  bytes: 1000,
};

const dictionary = (source: string, target: string, tsv = 'a\tb'): FullDictionary => ({
  source,
  target,
  entryCount: tsv.split('\n').length,
  revision: `${source}-${target} ${tsv}`.slice(0, 50),
  tsv: Buffer.from(tsv),
});

const glossary = (id: string, change: Partial<NewGlossary> = {}): NewGlossary => ({
  id,
  ownerId: 'owner',
  name: `name of ${id}`,
  createdAtMs: 1000,
  dictionaries: [dictionary('en', 'de'), dictionary('de', 'en')],
  ...change,
});

const audit = (action: AuditEntry['action'] = 'create-glossary'): AuditEntry => ({
  atMs: 1000,
  actor: 'test',
  action,
  keyId: 'owner',
  details: {},
});

const withoutEntries = ({ dictionaries, ...rest }: NewGlossary) => ({
  ...rest,
  dictionaries: dictionaries.map(({ tsv: _tsv, ...record }) => record),
});

const key = (id: string) => ({ ownerId: 'owner', id });

describe.each(TEST_DATABASES)('glossaries in a $name', (kind) => {
  const used = useStores(kind);
  let settings: DatabaseSettings;
  let accounts: Stores;
  beforeEach(() => {
    ({ settings, accounts } = used());
  });

  const insert = (added: NewGlossary) =>
    accounts.glossaryStore.insert(added, QUOTA, audit('create-glossary'));

  it('are returned as they were stored, the oldest first, with their dictionaries in order', async () => {
    const { glossaryStore: store } = accounts;
    const second = glossary('b', { createdAtMs: 2000 });
    const first = glossary('c', { dictionaries: [] });
    await insert(second);
    await insert(first);
    expect(await store.list('owner')).toEqual([first, withoutEntries(second)]);
    expect(await store.find(key('b'))).toEqual(withoutEntries(second));
    expect(await store.findDictionary(key('b'), { source: 'de', target: 'en' })).toEqual(
      second.dictionaries[1],
    );
    expect(await store.findDictionary(key('b'), { source: 'de', target: 'fr' })).toBeUndefined();
    const [record] = withoutEntries(second).dictionaries;
    expect(await store.findRecord(key('b'), { source: 'en', target: 'de' })).toEqual({
      dictionary: record,
    });
    expect(await store.findRecord(key('b'), { source: 'de', target: 'fr' })).toEqual({});
    expect(await store.findRecord(key('x'), { source: 'en', target: 'de' })).toBeUndefined();
    const stranger = { ownerId: 'stranger', id: 'b' };
    expect(await store.findRecord(stranger, { source: 'en', target: 'de' })).toBeUndefined();
  });

  it('belong to one key: another one neither sees nor changes them', async () => {
    const { glossaryStore: store } = accounts;
    await insert(glossary('a'));
    const stranger = { ownerId: 'stranger', id: 'a' };
    const pair = { source: 'en', target: 'de' };
    expect(await store.list('stranger')).toEqual([]);
    expect(await store.find(stranger)).toBeUndefined();
    expect(await store.findDictionary(stranger, pair)).toBeUndefined();
    expect(await store.change(stranger, { name: 'x' }, QUOTA, audit())).toEqual({ missing: true });
    expect(await store.removeDictionary(stranger, pair, audit())).toBe(false);
    expect(await store.remove(stranger, audit())).toBe(false);
    expect(await store.find(key('a'))).toEqual(withoutEntries(glossary('a')));
  });

  it('get a new name, and new entries in the same place', async () => {
    const { glossaryStore: store } = accounts;
    await insert(glossary('a'));
    const changed = dictionary('en', 'de', 'a\tc\nd\te');
    const outcome = await store.change(
      key('a'),
      { name: 'new', dictionary: changed },
      QUOTA,
      audit(),
    );
    const expected = glossary('a', {
      name: 'new',
      dictionaries: [changed, dictionary('de', 'en')],
    });
    expect(outcome).toEqual({ glossary: withoutEntries(expected) });
    expect(await store.findDictionary(key('a'), changed)).toEqual(changed);
  });

  it('get a dictionary of a new pair at the end', async () => {
    await insert(glossary('a', { dictionaries: [dictionary('en', 'fr')] }));
    const added = dictionary('aa', 'bb');
    const outcome = await accounts.glossaryStore.change(
      key('a'),
      { dictionary: added, replaces: null },
      QUOTA,
      audit(),
    );
    expect(outcome).toMatchObject({
      glossary: { dictionaries: [{ source: 'en' }, { source: 'aa' }] },
    });
  });

  it('are not changed when the dictionary is not the expected one', async () => {
    const { glossaryStore: store } = accounts;
    await insert(glossary('a'));
    const changed = dictionary('en', 'de', 'x\ty');
    for (const replaces of [null, 'an older revision']) {
      const change = { name: 'new', dictionary: changed, replaces };
      expect(await store.change(key('a'), change, QUOTA, audit())).toEqual({ conflict: true });
    }
    expect(await store.find(key('a'))).toEqual(withoutEntries(glossary('a')));
    const { revision } = dictionary('en', 'de');
    expect(
      await store.change(key('a'), { dictionary: changed, replaces: revision }, QUOTA, audit()),
    ).toMatchObject({ glossary: { name: 'name of a' } });
  });

  it('of several changes from the same state, one happens', async () => {
    await insert(glossary('a'));
    const { revision } = dictionary('en', 'de');
    const others = await Promise.all([openStores(settings), openStores(settings)]);
    const outcomes = await Promise.all(
      [accounts, ...others].map(({ glossaryStore }, index) =>
        glossaryStore.change(
          key('a'),
          { dictionary: dictionary('en', 'de', `x\t${index}`), replaces: revision },
          QUOTA,
          audit(),
        ),
      ),
    );
    for (const other of others) await other.close();
    expect(outcomes.filter((outcome) => 'glossary' in outcome)).toHaveLength(1);
    expect(outcomes.filter((outcome) => 'conflict' in outcome)).toHaveLength(2);
  });

  it('lose dictionaries one by one, and are empty then', async () => {
    const { glossaryStore: store } = accounts;
    await insert(glossary('a'));
    const pair = { source: 'en', target: 'de' };
    expect(await store.removeDictionary(key('a'), pair, audit())).toBe(true);
    expect(await store.removeDictionary(key('a'), pair, audit())).toBe(false);
    await store.removeDictionary(key('a'), { source: 'de', target: 'en' }, audit());
    expect(await store.find(key('a'))).toEqual(glossary('a', { dictionaries: [] }));
  });

  it('are removed with their entries', async () => {
    const { glossaryStore: store } = accounts;
    await insert(glossary('a'));
    expect(await store.remove(key('a'), audit())).toBe(true);
    expect(await store.remove(key('a'), audit())).toBe(false);
    await insert(glossary('a', { dictionaries: [] }));
    expect(await store.find(key('a'))).toEqual(glossary('a', { dictionaries: [] }));
  });

  it('never exceed what a key may have, and nothing of what would is stored', async () => {
    const { glossaryStore: store } = accounts;
    const third = dictionary('es', 'en');
    expect(
      await insert(glossary('x', { dictionaries: [...glossary('x').dictionaries, third] })),
    ).toBe('dictionariesPerGlossary');
    const large = dictionary('en', 'de', `ä\t${'é'.repeat(499)}`);
    expect(await insert(glossary('x', { dictionaries: [large] }))).toBe('bytes');
    expect(await store.list('owner')).toEqual([]);
    for (const id of ['a', 'b', 'c']) expect(await insert(glossary(id))).toBeUndefined();
    const fewer = { ...QUOTA, dictionaries: 5 };
    expect(
      await store.change(key('a'), { dictionary: dictionary('en', 'de') }, fewer, audit()),
    ).toEqual({ exceeded: 'dictionaries' });
    expect(await insert(glossary('d'))).toBe('glossaries');
    for (const [added, exceeded] of [
      [third, 'dictionariesPerGlossary'],
      [large, 'bytes'],
    ] as const) {
      const change = { name: 'new', dictionary: added };
      expect(await store.change(key('a'), change, QUOTA, audit())).toEqual({ exceeded });
    }
    expect(await store.find(key('a'))).toEqual(withoutEntries(glossary('a')));
    expect(await insert(glossary('d', { ownerId: 'another' }))).toBeUndefined();
  });

  it('keep the largest dictionary with every character', async () => {
    const line = `${'日本語😀'.repeat(20)}\t${'naïve “ñ”'.repeat(20)}`;
    const lines = Array.from({ length: 19_000 }, (_, index) => `${index}${line}`);
    const largest = dictionary('ja', 'en', lines.join('\n'));
    const { glossaryStore: store } = accounts;
    const added = glossary('a', { dictionaries: [largest] });
    await untilReached(() => store.insert(added, { ...QUOTA, bytes: 1e9 }, audit()));
    const stored = await untilReached(() => store.findDictionary(key('a'), largest));
    expect(stored?.tsv && Buffer.compare(stored.tsv, largest.tsv)).toBe(0);
  });

  describe('of more than a piece of entries', () => {
    const quota = { ...QUOTA, bytes: 2e6 };
    const large = (name: string): FullDictionary => ({
      ...dictionary('en', 'de', `${name}\t${'é'.repeat(400_000)}`),
      revision: name,
    });
    const store = () => accounts.glossaryStore;
    const found = async () =>
      (await store().findDictionary(key('a'), { source: 'en', target: 'de' }))?.revision;
    const piecesOf = async () => {
      if (settings.databaseUrl !== undefined) return [];
      const file = new Database(join(settings.dataDirectory, 'dragoman.db'));
      const rows = file.prepare('select distinct revision from glossary_pieces').all();
      file.close();
      return rows.map((row) => Object.values(row as object)[0]);
    };
    const expectPieces = async (...revisions: readonly string[]) =>
      expect(await piecesOf()).toEqual(settings.databaseUrl === undefined ? revisions : []);

    beforeEach(async () => {
      await store().insert(glossary('a', { dictionaries: [large('first')] }), quota, audit());
    });

    it('leave no piece behind when they are replaced or removed', async () => {
      await expectPieces('first');
      await store().change(key('a'), { dictionary: large('second') }, quota, audit());
      expect(await found()).toBe('second');
      await expectPieces('second');
      await store().change(key('a'), { dictionary: dictionary('en', 'de') }, quota, audit());
      await expectPieces();
      await store().change(key('a'), { dictionary: large('third') }, quota, audit());
      await store().removeDictionary(key('a'), large('third'), audit());
      await expectPieces();
      await store().insert(glossary('b', { dictionaries: [large('fourth')] }), quota, audit());
      await store().remove(key('b'), audit());
      await expectPieces();
    });

    it('leave no piece behind when they are not stored', async () => {
      const second = large('second');
      const change = { dictionary: second, replaces: 'another' };
      expect(await store().change(key('a'), change, quota, audit())).toEqual({ conflict: true });
      expect(await store().change(key('x'), change, quota, audit())).toEqual({ missing: true });
      const third = { ...large('third'), source: 'fr' };
      const exceeding = glossary('b', { dictionaries: [second, third, large('fourth')] });
      const most = { ...quota, bytes: 1e9, dictionariesPerGlossary: 3 };
      await expect(store().insert(exceeding, most, audit())).rejects.toThrow();
      const two = { ...exceeding, dictionaries: [second, third] };
      const exceeded = await store().insert(two, { ...quota, bytes: 1e6 }, audit());
      expect(exceeded).toBe('bytes');
      await expectPieces('first');
      expect(await found()).toBe('first');
    });

    it('are read as a whole while they are replaced', async () => {
      const names = Array.from({ length: 10 }, (_, index) => `change ${index}`);
      const changes = (async () => {
        for (const name of names) {
          await store().change(key('a'), { dictionary: large(name) }, quota, audit());
        }
      })();
      for (let reads = 0; reads < 20; reads++) {
        const read = await store().findDictionary(key('a'), { source: 'en', target: 'de' });
        expect(read?.tsv.length).toBe(large(read?.revision ?? '').tsv.length);
      }
      await changes;
      await expectPieces(names.at(-1) ?? '');
    });
  });

  it('have every change in the audit log, and nothing that did not happen', async () => {
    const { glossaryStore: store, keyManager } = accounts;
    await insert(glossary('a'));
    await store.change(key('a'), { name: 'b' }, QUOTA, audit('change-glossary'));
    await store.change(key('none'), { name: 'b' }, QUOTA, audit('change-glossary'));
    await store.remove(key('a'), audit('remove-glossary'));
    const actions = (await keyManager.audit(10)).map(({ action }) => action);
    expect(actions.toSorted()).toEqual(['change-glossary', 'create-glossary', 'remove-glossary']);
  });
});
