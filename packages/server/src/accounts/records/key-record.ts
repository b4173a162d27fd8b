/** Decides which base address a key belongs to; keys of free plans end in `:fx`. */
export const PLANS = ['paid', 'free'] as const;
export type Plan = (typeof PLANS)[number];

/** What a key may be narrowed to. `admin` manages keys and reads everybody's usage. */
export const PERMISSIONS = ['translate', 'usage', 'admin'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** What a key gets when nobody says otherwise. */
export const DEFAULT_PERMISSIONS: readonly Permission[] = ['translate', 'usage'];

/** Bounds of a key; null is no bound. */
export interface KeyLimits {
  /** Unicode code points of source text in a calendar month (UTC). */
  readonly charactersPerMonth: number | null;
  readonly requestsPerMinute: number | null;
  readonly charactersPerMinute: number | null;
}

export const NO_LIMITS: KeyLimits = {
  charactersPerMonth: null,
  requestsPerMinute: null,
  charactersPerMinute: null,
};

/** A key as it is kept: everything but the key itself. */
export interface KeyRecord {
  /** Names the key in logs, limits and commands; reveals nothing of it. */
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly permissions: readonly Permission[];
  readonly limits: KeyLimits;
  /** The first characters, by which its owner knows it again. */
  readonly hint: string;
  readonly createdAtMs: number;
  /** From then on it opens nothing; null while it works. */
  readonly revokedAtMs: number | null;
}

/** Knows the API keys. */
export interface KeyFinder {
  /**
   * The record of a key that works, or undefined for one that is unknown or revoked.
   *
   * @throws AppError `unavailable` when nobody can tell at the moment
   */
  find(secret: string): Promise<KeyRecord | undefined>;
}
