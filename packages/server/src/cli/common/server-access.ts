import { type Configuration, processEnvironment } from '../../config/index.js';
import { loadKey } from '../../store/key-file.js';
import { wrongUsage } from './command-error.js';
import { readAddress } from './read-address.js';

/**
 * The server a command is to use: the one of its option, else the one of the environment.
 *
 * @throws CommandError when the environment names what is no address
 */
export const chosenServer = ({ server }: { readonly server?: string }): string | undefined => {
  const named = processEnvironment().DRAGOMAN_SERVER_URL;
  if (server !== undefined || !named) return server;
  const address = readAddress(named);
  if (address !== undefined) return address;
  throw wrongUsage('DRAGOMAN_SERVER_URL (environment): it must begin with http:// or https://.');
};

const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The key for a server: the configured one or, for a server of this machine, the one that was made
 * in the data folder. Undefined where there is neither.
 */
export const keyFor = async (
  server: string,
  { authKey, dataDirectory }: Configuration,
): Promise<string | undefined> => {
  if (authKey !== undefined) return authKey;
  if (!THIS_MACHINE.has(new URL(server).hostname)) return undefined;
  return (await loadKey(dataDirectory))?.secret;
};

/** Where a server with these settings would be found from this machine; undefined for any port. */
export const addressOf = ({ host, port }: Configuration): string | undefined => {
  if (port === 0) return undefined;
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? host;
  const isBareIpv6 = reachable.includes(':') && !reachable.startsWith('[');
  return `http://${isBareIpv6 ? `[${reachable}]` : reachable}:${port}`;
};
