import { randomUUID } from 'node:crypto';
import type { Logger, TokenBudget } from '@dragoman/core';
import { LRUCache } from 'lru-cache';
import { dayOf } from '../../platform/accounts/billing-period.js';
import { isBilled } from '../../platform/accounts/key-record.js';
import { unavailableError } from '../../platform/database/store-error.js';
import { createMutex } from '../../platform/promises.js';
import type { AccountStore, DailyTokens, TokenBatch } from './account-store.js';
import type { ChargedKey } from './usage-ledger.js';

/** What other servers spent, and a changed limit, are noticed after this time. */
const FRESH_MS = 10_000;
/** Owners in memory; an evicted one is read again. */
const MAX_OWNERS = 10_000;

/** Counts the language model tokens of each key and day (UTC), all servers together. */
export interface TokenBudgets {
  /**
   * The budget of a key; one without a limit is never spent, but counted.
   *
   * @throws AppError `unavailable` when it cannot be read now
   */
  open(ownerId: string): Promise<TokenBudget>;
  /** Reports what was spent. Never rejects: what cannot be reported is kept for the next time. */
  flush(): Promise<void>;
  /** Reports periodically. */
  start(intervalMs: number): void;
  /** Reports the rest. */
  stop(): Promise<void>;
}

interface TokenBudgetDependencies {
  readonly store: Pick<AccountStore, 'addTokens' | 'sumTokens'>;
  readonly findOwner: (ownerId: string) => Promise<ChargedKey | undefined>;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What is known of an owner's day. */
interface OwnerDay {
  readonly day: string;
  readonly limit: number | null;
  readonly readAtMs: number;
  /** Tokens in the store when it was read, and those that this server counted and had not reported. */
  spent: number;
}

const keyOf = ({ ownerId, day }: Pick<DailyTokens, 'ownerId' | 'day'>): string =>
  `${ownerId} ${day}`;

export const createTokenBudgets = ({
  store,
  findOwner,
  log,
  now,
}: TokenBudgetDependencies): TokenBudgets => {
  const known = new LRUCache<string, OwnerDay>({ max: MAX_OWNERS });
  let pending = new Map<string, DailyTokens>();
  /** Sent, but not confirmed by the store: sent again with the same id. */
  let sent: TokenBatch | undefined;
  const runExclusive = createMutex();
  let timer: NodeJS.Timeout | undefined;

  const note = (row: DailyTokens): void => {
    const key = keyOf(row);
    pending.set(key, { ...row, tokens: row.tokens + (pending.get(key)?.tokens ?? 0) });
  };

  const sendBatch = async (): Promise<void> => {
    if (!sent && pending.size > 0) {
      sent = { id: randomUUID(), atMs: now(), rows: [...pending.values()] };
      pending = new Map();
    }
    if (sent) await store.addTokens(sent);
    sent = undefined;
  };

  const send = async (): Promise<void> => {
    try {
      // The batch of a failed attempt is sent first, then what was counted since.
      if (sent) await sendBatch();
      await sendBatch();
    } catch (error) {
      log.warn({ err: error }, 'tokens cannot be reported now; they are kept for later');
    }
  };

  const unreported = (ownerId: string, day: string): number => {
    const key = keyOf({ ownerId, day });
    const unconfirmed = sent?.rows.find((row) => keyOf(row) === key);
    return (unconfirmed?.tokens ?? 0) + (pending.get(key)?.tokens ?? 0);
  };

  /** One after the other, so that what was read and what is pending belong together. */
  const flush = (): Promise<void> => runExclusive(send);

  const read = async (ownerId: string, day: string): Promise<OwnerDay> => {
    const owner = await findOwner(ownerId);
    const limit = owner?.limits.tokensPerDay ?? null;
    const spent = await runExclusive(async () => {
      await send();
      const stored = limit === null ? 0 : await store.sumTokens(ownerId, day);
      return stored + unreported(ownerId, day);
    });
    return { day, limit, readAtMs: now(), spent };
  };

  const refresh = async (ownerId: string): Promise<OwnerDay> => {
    const day = dayOf(now());
    const before = known.get(ownerId);
    if (before?.day === day && now() - before.readAtMs < FRESH_MS) return before;
    try {
      const fresh = await read(ownerId, day);
      known.set(ownerId, fresh);
      return fresh;
    } catch (error) {
      if (before?.day !== day) throw unavailableError(error);
      // What is known of today still holds.
      return before;
    }
  };

  /** The owner's day now, also after midnight or when another owner has evicted it. */
  const current = (ownerId: string, last: OwnerDay): OwnerDay => {
    const day = dayOf(now());
    const shared = known.get(ownerId);
    if (shared?.day === day) return shared;
    const one =
      last.day === day
        ? last
        : { ...last, day, readAtMs: Number.NEGATIVE_INFINITY, spent: unreported(ownerId, day) };
    known.set(ownerId, one);
    return one;
  };

  return {
    async open(ownerId) {
      let last = await refresh(ownerId);
      const today = (): OwnerDay => {
        last = current(ownerId, last);
        return last;
      };
      return {
        isSpent() {
          const { limit, spent } = today();
          return limit !== null && spent >= limit;
        },
        spend(tokens) {
          if (!isBilled({ id: ownerId })) return;
          const one = today();
          one.spent += tokens;
          note({ ownerId, day: one.day, tokens });
        },
      };
    },
    flush,
    start(intervalMs) {
      timer = setInterval(() => void flush(), intervalMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
};
