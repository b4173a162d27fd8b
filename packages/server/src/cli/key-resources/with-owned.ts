import type { Command } from 'commander';
import { selectKey } from '../../features/keys-and-usage/commands/keys-selection.js';
import { CONFIGURED_KEY_ID } from '../../features/keys-and-usage/key-directory.js';
import { PAGE_ACCOUNT } from '../../features/keys-and-usage/key-record.js';
import { FIRST_KEY_ID } from '../../features/keys-and-usage/storage/key-file.js';
import { openStores, type Stores } from '../../open-stores.js';
import type { Configuration } from '../../platform/configuration/settings.js';
import { CommandError } from '../command-error.js';
import { chosenServer, configurationOf, requireKeyFor } from '../server-access.js';
import { untilInterrupted } from '../until-interrupted.js';

/** Where a command finds what belongs to a key. */
export interface PlaceOptions {
  /** By default the database of this machine. */
  readonly server?: string;
  /** Id or name of the key in the database; by default the configured key, or else the first one. */
  readonly key?: string;
}

/** A server, as seen by the owner of a key. */
export interface OwnServer {
  readonly address: string;
  readonly key: string;
}

/** The two places where things that belong to keys are kept. */
interface Backends<Backend> {
  /** What belongs to keys, such as `Glossaries`. */
  readonly noun: string;
  inDatabase(stores: Stores, ownerId: string, signal: AbortSignal): Backend;
  onServer(server: OwnServer, signal: AbortSignal): Backend;
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
export const withOwned = <Backend>(
  { noun, inDatabase, onServer }: Backends<Backend>,
  command: Command,
  options: PlaceOptions,
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
