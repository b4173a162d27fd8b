import type { Configuration } from '../../configuration/settings.js';
import { CommandError } from '../../platform/cli/command.js';
import { isLoopback } from '../../platform/http/addresses.js';
import { loadKey } from './key-file-storage.js';

/**
 * The key for a server: the configured one or, for a local server, the generated one in the data
 * folder. Undefined if there is neither.
 */
export const keyFor = async (
  server: string,
  { authKey, dataDirectory }: Configuration,
): Promise<string | undefined> => {
  if (authKey !== undefined) return authKey;
  // An IPv6 address has brackets in a URL.
  const host = new URL(server).hostname.replace(/^\[|\]$/g, '');
  if (!isLoopback(host)) return undefined;
  return (await loadKey(dataDirectory))?.secret;
};

/** The same, for commands that need a key. @throws CommandError when there is none */
export const requireKeyFor = async (
  server: string,
  configuration: Configuration,
): Promise<string> => {
  const key = await keyFor(server, configuration);
  if (key !== undefined) return key;
  throw new CommandError(
    `There is no key for ${server}. Set DRAGOMAN_AUTH_KEY, or name a file with --auth-key-file.`,
  );
};
