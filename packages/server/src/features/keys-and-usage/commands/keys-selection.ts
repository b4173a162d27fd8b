import type { Accounts } from '../../../open-accounts.js';
import type { KeyRecord } from '../key-record.js';

/** The command cannot be done as given; the message says why. */
export class KeyCommandError extends Error {
  override readonly name = 'KeyCommandError';
}

/**
 * Finds a key by id, or else by name, or else by the beginning of its id. Valid keys are preferred
 * to revoked ones of the same name.
 *
 * @throws KeyCommandError when there is none, or more than one
 */
export const selectKey = async (
  { keyManager }: Pick<Accounts, 'keyManager'>,
  selector: string,
): Promise<KeyRecord> => {
  const keys = await keyManager.list();
  const candidates = [
    keys.filter(({ id }) => id === selector),
    keys.filter(({ name, revokedAtMs }) => name === selector && revokedAtMs === null),
    keys.filter(({ name }) => name === selector),
    keys.filter(({ id }) => selector.length >= 4 && id.startsWith(selector)),
  ].find((found) => found.length > 0);
  const [key, ...more] = candidates ?? [];
  if (!key) throw new KeyCommandError(`There is no key '${selector}'. See: dragoman keys list`);
  if (more.length > 0) {
    const ids = [key, ...more].map(({ id }) => id).join(', ');
    throw new KeyCommandError(`'${selector}' matches several keys; use an id: ${ids}`);
  }
  return key;
};
