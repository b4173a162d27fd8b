import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { processEnvironment } from '../configuration/environment.js';
import { collectFlags } from '../configuration/flags.js';
import { loadConfiguration } from '../configuration/load.js';
import type { Configuration } from '../configuration/settings.js';
import { wrongUsage } from './command.js';

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
