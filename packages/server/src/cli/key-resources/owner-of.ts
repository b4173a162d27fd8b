import { selectKey } from '../../features/keys-and-usage/commands/keys-selection.js';
import { CONFIGURED_KEY_ID } from '../../features/keys-and-usage/configured-key.js';
import { PAGE_VISITORS } from '../../features/keys-and-usage/key-record.js';
import { FIRST_KEY_ID } from '../../features/keys-and-usage/storage/first-key.js';
import type { Accounts } from '../../open-accounts.js';
import type { Configuration } from '../../platform/configuration/index.js';
import { CommandError } from '../command-error.js';

/**
 * The id of the key whose things a command works on.
 *
 * @param key id or name of a key, or `page` for its visitors; by default the configured key, or else the first one
 * @param noun what belongs to keys, such as `Glossaries`
 * @throws CommandError when no key is known, KeyCommandError when there is no such key
 */
export const ownerOf = async (
  accounts: Pick<Accounts, 'keyManager'>,
  { authKey }: Pick<Configuration, 'authKey'>,
  { key, noun }: { readonly key: string | undefined; readonly noun: string },
): Promise<string> => {
  if (key === CONFIGURED_KEY_ID || key === PAGE_VISITORS.id) return key;
  if (key !== undefined) return (await selectKey(accounts, key)).id;
  if (authKey !== undefined) return CONFIGURED_KEY_ID;
  if (await accounts.keyManager.find(FIRST_KEY_ID)) return FIRST_KEY_ID;
  throw new CommandError(`${noun} belong to a key. Name it with --key: dragoman keys list`);
};
