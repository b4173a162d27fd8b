import type { KeyRecord } from '../../accounts/records/key-record.js';
import type { Accounts } from '../../store/open-accounts.js';

/** The command cannot be done as given; the message says why. */
export class KeyCommandError extends Error {
  override readonly name = 'KeyCommandError';
}

/**
 * The key that a person means: by id, else by name, else by the beginning of its id. Keys that work
 * win over revoked ones of the same name.
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
    throw new KeyCommandError(`'${selector}' means several keys; name one by its id: ${ids}`);
  }
  return key;
};
