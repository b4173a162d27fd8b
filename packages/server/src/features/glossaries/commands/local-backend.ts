import { actor } from '../../../cli/actor.js';
import type { Accounts } from '../../../open-accounts.js';
import { createGlossaryService } from '../glossary-service.js';
import { toWireDictionary, toWireMultilingual } from '../wire.js';
import type { GlossaryBackend } from './backend.js';

/** The glossaries of a key in the database, whether a server is running or not. */
export const createLocalGlossaries = (
  accounts: Pick<Accounts, 'glossaryStore'>,
  ownerId: string,
): GlossaryBackend => {
  const service = createGlossaryService(accounts.glossaryStore, Date.now);
  const caller = { ownerId, actor: actor() };
  return {
    list: async () => (await service.list(ownerId)).map(toWireMultilingual),
    create: async (name, dictionary) =>
      toWireMultilingual(await service.create(caller, { name, dictionaries: [dictionary] })),
    putDictionary: async (id, dictionary) =>
      toWireDictionary(await service.putDictionary(caller, id, dictionary)),
    readEntries: async (id, pair) => (await service.findDictionary({ ownerId, id }, pair)).tsv,
    removeDictionary: (id, pair) => service.removeDictionary(caller, id, pair),
    remove: (id) => service.remove(caller, id),
  };
};
