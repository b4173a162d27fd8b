import { CommandError } from '../../../cli/command-error.js';
import { findOwned } from '../../../cli/key-resources/select-owned.js';
import type { Stores } from '../../../open-stores.js';
import type { KeyRecord } from '../key-record.js';

/**
 * Finds a key as {@link findOwned} does. Valid keys are preferred to revoked ones of the same name.
 *
 * @throws CommandError when there is none, or more than one
 */
export const selectKey = async (
  { keyManager }: Pick<Stores, 'keyManager'>,
  selector: string,
): Promise<KeyRecord> => {
  const keys = await keyManager.list();
  const validNames = new Set(
    keys.filter(({ revokedAtMs }) => revokedAtMs === null).map(({ name }) => name),
  );
  const preferred = keys.filter(
    ({ name, revokedAtMs }) => revokedAtMs === null || !validNames.has(name),
  );
  const kind = { noun: 'keys', named: (key: KeyRecord) => key };
  const key = findOwned(preferred, selector, kind) ?? findOwned(keys, selector, kind);
  if (key) return key;
  throw new CommandError(`There is no key '${selector}'. See: dragoman keys list`);
};
