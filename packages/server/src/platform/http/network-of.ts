import type { FastifyRequest } from 'fastify';

/** The network that limits per client count: a client with IPv6 usually has a whole /64. */
export const networkOf = (address: string): string =>
  address.includes(':') && !address.includes('.')
    ? address.split(':').slice(0, 4).join(':')
    : address;

/**
 * For limits per caller: callers with a key are one wherever they are; those without are known by
 * their network.
 */
export const callerIdOf = ({ apiKey, ip }: FastifyRequest): string => apiKey?.id ?? networkOf(ip);
