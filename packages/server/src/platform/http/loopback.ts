import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether an address or host name, without port and brackets, always means this machine. */
export const isLoopback = (host: string): boolean => {
  const name = host.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  const family = isIP(name);
  if (family === 0) return name === 'localhost' || name.endsWith('.localhost');
  return LOOPBACK.check(name, family === 4 ? 'ipv4' : 'ipv6');
};
