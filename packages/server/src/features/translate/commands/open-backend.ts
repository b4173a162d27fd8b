import type { Command } from 'commander';
import { isReachable } from '../../../cli/check-server.js';
import { CommandError } from '../../../cli/command-error.js';
import { configurationOf } from '../../../cli/configuration-of.js';
import { keyFor } from '../../../cli/server-access.js';
import type { TranslationBackend } from './backend.js';
import { startLocalBackend } from './local-backend.js';
import { createRemoteBackend } from './remote-backend.js';

/**
 * The backend of a command: the given server, or else this process.
 *
 * @throws CommandError when the server does not answer, or no key for it is known
 */
export const openBackend = async (
  command: Command,
  server: string | undefined,
  signal: AbortSignal,
): Promise<TranslationBackend> => {
  const configuration = configurationOf(command);
  if (server === undefined) return startLocalBackend(configuration);
  const key = await keyFor(server, configuration);
  if (key === undefined) {
    throw new CommandError(
      `There is no key for ${server}. Set DRAGOMAN_AUTH_KEY, or name a file with --auth-key-file.`,
    );
  }
  // The client would try again for a while, which helps with a busy server but not with a wrong
  // address.
  if (!(await isReachable(server, signal))) {
    throw new CommandError(
      `No server responds at ${server}. Start it with \`dragoman serve\`, or omit --server.`,
    );
  }
  return createRemoteBackend(server, key);
};
