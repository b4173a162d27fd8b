import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@dragoman/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../platform/http/network-of.js';
import { createGuessLimit } from '../keys-and-usage/guess-limit.js';

/** Wrong passwords per minute after which an address has to wait. */
const MAX_FAILURES = 10;
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
  const guesses = createGuessLimit(MAX_FAILURES, now);
  return (request, reply) => {
    const given = passwordIn(request.headers.authorization ?? '');
    if (given !== undefined) {
      const network = networkOf(request.socket.remoteAddress ?? '');
      // Even the right password has to wait: otherwise guessing could continue beyond the limit.
      guesses.check(network, 'Too many wrong passwords. Try again later.');
      if (timingSafeEqual(digest(given), expected)) return;
      guesses.noteWrong(network);
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
