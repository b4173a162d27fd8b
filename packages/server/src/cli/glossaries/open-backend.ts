import type { Command } from 'commander';
import { CommandError } from '../common/command-error.js';
import { configurationOf } from '../common/configuration-of.js';
import { keyFor } from '../common/server-access.js';
import type { GlossaryBackend } from './backend.js';
import { openLocalGlossaries } from './local-backend.js';
import { createRemoteGlossaries } from './remote-backend.js';

/** Whose glossaries are meant, and where they are. */
export interface GlossaryPlace {
  /** By default the database of this machine. */
  readonly server: string | undefined;
  /** Id or name of the key in the database; by default the configured key, or else the first one. */
  readonly key: string | undefined;
}

/**
 * Opens the glossaries of a key.
 *
 * @throws CommandError when no key is known
 */
export const openGlossaries = async (
  command: Command,
  { server, key }: GlossaryPlace,
  signal: AbortSignal,
): Promise<GlossaryBackend> => {
  const configuration = configurationOf(command);
  if (server === undefined) return openLocalGlossaries(configuration, key);
  const secret = await keyFor(server, configuration);
  if (secret !== undefined) return createRemoteGlossaries(server, secret, signal);
  throw new CommandError(
    `There is no key for ${server}. Set DRAGOMAN_AUTH_KEY, or name a file with --auth-key-file.`,
  );
};
