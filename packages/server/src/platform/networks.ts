import { BlockList, type IPVersion, SocketAddress } from 'node:net';

/** An address without its port, brackets and zone; IPv4 written as IPv6 becomes IPv4 again. */
export const bareAddress = (text: string): string =>
  text
    .replace(/^\[(.+)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '');

/** The family of an address; undefined for what is none. `isIP` compiles large patterns at a start. */
export const familyOf = (address: string): IPVersion | undefined => {
  const family = address.includes(':') ? 'ipv6' : 'ipv4';
  try {
    new SocketAddress({ address, family });
    return family;
  } catch {
    return undefined;
  }
};

interface Network {
  readonly address: string;
  readonly family: IPVersion;
  /** How many bits all its addresses have in common. */
  readonly prefixLength: number;
}

/** Reads an address, or a network such as `10.0.0.0/8`; undefined if it is neither. */
const readNetwork = (text: string): Network | undefined => {
  const [, written = '', digits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const address = bareAddress(written);
  const family = familyOf(address);
  if (family === undefined || familyOf(written) === undefined) return undefined;
  const bits = family === 'ipv4' ? 32 : 128;
  const prefixLength = Number(digits ?? bits);
  // A prefix of no bits has every address in it, and so says nothing.
  return prefixLength >= 1 && prefixLength <= bits ? { address, family, prefixLength } : undefined;
};

export const isNetwork = (text: string): boolean => readNetwork(text) !== undefined;

/** Whether an address, with or without a port, is in one of these networks. */
export const createNetworkCheck = (networks: readonly string[]): ((address: string) => boolean) => {
  const known = new BlockList();
  for (const text of networks) {
    const network = readNetwork(text);
    if (network) known.addSubnet(network.address, network.prefixLength, network.family);
  }
  return (text) => {
    const address = bareAddress(text);
    const family = familyOf(address);
    return family !== undefined && known.check(address, family);
  };
};
