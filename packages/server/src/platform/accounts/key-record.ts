import type { Permission } from '../http/permissions.js';

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
