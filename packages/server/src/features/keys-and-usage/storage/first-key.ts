import type { Accounts } from '../../../open-accounts.js';
import { digestOf, planOf } from '../key-secret.js';
import { discardKey, type GeneratedKey, loadKey, loadOrCreateKey } from './key-file.js';

/** The automatically created key, so that the first run needs no command. */
export const FIRST_KEY_ID = 'first';

/**
 * Makes sure that a new installation has a key, and finds the file that contains it.
 *
 * @returns undefined if the first key was created by another server, revoked, or replaced elsewhere
 */
export const ensureFirstKey = async (
  { store, keyManager }: Pick<Accounts, 'store' | 'keyManager'>,
  dataDirectory: string,
): Promise<GeneratedKey | undefined> => {
  const isInStore = async (key: GeneratedKey): Promise<boolean> => {
    const record = await store.findKeyByDigest(digestOf(key.secret));
    return record !== undefined && record.revokedAtMs === null;
  };
  if (await store.findKeyById(FIRST_KEY_ID)) {
    const key = await loadKey(dataDirectory);
    return key && (await isInStore(key)) ? key : undefined;
  }
  const key = await loadOrCreateKey(dataDirectory);
  const plan = planOf(key.secret);
  await keyManager.adopt('server', FIRST_KEY_ID, key.secret, { name: 'first key', plan });
  // Another server, with its own data folder, may have been faster.
  if (await isInStore(key)) return key;
  if (key.isNew) await discardKey(dataDirectory);
  return undefined;
};
