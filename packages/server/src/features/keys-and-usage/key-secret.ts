import { hash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Plan } from '../../platform/accounts/key-record.js';

/** Existing client libraries choose the free base address by this suffix. */
const FREE_ENDING = ':fx';

/** A new key: 122 random bits, in a form that needs no quoting in a shell. */
export const generateSecret = (plan: Plan): string =>
  `${randomUUID()}${plan === 'free' ? FREE_ENDING : ''}`;

export const planOf = (secret: string): Plan => (secret.endsWith(FREE_ENDING) ? 'free' : 'paid');

/**
 * What is stored of a key: SHA-256 in hex. A slow hash would protect guessable passwords; 122
 * random bits cannot be guessed.
 */
export const digestOf = (secret: string): string => hash('sha256', secret, 'hex');

/** Compares two digests in a time that does not depend on where they differ. */
export const digestsMatch = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * What may be shown of a key: its first quarter, 8 characters at most. 90 random bits stay unknown.
 */
export const hintOf = (secret: string): string =>
  `${secret.slice(0, Math.min(8, Math.floor(secret.length / 4)))}…`;
