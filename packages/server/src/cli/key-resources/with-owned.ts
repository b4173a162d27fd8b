import type { Command } from 'commander';
import { type Accounts, openAccounts } from '../../open-accounts.js';
import { CommandError } from '../command-error.js';
import { configurationOf } from '../configuration-of.js';
import { chosenServer, keyFor } from '../server-access.js';
import { untilInterrupted } from '../until-interrupted.js';
import { ownerOf } from './owner-of.js';

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
export interface Backends<Backend> {
  /** What belongs to keys, such as `Glossaries`. */
  readonly noun: string;
  inDatabase(accounts: Accounts, ownerId: string, signal: AbortSignal): Backend;
  onServer(server: OwnServer, signal: AbortSignal): Backend;
}

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
      const key = await keyFor(address, configuration);
      if (key === undefined) throw noKeyFor(address);
      return work(onServer({ address, key }, signal), signal);
    }
    const accounts = await openAccounts(configuration);
    try {
      const owner = await ownerOf(accounts, configuration, { key: options.key, noun });
      await work(inDatabase(accounts, owner, signal), signal);
    } finally {
      await accounts.close();
    }
  });

const noKeyFor = (server: string): CommandError =>
  new CommandError(
    `There is no key for ${server}. Set DRAGOMAN_AUTH_KEY, or name a file with --auth-key-file.`,
  );
