import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@dragoman/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

/** Wrong passwords per minute after which an address has to wait. */
const MAX_FAILURES = 10;
const MINUTE_MS = 60_000;
/** Maximum number of addresses in memory; an evicted one starts again. */
const MAX_ADDRESSES = 10_000;
/** Longest Authorization header worth looking at, in characters. */
const MAX_HEADER_LENGTH = 1024;

/** @throws AppError `password_required`, `too_many_requests` */
export type PasswordCheck = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * HTTP Basic authentication with one password and any user name. The comparison takes constant
 * time, and an address that guesses is slowed down.
 *
 * @param now milliseconds on any clock
 */
export const createPasswordCheck = (password: string, now: () => number): PasswordCheck => {
  const expected = digest(password);
  const failures = new LRUCache<string, { count: number; readonly sinceMs: number }>({
    max: MAX_ADDRESSES,
  });

  const recentFailures = (address: string) => {
    const known = failures.get(address);
    if (known && now() - known.sinceMs < MINUTE_MS) return known;
    return { count: 0, sinceMs: now() };
  };
  return (request, reply) => {
    const given = passwordIn(request.headers.authorization ?? '');
    const address = networkOf(request.socket.remoteAddress ?? '');
    const recent = recentFailures(address);
    // Even the right password has to wait: otherwise guessing could continue beyond the limit.
    if (given !== undefined && recent.count >= MAX_FAILURES) {
      throw new AppError('too_many_requests', {
        message: 'Too many wrong passwords. Try again later.',
        retryAfterSeconds: Math.max(1, Math.ceil((recent.sinceMs + MINUTE_MS - now()) / 1000)),
      });
    }
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return;
    if (given !== undefined) {
      failures.set(address, { count: recent.count + 1, sinceMs: recent.sinceMs });
    }
    reply.header('www-authenticate', 'Basic realm="Dragoman", charset="UTF-8"');
    throw new AppError('password_required');
  };
};

/** Digests have the same length, as a constant-time comparison requires. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const passwordIn = (header: string): string | undefined => {
  if (header.length > MAX_HEADER_LENGTH) return undefined;
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1];
  const pair = encoded && Buffer.from(encoded, 'base64').toString('utf8');
  return pair?.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined;
};

/** Someone with one IPv6 address usually has its whole network. */
const networkOf = (address: string): string =>
  address.includes(':') && !address.includes('.')
    ? address.split(':').slice(0, 4).join(':')
    : address;
