import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Stores } from '../../open-stores.js';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createGlossaryService } from './glossary-service.js';

let accounts: Stores;
beforeEach(async () => {
  accounts = await openTestStores();
});
afterEach(() => accounts.close());

it('reads a dictionary once when some of its entries are removed', async () => {
  const findDictionary = vi.fn(accounts.glossaryStore.findDictionary);
  const glossaries = createGlossaryService({ ...accounts.glossaryStore, findDictionary }, Date.now);
  const caller = { ownerId: 'a', actor: 'a' };
  const pair = { source: 'en', target: 'de' } as const;
  const entries = 'house\tHaus\nchair\tStuhl';
  const { id } = await glossaries.create(caller, {
    name: 'words',
    dictionaries: [{ ...pair, entries, format: 'tsv' }],
  });
  await glossaries.editEntries(caller, id, pair, { removed: ['chair'] });
  expect(findDictionary).toHaveBeenCalledTimes(1);
  const other = { source: 'de', target: 'en' } as const;
  await expect(glossaries.editEntries(caller, id, other, { removed: ['chair'] })).rejects.toThrow(
    'Dictionary not found',
  );
});
