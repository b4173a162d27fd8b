import { userInfo } from 'node:os';
import { processEnvironment } from '../configuration/environment.js';
import type { PlatformConfiguration } from '../configuration/service-settings.js';
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
export const addressOf = ({ host, port }: PlatformConfiguration): string | undefined => {
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
