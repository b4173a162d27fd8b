import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { KeyGuard } from '../../context.js';
import { networkOf } from '../../platform/http/network-of.js';
import { createGuessLimit } from './guess-limit.js';
import type { KeyFinder } from './key-record.js';

/** Wrong keys per minute after which an address has to wait. */
const MAX_WRONG_KEYS = 60;
/** Right keys remembered, with the address they were used from; an evicted one is looked up again. */
const MAX_KNOWN_CALLERS = 10_000;

/** @param now milliseconds on any clock */
export const createKeyGuard = (keys: KeyFinder, now: () => number): KeyGuard => {
  const guesses = createGuessLimit(MAX_WRONG_KEYS, now);
  const knownCallers = new LRUCache<string, true>({ max: MAX_KNOWN_CALLERS });
  return {
    async find(secret, { socket }) {
      const network = networkOf(socket.remoteAddress ?? '');
      const caller = `${network} ${hash('sha256', secret, 'base64')}`;
      // Many clients may share an address: one with a wrong key does not lock out the others.
      if (!knownCallers.has(caller)) {
        guesses.check(network, 'Too many wrong API keys from this address. Try again later.');
      }
      const record = await keys.find(secret);
      if (record) knownCallers.set(caller, true);
      else guesses.noteWrong(network);
      return record;
    },
  };
};
