import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { loadKey } from '../features/keys-and-usage/key-file-storage.js';
import { processEnvironment } from '../platform/configuration/environment.js';
import { collectFlags } from '../platform/configuration/flags.js';
import { loadConfiguration } from '../platform/configuration/load.js';
import type { Configuration } from '../platform/configuration/settings.js';
import { isLoopback } from '../platform/http/addresses.js';
import { CommandError, wrongUsage } from './command.js';

/** The address of a server without slashes at its end; undefined if it is invalid. */
export const readAddress = (text: string): string | undefined => {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = address?.protocol === 'http:' || address?.protocol === 'https:';
  return isWeb ? text.replace(/\/+$/, '') : undefined;
};

/**
 * The server that a command uses: from its option, or else from the environment.
 *
 * @throws CommandError if the address in the environment is invalid
 */
export const chosenServer = ({ server }: { readonly server?: string }): string | undefined => {
  const named = processEnvironment().DRAGOMAN_SERVER_URL;
  if (server !== undefined || !named) return server;
  const address = readAddress(named);
  if (address !== undefined) return address;
  throw wrongUsage('DRAGOMAN_SERVER_URL (environment): it must start with http:// or https://.');
};

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

/** The local address of a server with these settings; undefined if the port is chosen at start. */
export const addressOf = ({ host, port }: Configuration): string | undefined => {
  if (port === 0) return undefined;
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? host;
  const isBareIpv6 = reachable.includes(':') && !reachable.startsWith('[');
  return `http://${isBareIpv6 ? `[${reachable}]` : reachable}:${port}`;
};

/** The actor in the audit log for a change on the command line. */
export const actor = (): string => {
  try {
    return `command line ${userInfo().username}`;
  } catch {
    return `command line user ${process.getuid?.() ?? 'unknown'}`;
  }
};

/** The configuration a command runs with: its own flags over the environment and the file. */
export const configurationOf = (command: Command): Configuration =>
  loadConfiguration({
    ...collectFlags(command),
    environment: processEnvironment(),
    workingDirectory: process.cwd(),
  });
