import { randomUUID } from 'node:crypto';
import type { Logger } from '@dragoman/core';
import {
  type AccountStore,
  storeAway,
  type UsageBatch,
  WHOLE_ACCOUNT,
} from '../records/account-store.js';
import { isBilled, type KeyRecord } from '../records/key-record.js';
import { billingPeriodOf, dayOf } from './billing-period.js';
import { createPendingUsage } from './pending-usage.js';
import { createQuotaShares, type Quota } from './quota-shares.js';

/** Characters reserved for a request in flight. Exactly one of the two is called, once. */
export interface Charge {
  /** The response was sent: bills this number of characters. */
  settle(characters: number): void;
  /** The request failed: bills nothing. */
  cancel(): void;
}

/** The charge of those to whom nothing is billed. */
const UNBILLED: Charge = { settle() {}, cancel() {} };

/** What of a key decides what it may use. */
export type ChargedKey = Pick<KeyRecord, 'id' | 'limits'>;

/** Counts the usage of every key and enforces quotas. */
export interface UsageLedger {
  /** Limit of characters per month for all keys together; null for none. */
  readonly accountLimit: number | null;
  /**
   * @param characters Unicode code points of the source
   * @param tag under which they are reported, in addition to the key
   * @throws AppError `quota_exceeded`; `unavailable` when a quota cannot be checked now
   */
  reserve(key: ChargedKey, characters: number, tag?: string): Promise<Charge>;
  /** Characters of the current month, all servers together; of one key or of all. */
  usedCharacters(keyId?: string): Promise<number>;
  /**
   * Reports usage to the store. Never rejects: what cannot be reported is kept for the next time.
   */
  flush(): Promise<void>;
  /** Reports usage periodically. */
  start(intervalMs: number): void;
  /** Reports the rest. */
  stop(): Promise<void>;
}

export interface UsageLedgerDependencies {
  readonly store: Pick<AccountStore, 'addUsage' | 'sumCharacters' | 'takeAllowance'>;
  readonly log: Logger;
  /** Limit of characters per month for all keys together; undefined for none. */
  readonly accountLimit?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export const createUsageLedger = ({
  store,
  log,
  accountLimit,
  now,
}: UsageLedgerDependencies): UsageLedger => {
  const serverId = randomUUID();
  const shares = createQuotaShares(store, { serverId, now });
  const pending = createPendingUsage();
  /** Sent, but not confirmed by the store: sent again with the same id. */
  let sent: Omit<UsageBatch, 'allowances'> | undefined;
  let lastWork: Promise<unknown> = Promise.resolve();
  let hasFailed = false;
  let timer: NodeJS.Timeout | undefined;

  /** Calls of the store run one after the other, so that totals and shares stay consistent. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = lastWork.then(work);
    lastWork = result.catch(() => {});
    return result;
  };

  const quotasOf = ({ id, limits }: ChargedKey): readonly Quota[] => [
    ...(limits.charactersPerMonth === null
      ? []
      : [{ keyId: id, limit: limits.charactersPerMonth }]),
    ...(accountLimit === undefined ? [] : [{ keyId: WHOLE_ACCOUNT, limit: accountLimit }]),
  ];

  /** Reserves from all quotas of the key or, if one is exhausted, from none. */
  const setAside = async (key: ChargedKey, month: string, characters: number) => {
    const leaves: ((billed: number) => void)[] = [];
    const leave = (billed: number) => {
      for (const leaveOne of leaves) leaveOne(billed);
    };
    try {
      for (const quota of quotasOf(key)) {
        leaves.push(await shares.enter(quota, month, characters, inTurn));
      }
    } catch (error) {
      leave(0);
      throw error;
    }
    return leave;
  };

  const sendBatch = async (): Promise<void> => {
    sent ??= { id: randomUUID(), atMs: now(), ...pending.take() };
    const { amounts } = sent;
    const held = shares.handIn(amounts);
    if (amounts.length > 0 || held.length > 0) {
      const expiresAtMs = shares.nextExpiry();
      await store.addUsage({ ...sent, allowances: { serverId, expiresAtMs, held } });
      shares.renew(amounts, expiresAtMs);
    }
    sent = undefined;
  };

  const flush = (): Promise<void> =>
    inTurn(async () => {
      try {
        // The batch of a failed attempt is sent first, then the usage counted since.
        if (sent) await sendBatch();
        await sendBatch();
        if (hasFailed) log.info({}, 'usage is reported again');
        hasFailed = false;
      } catch (error) {
        if (!hasFailed)
          log.warn({ err: error }, 'usage cannot be reported now; it is kept for later');
        hasFailed = true;
        shares.pause();
      }
    });

  const notHandedIn = (month: string, keyId?: string): number =>
    [...pending.amounts(), ...(sent?.amounts ?? [])]
      .filter((row) => row.day.startsWith(month) && (keyId === undefined || row.keyId === keyId))
      .reduce((sum, row) => sum + row.characters, 0);

  return {
    accountLimit: accountLimit ?? null,
    async reserve(key, characters, tag) {
      if (!isBilled(key)) return UNBILLED;
      const day = dayOf(now());
      const leave = await setAside(key, day.slice(0, 7), characters);
      let isOpen = true;
      const close = (billed: number): boolean => {
        const wasOpen = isOpen;
        isOpen = false;
        if (wasOpen) leave(billed);
        return wasOpen;
      };
      return {
        // Counted for the month whose quota it was reserved from.
        settle: (billed) => {
          if (close(billed)) pending.add({ keyId: key.id, day, characters: billed, tag });
        },
        cancel: () => {
          close(0);
        },
      };
    },
    async usedCharacters(keyId) {
      await flush();
      return inTurn(async () => {
        const period = billingPeriodOf(now());
        const stored = await store.sumCharacters(period, keyId).catch((error) => {
          throw storeAway(error);
        });
        return stored + notHandedIn(period.month, keyId);
      });
    },
    flush,
    start(intervalMs) {
      let isFlushing = false;
      timer = setInterval(async () => {
        if (isFlushing) return;
        isFlushing = true;
        await flush();
        isFlushing = false;
      }, intervalMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await flush();
      if (hasFailed) log.error({}, 'unreported usage is lost: the database is down');
    },
  };
};
