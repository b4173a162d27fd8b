import { AppError } from '@dragoman/contract';
import type { AccountStore, Allowance, DailyUsage } from './account-store.js';
import type { KeyRecord } from './key-record.js';

/** A share that was not renewed for so long falls back to the quota; its server must not use it. */
const SHARE_LIFETIME_MS = 30_000;
/** After a failure nobody asks the store for so long: who waits in line would only fail later. */
const PAUSE_MS = 1000;
/** Asked for beyond what is needed, in characters, so that few requests have to ask. */
const WISH = 20_000;

/** What this server holds of one key's quota for one month. */
interface Share {
  readonly keyId: string;
  readonly month: string;
  /** The limit it was taken under; a new limit asks anew. */
  limit: number;
  held: number;
  expiresAtMs: number;
  /** Set aside by requests under way. */
  reserved: number;
  /** Billed and not known to have reached the store. */
  billed: number;
  /** Requests came since the last time usage was handed in. */
  isBusy: boolean;
}

/** One piece of work on the store after the other. */
type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** This server's shares of the quotas. Together with all other servers' they never exceed one. */
export interface QuotaShares {
  /**
   * Sets characters aside.
   *
   * @returns gives them back, and bills so many instead
   * @throws AppError `quota_exceeded`; `unavailable` when the store cannot be asked
   */
  enter(
    key: KeyRecord,
    month: string,
    characters: number,
    inTurn: InTurn,
  ): Promise<(billed: number) => void>;
  /** What remains of every share once the amounts are in the store. */
  handIn(amounts: readonly DailyUsage[]): readonly Allowance[];
  /** To be called when the amounts, and what `handIn` said, are in the store. */
  renew(amounts: readonly DailyUsage[], expiresAtMs: number): void;
  /** Milliseconds since 1970. */
  nextExpiry(): number;
}

export const createQuotaShares = (
  store: Pick<AccountStore, 'takeAllowance'>,
  { serverId, now }: { readonly serverId: string; readonly now: () => number },
): QuotaShares => {
  const shares = new Map<string, Share>();
  let pausedUntilMs = 0;

  const shareOf = (keyId: string, month: string): Share => {
    const id = `${month} ${keyId}`;
    const known = shares.get(id);
    if (known) return known;
    const share: Share = {
      keyId,
      month,
      limit: 0,
      held: 0,
      expiresAtMs: 0,
      reserved: 0,
      billed: 0,
      isBusy: true,
    };
    shares.set(id, share);
    return share;
  };

  const hasRoom = (share: Share, limit: number, characters: number): boolean =>
    share.limit === limit &&
    share.expiresAtMs > now() &&
    share.reserved + share.billed + characters <= share.held;

  const take = async (share: Share, limit: number, characters: number): Promise<void> => {
    const expiresAtMs = now() + SHARE_LIFETIME_MS;
    const { keyId, month } = share;
    const outstanding = share.reserved + share.billed;
    const request = { keyId, month, serverId, nowMs: now(), expiresAtMs, outstanding };
    if (now() < pausedUntilMs) throw unavailable();
    let held: number | undefined;
    try {
      held = await store.takeAllowance({ ...request, minimum: characters, wish: WISH });
    } catch (error) {
      pausedUntilMs = now() + PAUSE_MS;
      throw unavailable(error);
    }
    if (held === undefined) throw new AppError('quota_exceeded');
    Object.assign(share, { limit, held, expiresAtMs });
  };

  return {
    async enter(key, month, characters, inTurn) {
      const limit = key.limits.charactersPerMonth ?? 0;
      const reserve = (share: Share) => {
        share.isBusy = true;
        share.reserved += characters;
        return (billed: number) => {
          share.reserved -= characters;
          share.billed += billed;
        };
      };
      const share = shareOf(key.id, month);
      if (hasRoom(share, limit, characters)) return reserve(share);
      return inTurn(async () => {
        // Its share may be another by now, and somebody may have asked for enough.
        const current = shareOf(key.id, month);
        if (!hasRoom(current, limit, characters)) await take(current, limit, characters);
        return reserve(current);
      });
    },
    handIn(amounts) {
      const remaining: Allowance[] = [];
      for (const share of shares.values()) {
        const { keyId, month, reserved } = share;
        const handedIn = sumOf(amounts, share);
        // More is handed in than was billed here when the key had no limit for a while.
        const open = reserved + Math.max(0, share.billed - handedIn);
        // A key that has gone quiet gives back what it does not need.
        const characters = share.isBusy ? Math.max(open, share.held - handedIn) : open;
        share.isBusy = false;
        remaining.push({ keyId, month, characters });
        share.held = characters + handedIn;
      }
      return remaining;
    },
    renew(amounts, expiresAtMs) {
      for (const [id, share] of shares) {
        const handedIn = sumOf(amounts, share);
        share.billed = Math.max(0, share.billed - handedIn);
        share.held = Math.max(0, share.held - handedIn);
        share.expiresAtMs = expiresAtMs;
        if (share.held === 0 && share.reserved === 0 && share.billed === 0) shares.delete(id);
      }
    },
    nextExpiry: () => now() + SHARE_LIFETIME_MS,
  };
};

const unavailable = (cause?: unknown): AppError =>
  new AppError('unavailable', {
    message: 'The quota of this key cannot be checked at the moment. Try again later.',
    retryAfterSeconds: 5,
    cause,
  });

const sumOf = (amounts: readonly DailyUsage[], { keyId, month }: Share): number =>
  amounts
    .filter((row) => row.keyId === keyId && row.day.startsWith(month))
    .reduce((sum, row) => sum + row.characters, 0);
