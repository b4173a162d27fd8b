import { hash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Permission } from '../../platform/http/permissions.js';

/** Decides which base address a key belongs to; keys of free plans end in `:fx`. */
export const PLANS = ['paid', 'free'] as const;
export type Plan = (typeof PLANS)[number];

/** The default permissions of a key. */
export const DEFAULT_PERMISSIONS: readonly Permission[] = ['translate', 'usage'];

/** Limits of a key; null means no limit. */
export interface KeyLimits {
  /** Unicode code points of source text in a calendar month (UTC). */
  readonly charactersPerMonth: number | null;
  readonly requestsPerMinute: number | null;
  readonly charactersPerMinute: number | null;
  /** Documents in a calendar month (UTC). */
  readonly documentsPerMonth: number | null;
  /** Tokens of language models on a day (UTC). */
  readonly tokensPerDay: number | null;
}

export const NO_LIMITS: KeyLimits = {
  charactersPerMonth: null,
  requestsPerMinute: null,
  charactersPerMinute: null,
  documentsPerMonth: null,
  tokensPerDay: null,
};

/** A key as it is stored: everything but the key itself. */
export interface KeyRecord {
  /** Names the key in logs, limits and commands; reveals nothing of it. */
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly permissions: readonly Permission[];
  readonly limits: KeyLimits;
  /** The first characters, so that its owner can recognise it. */
  readonly hint: string;
  readonly createdAtMs: number;
  /** Milliseconds since 1970; from then on the key is refused. Null while it is valid. */
  readonly revokedAtMs: number | null;
}

/** Knows the API keys. */
export interface KeyFinder {
  /**
   * The record of a key that works, or undefined for one that is unknown or revoked.
   *
   * @throws AppError `unavailable` if it cannot be checked at the moment
   */
  find(secret: string): Promise<KeyRecord | undefined>;
}

/** The key id under which the usage of programs without a key is counted. */
export const THIS_MACHINE: KeyRecord = {
  id: 'this-machine',
  name: 'programs on this machine, without a key',
  plan: 'paid',
  permissions: ['translate'],
  limits: NO_LIMITS,
  hint: '',
  createdAtMs: 0,
  revokedAtMs: null,
};

/** The owner of what visitors of the page translate, without a key. Nothing is billed to it. */
export const PAGE_ACCOUNT: KeyRecord = {
  ...THIS_MACHINE,
  id: 'page',
  name: 'visitors of the page, without a key',
};

/** Whether what this key translates is billed, and counts towards quotas. */
export const isBilled = ({ id }: Pick<KeyRecord, 'id'>): boolean => id !== PAGE_ACCOUNT.id;

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
