import type { Command } from 'commander';
import { configurationOf } from '../../configuration/command-configuration.js';
import type { Configuration } from '../../configuration/settings.js';
import { openStores, type Stores } from '../../open-stores.js';
import { type KeyRecord, PAGE_ACCOUNT } from '../../platform/accounts/key-record.js';
import { CommandError, untilInterrupted } from '../../platform/cli/command.js';
import { chosenServer } from '../../platform/cli/server-access.js';
import { CONFIGURED_KEY_ID } from './key-directory.js';
import { FIRST_KEY_ID } from './key-file-storage.js';
import { requireKeyFor } from './server-key.js';

/** Where a command finds what belongs to a key. */
export interface LocationOptions {
  /** By default the database of this machine. */
  readonly server?: string;
  /** Id or name of the key in the database; by default the configured key, or else the first one. */
  readonly key?: string;
}

/** A server, as seen by the owner of a key. */
export interface RemoteServer {
  readonly address: string;
  readonly key: string;
}

/** The two places where things that belong to keys are kept. */
interface Backends<Backend> {
  /** What belongs to keys, such as `Glossaries`. */
  readonly noun: string;
  inDatabase(stores: Stores, ownerId: string, signal: AbortSignal): Backend;
  onServer(server: RemoteServer, signal: AbortSignal): Backend;
}

/**
 * The id of the key whose things a command works on.
 *
 * @param key id or name of a key, or `page` for its visitors; by default the configured key, or else the first one
 * @param noun what belongs to keys, such as `Glossaries`
 * @throws CommandError when no key is known, or there is no such key
 */
const ownerIdFor = async (
  stores: Pick<Stores, 'keyManager'>,
  { authKey }: Pick<Configuration, 'authKey'>,
  { key, noun }: { readonly key: string | undefined; readonly noun: string },
): Promise<string> => {
  if (key === CONFIGURED_KEY_ID || key === PAGE_ACCOUNT.id) return key;
  if (key !== undefined) return (await selectKey(stores, key)).id;
  if (authKey !== undefined) return CONFIGURED_KEY_ID;
  if (await stores.keyManager.find(FIRST_KEY_ID)) return FIRST_KEY_ID;
  throw new CommandError(`${noun} belong to a key. Name it with --key: dragoman keys list`);
};

/**
 * Works on what belongs to a key: in the database, whether a server is running or not, or through a
 * server. The work stops early when the user interrupts it.
 *
 * @throws CommandError when no key is known
 */
export const withOwnedResources = <Backend>(
  { noun, inDatabase, onServer }: Backends<Backend>,
  command: Command,
  options: LocationOptions,
  work: (backend: Backend, signal: AbortSignal) => Promise<void>,
): Promise<void> =>
  untilInterrupted(async (signal) => {
    const configuration = configurationOf(command);
    const address = chosenServer(options);
    if (address !== undefined) {
      const key = await requireKeyFor(address, configuration);
      return work(onServer({ address, key }, signal), signal);
    }
    const stores = await openStores(configuration);
    try {
      const owner = await ownerIdFor(stores, configuration, { key: options.key, noun });
      await work(inDatabase(stores, owner, signal), signal);
    } finally {
      await stores.close();
    }
  });

/** Something that is selected by its id or its name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Finds something by id, or else by name, or else by the beginning of its id; undefined if there is
 * none.
 *
 * @param noun in plural, such as `glossaries`
 * @throws CommandError when there is more than one
 */
export const findOwned = <Item>(
  items: readonly Item[],
  selector: string,
  { noun, named }: { readonly noun: string; readonly named: (item: Item) => Named },
): Item | undefined => {
  const id = selector.toLowerCase();
  const candidates = [
    items.filter((item) => named(item).id === selector),
    items.filter((item) => named(item).name === selector),
    items.filter((item) => id.length >= 4 && named(item).id.startsWith(id)),
  ].find((found) => found.length > 0);
  const [item, ...more] = candidates ?? [];
  if (item && more.length > 0) {
    const ids = [item, ...more].map((each) => named(each).id).join(', ');
    throw new CommandError(`'${selector}' matches several ${noun}; use an id: ${ids}`);
  }
  return item;
};

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
