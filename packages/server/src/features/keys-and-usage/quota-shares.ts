import { AppError } from '@dragoman/contract';
import { billingPeriodOf } from '../../platform/accounts/billing-period.js';
import { unavailableError } from '../../platform/database/store-error.js';
import type { RunExclusive } from '../../platform/promises.js';
import {
  type AccountStore,
  type DailyUsage,
  type QuotaCounts,
  type StoredShare,
  WHOLE_ACCOUNT,
} from './account-store.js';

/**
 * A share that was not renewed for this time is returned to the quota; its server must not use it.
 */
const SHARE_LIFETIME_MS = 30_000;
/**
 * After a failure the store is not asked for this time: requests in the queue would only fail
 * later.
 */
const PAUSE_MS = 1000;
/** A share is larger than what is needed by so much; doubled while that lasts for less than a second. */
const MIN_EXTRA_CHARACTERS = 20_000;
const MAX_EXTRA_CHARACTERS = 32 * MIN_EXTRA_CHARACTERS;
const EXTRA_SHOULD_LAST_MS = 1000;

/** A monthly limit, in characters. */
export interface Quota {
  /** Whose usage counts: a key, or `WHOLE_ACCOUNT`. */
  readonly ownerId: string;
  readonly limit: number;
}

/** This server's share of one quota for one month. */
interface Share {
  readonly ownerId: string;
  readonly month: string;
  /** The limit it was reserved under; after a change of the limit, it is reserved again. */
  limit: number;
  /** How large it is. */
  characters: number;
  expiresAtMs: number;
  /** Reserved by requests in flight. */
  reserved: number;
  /** Billed, but not confirmed by the store. */
  billed: number;
  /** Whether there were requests since usage was last reported. */
  isBusy: boolean;
  extra: number;
  takenAtMs: number;
  /** When less than this is free, more is reserved before a request has to wait. */
  refillBelow: number;
  isRefilling: boolean;
}

/**
 * This server's quota shares. For each quota, a server reserves a share in the database and spends
 * from it without asking again, until it is used up. Together with those of all other servers, the
 * shares never exceed a quota.
 *
 * A request enters with what it may need, and leaves with what is billed (`enter`). From time to time
 * the usage is stored: `report` says what is left of each share, and `renew` or `drop` follows.
 */
interface QuotaShares {
  /**
   * Reserves characters.
   *
   * @param runExclusive calls of the store for the quota run one after the other
   * @returns a function that releases them and bills the given number instead
   * @throws AppError `quota_exceeded`; `unavailable` when the store cannot be asked
   */
  enter(
    quota: Quota,
    month: string,
    characters: number,
    runExclusive: RunExclusive,
  ): Promise<(billed: number) => void>;
  /** The rest of every share once the amounts are in the store. */
  report(amounts: readonly DailyUsage[]): readonly StoredShare[];
  /** Call it when the amounts and the result of `report` are in the store. */
  renew(amounts: readonly DailyUsage[], expiresAtMs: number): void;
  /** Call it when nobody knows whether they are, and they are not reported again. */
  drop(amounts: readonly DailyUsage[]): void;
  /** What is free of the shares of a key, or of all, is returned with the next `report`. */
  release(ownerId?: string): void;
  /** Call it when the store did not respond: for a moment, requests do not wait for it. */
  pause(): void;
  /** Milliseconds since 1970. */
  nextExpiry(): number;
}

export const createQuotaShares = (
  store: Pick<AccountStore, 'takeShare'>,
  { serverId, now }: { readonly serverId: string; readonly now: () => number },
): QuotaShares => {
  const shares = new Map<string, Share>();
  let pausedUntilMs = 0;

  const shareOf = (ownerId: string, month: string): Share => {
    const id = idOf({ ownerId, month });
    const known = shares.get(id);
    if (known) return known;
    const share: Share = {
      ownerId,
      month,
      limit: 0,
      characters: 0,
      expiresAtMs: 0,
      reserved: 0,
      billed: 0,
      isBusy: true,
      extra: MIN_EXTRA_CHARACTERS,
      takenAtMs: 0,
      refillBelow: 0,
      isRefilling: false,
    };
    shares.set(id, share);
    return share;
  };

  const freeIn = ({ characters, reserved, billed }: Share): number =>
    characters - reserved - billed;

  const isValid = (share: Share, limit: number): boolean =>
    share.limit === limit && share.expiresAtMs > now();

  const hasRoom = (share: Share, limit: number, characters: number): boolean =>
    isValid(share, limit) && characters <= freeIn(share);

  const pause = () => {
    pausedUntilMs = now() + PAUSE_MS;
  };

  /**
   * Reserves the given number of characters and some more. Meanwhile, only the current share can be
   * spent.
   */
  const take = async (share: Share, limit: number, characters: number): Promise<void> => {
    if (now() < pausedUntilMs) throw unavailable();
    // If the share has expired or the limit has changed, only the reserved characters remain.
    if (!isValid(share, limit)) share.characters = 0;
    share.limit = limit;
    share.characters = Math.max(share.characters, share.reserved + share.billed);
    const isShort = now() - share.takenAtMs < EXTRA_SHOULD_LAST_MS;
    share.extra = isShort
      ? Math.min(share.extra * 2, MAX_EXTRA_CHARACTERS)
      : Math.max(share.extra / 2, MIN_EXTRA_CHARACTERS);
    const { ownerId, month } = share;
    const expiresAtMs = now() + SHARE_LIFETIME_MS;
    const request = {
      ownerId,
      ...(ownerId === WHOLE_ACCOUNT && { accountLimit: limit }),
      month,
      serverId,
      nowMs: now(),
      expiresAtMs,
      outstanding: share.characters,
      minimum: Math.max(0, characters - freeIn(share)),
      maxExtra: share.extra,
    };
    let size: number | undefined;
    try {
      size = await store.takeShare(request);
    } catch (error) {
      pause();
      throw unavailable(error);
    }
    if (size === undefined) throw new AppError('quota_exceeded');
    Object.assign(share, { characters: size, expiresAtMs, takenAtMs: now() });
    share.refillBelow = freeIn(share) / 2;
  };

  const refill = (share: Share, limit: number, runExclusive: RunExclusive): void => {
    if (share.isRefilling || now() < pausedUntilMs) return;
    share.isRefilling = true;
    const taking = runExclusive(async () => {
      if (shares.get(idOf(share)) === share) await take(share, limit, 0);
    });
    // A request that needs more than is left gets an error later.
    taking
      .catch(() => {})
      .finally(() => {
        share.isRefilling = false;
      });
  };

  /** Less is left here than may be in the store, never more. */
  const drop = (amounts: readonly DailyUsage[]): void => {
    const sums = sumsOf(amounts);
    for (const [id, share] of shares) {
      const reported = sums.get(id) ?? 0;
      share.billed = Math.max(0, share.billed - reported);
      share.characters = Math.max(0, share.characters - reported);
      if (share.characters === 0 && share.reserved === 0 && share.billed === 0) shares.delete(id);
    }
  };

  return {
    async enter({ ownerId, limit }, month, characters, runExclusive) {
      const reserve = (share: Share) => {
        share.isBusy = true;
        share.reserved += characters;
        return (billed: number) => {
          share.reserved -= characters;
          share.billed += billed;
        };
      };
      const share = shareOf(ownerId, month);
      if (hasRoom(share, limit, characters)) {
        const giveBack = reserve(share);
        if (freeIn(share) < share.refillBelow) refill(share, limit, runExclusive);
        return giveBack;
      }
      if (now() < pausedUntilMs) throw unavailable();
      return runExclusive(async () => {
        // The share may have changed by now, and another request may have reserved enough. Others
        // may spend the new share before this request sees it.
        const current = shareOf(ownerId, month);
        while (!hasRoom(current, limit, characters)) await take(current, limit, characters);
        return reserve(current);
      });
    },
    report(amounts) {
      const remaining: StoredShare[] = [];
      const sums = sumsOf(amounts);
      for (const [id, share] of shares) {
        const { ownerId, month, reserved } = share;
        const reported = sums.get(id) ?? 0;
        // The reported usage can exceed what was billed here if the key had no limit for a while.
        const open = reserved + Math.max(0, share.billed - reported);
        // An idle key returns what it does not need.
        const characters = share.isBusy ? Math.max(open, share.characters - reported) : open;
        share.isBusy = false;
        remaining.push({ ownerId, month, characters });
        share.characters = characters + reported;
      }
      return remaining;
    },
    renew(amounts, expiresAtMs) {
      pausedUntilMs = 0;
      for (const share of shares.values()) share.expiresAtMs = expiresAtMs;
      drop(amounts);
    },
    drop,
    release(ownerId) {
      for (const share of shares.values()) {
        const isMeant = ownerId === undefined || [ownerId, WHOLE_ACCOUNT].includes(share.ownerId);
        if (isMeant) share.isBusy = false;
      }
    },
    pause,
    nextExpiry: () => now() + SHARE_LIFETIME_MS,
  };
};

const unavailable = (cause?: unknown): AppError =>
  unavailableError(cause, 'The quota cannot be checked at the moment. Try again later.');

const idOf = ({ ownerId, month }: Pick<Share, 'ownerId' | 'month'>): string =>
  `${month} ${ownerId}`;

/** The characters of each share, by its id. */
const sumsOf = (amounts: readonly DailyUsage[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const { ownerId, day, characters } of amounts) {
    for (const owner of [ownerId, WHOLE_ACCOUNT]) {
      const id = idOf({ ownerId: owner, month: day.slice(0, 7) });
      sums.set(id, (sums.get(id) ?? 0) + characters);
    }
  }
  return sums;
};

/** How long a count is good for: others may ask for it more often than once. */
const COUNT_FRESH_MS = 30_000;

/**
 * Compares the usage of this month with the quotas of all keys.
 *
 * @returns counts, or gives what was counted a moment ago; throws DatabaseOutage
 */
export const createQuotaCount = ({
  usageReports,
  now,
}: {
  readonly usageReports: Pick<AccountStore, 'countKeysByQuota'>;
  readonly now: () => number;
}): (() => Promise<QuotaCounts>) => {
  let last: { readonly atMs: number; readonly counts: Promise<QuotaCounts> } | undefined;
  return () => {
    const atMs = now();
    if (last && Math.abs(atMs - last.atMs) < COUNT_FRESH_MS) return last.counts;
    const counts = usageReports.countKeysByQuota(billingPeriodOf(atMs));
    const counting = { atMs, counts };
    last = counting;
    counts.catch(() => {
      if (last === counting) last = undefined;
    });
    return counts;
  };
};
