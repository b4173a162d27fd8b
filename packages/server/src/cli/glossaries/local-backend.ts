import { CONFIGURED_KEY_ID } from '../../accounts/keys/configured-key.js';
import type { Configuration } from '../../config/index.js';
import { createGlossaryService } from '../../glossaries/glossary-service.js';
import { toWireDictionary, toWireMultilingual } from '../../glossaries/wire.js';
import { FIRST_KEY_ID } from '../../store/first-key.js';
import { type Accounts, openAccounts } from '../../store/open-accounts.js';
import { actor } from '../common/actor.js';
import { CommandError } from '../common/command-error.js';
import { selectKey } from '../keys/keys-selection.js';
import type { GlossaryBackend } from './backend.js';

/**
 * The glossaries in the database, whether a server is running or not.
 *
 * @param key id or name of a key; by default the configured key, or else the first one
 */
export const openLocalGlossaries = async (
  configuration: Configuration,
  key: string | undefined,
): Promise<GlossaryBackend> => {
  const accounts = await openAccounts(configuration);
  try {
    const ownerId = await ownerOf(accounts, configuration, key);
    return createBackend(accounts, ownerId);
  } catch (error) {
    await accounts.close();
    throw error;
  }
};

const ownerOf = async (
  accounts: Accounts,
  { authKey }: Configuration,
  key: string | undefined,
): Promise<string> => {
  if (key === CONFIGURED_KEY_ID) return key;
  if (key !== undefined) return (await selectKey(accounts, key)).id;
  if (authKey !== undefined) return CONFIGURED_KEY_ID;
  if (await accounts.keyManager.find(FIRST_KEY_ID)) return FIRST_KEY_ID;
  throw new CommandError('Glossaries belong to a key. Name it with --key: dragoman keys list');
};

const createBackend = (accounts: Accounts, ownerId: string): GlossaryBackend => {
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
    close: () => accounts.close(),
  };
};
