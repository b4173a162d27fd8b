import { randomUUID } from 'node:crypto';
import type { Logger } from '@dragoman/core';
import { billingPeriodOf, dayOf } from '../../platform/accounts/billing-period.js';
import { isBilled, type KeyRecord } from '../../platform/accounts/key-record.js';
import { isTemporaryStoreFailure, unavailableError } from '../../platform/database/store-error.js';
import { createMutex } from '../../platform/promises.js';
import {
  type AccountStore,
  type DailyTagUsage,
  type DailyUsage,
  type DeliveredDocument,
  type Delivery,
  NO_JOURNAL,
  type OrphanedBatch,
  type UsageBatch,
  type UsageJournal,
  type UsedByRequest,
  WHOLE_ACCOUNT,
} from './account-store.js';
import { createQuotaShares, type Quota } from './quota-shares.js';

/** Characters reserved for a request in flight. Exactly one of these is called, once. */
export interface Charge {
  /** The response was sent: bills this number of characters. */
  settle(characters: number): void;
  /** The request failed: bills nothing. */
  cancel(): void;
  /** Bills nothing, and other servers may reserve the characters when it settles. Never rejects. */
  giveBack(): Promise<void>;
  /**
   * Bills a document and notes that in the same step, so that it is billed once, whatever ends this
   * server or is sent at the same time.
   *
   * @throws AppError `unavailable` when the store cannot be asked; then it may be billed or not,
   *   which its record says
   */
  deliver(characters: number, document: DeliveredDocument): Promise<Delivery>;
}

/** A request that has waited longer for the store does not wait once more. */
const LONG_WAIT_MS = 500;

/** How often a server looks for usage of crashed servers. */
const ORPHAN_CHECK_MS = 5000;

/** The fields that quotas depend on. */
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
  usedCharacters(ownerId?: string): Promise<number>;
  /**
   * Reports usage to the store. Never rejects: what cannot be reported is kept for the next time.
   */
  flush(): Promise<void>;
  /** Reports usage periodically. */
  start(intervalMs: number): void;
  /** Reports the rest. */
  stop(): Promise<void>;
}

interface UsageLedgerDependencies {
  readonly store: Pick<
    AccountStore,
    'addUsage' | 'deliverDocument' | 'sumCharacters' | 'takeShare'
  >;
  readonly log: Logger;
  /** Where usage is kept until it is reported. @default nowhere but in memory */
  readonly journal?: UsageJournal;
  /** Limit of characters per month for all keys together; undefined for none. */
  readonly accountLimit?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Usage that was counted and not reported yet. */
type CountedUsage = Pick<UsageBatch, 'amounts' | 'tagAmounts'>;

/** Adds usage up in memory until it is taken. */
interface PendingUsage {
  add(used: UsedByRequest): void;
  /** Returns everything so far and starts again from zero. */
  take(): CountedUsage;
  amounts(): Iterable<DailyUsage>;
}

/**
 * Callers can invent tags, and an outage can last: beyond this number, requests are counted without
 * their tag, so that memory stays bounded.
 */
const MAX_TAGS = 10_000;

type Growing<Row> = { -readonly [Property in keyof Row]: Row[Property] };

export const createPendingUsage = (): PendingUsage => {
  let byKey = new Map<string, Growing<DailyUsage>>();
  let byTag = new Map<string, Growing<DailyTagUsage>>();

  const grow = <Row extends { characters: number; requests: number }>(
    sums: Map<string, Row>,
    id: string,
    characters: number,
    begin: () => Row,
  ): void => {
    let sum = sums.get(id);
    if (!sum) {
      sum = begin();
      sums.set(id, sum);
    }
    sum.characters += characters;
    sum.requests++;
  };

  return {
    add({ ownerId, day, characters, tag }) {
      grow(byKey, `${day} ${ownerId}`, characters, () => ({
        ownerId,
        day,
        characters: 0,
        requests: 0,
      }));
      if (tag === undefined) return;
      const id = `${day} ${tag}`;
      if (byTag.size >= MAX_TAGS && !byTag.has(id)) return;
      grow(byTag, id, characters, () => ({ tag, day, characters: 0, requests: 0 }));
    },
    take() {
      const taken = { amounts: [...byKey.values()], tagAmounts: [...byTag.values()] };
      byKey = new Map();
      byTag = new Map();
      return taken;
    },
    amounts: () => byKey.values(),
  };
};

export const createUsageLedger = ({
  store,
  log,
  journal = NO_JOURNAL,
  accountLimit,
  now,
}: UsageLedgerDependencies): UsageLedger => {
  const serverId = randomUUID();
  const shares = createQuotaShares(store, { serverId, now });
  const pending = createPendingUsage();
  /** Of the batch that pending usage will be in. */
  let batchId = randomUUID();
  /** Sent, but not confirmed by the store: sent again with the same id. */
  let sent: Omit<UsageBatch, 'shares'> | undefined;
  /** Characters that are only in memory, because the journal did not take them, by batch. */
  const unwritten = new Map<string, number>();
  /** Calls of the store run one after the other, so that totals and shares stay consistent. */
  const runExclusive = createMutex();
  /** Batches of killed servers whose failure is in the log already. */
  const stuckOrphans = new Set<string>();
  let hasFailed = false;
  /** Whether the last attempt failed only after some time. */
  let hasWaited = false;
  let timer: NodeJS.Timeout | undefined;

  const quotasOf = ({ id, limits }: ChargedKey): readonly Quota[] => [
    ...(limits.charactersPerMonth === null
      ? []
      : [{ ownerId: id, limit: limits.charactersPerMonth }]),
    ...(accountLimit === undefined ? [] : [{ ownerId: WHOLE_ACCOUNT, limit: accountLimit }]),
  ];

  /** Reserves from all quotas of the key or, if one is exhausted, from none. */
  const reserveFromQuotas = async (key: ChargedKey, month: string, characters: number) => {
    const leaves: ((billed: number) => void)[] = [];
    const leave = (billed: number) => {
      for (const leaveOne of leaves) leaveOne(billed);
    };
    try {
      for (const quota of quotasOf(key)) {
        leaves.push(await shares.enter(quota, month, characters, runExclusive));
      }
    } catch (error) {
      leave(0);
      throw error;
    }
    return leave;
  };

  const sendBatch = async (): Promise<void> => {
    if (!sent) {
      sent = { id: batchId, atMs: now(), ...pending.take() };
      batchId = randomUUID();
    }
    const { id, amounts } = sent;
    const remaining = shares.report(amounts);
    if (amounts.length > 0 || remaining.length > 0) {
      const expiresAtMs = shares.nextExpiry();
      await store.addUsage({ ...sent, shares: { serverId, expiresAtMs, remaining } });
      shares.renew(amounts, expiresAtMs);
    }
    journal.forget(id);
    unwritten.delete(id);
    sent = undefined;
  };

  const reportOrphan = async ({ id, requests }: OrphanedBatch): Promise<void> => {
    const counted = createPendingUsage();
    for (const used of requests) counted.add(used);
    const none = { serverId, expiresAtMs: now(), remaining: [] };
    await store.addUsage({ id, atMs: now(), ...counted.take(), shares: none });
    journal.forget(id);
    if (requests.length === 0) return;
    log.info({ requests: requests.length }, 'usage of a server that ended early is reported');
  };

  /** Reports what servers that were killed have counted. What cannot be reported is found again. */
  const reportOrphaned = async (): Promise<void> => {
    for (const orphan of journal.takeOrphaned()) {
      try {
        await reportOrphan(orphan);
      } catch (error) {
        if (!stuckOrphans.has(orphan.id)) {
          const fields = { err: error, batch: orphan.id, requests: orphan.requests.length };
          log.error(fields, 'usage of a server that ended early cannot be reported now');
        }
        stuckOrphans.add(orphan.id);
        // The others would have to wait for the database, too.
        if (isTemporaryStoreFailure(error)) return;
      }
    }
  };

  const reportPending = async (): Promise<void> => {
    const beganMs = performance.now();
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
      hasWaited = performance.now() - beganMs > LONG_WAIT_MS;
      shares.pause();
    }
  };

  const flush = (): Promise<void> => runExclusive(reportPending);

  const unreportedCharacters = (month: string, ownerId?: string): number =>
    [...pending.amounts(), ...(sent?.amounts ?? [])]
      .filter(
        (row) => row.day.startsWith(month) && (ownerId === undefined || row.ownerId === ownerId),
      )
      .reduce((sum, row) => sum + row.characters, 0);

  /** @param rows what it used; none for those to whom nothing is billed */
  const deliver = async (rows: readonly UsedByRequest[], document: DeliveredDocument) => {
    const used = createPendingUsage();
    for (const row of rows) used.add(row);
    const { amounts, tagAmounts } = used.take();
    const expiresAtMs = shares.nextExpiry();
    const remaining = shares.report(amounts);
    const batch: UsageBatch = {
      id: randomUUID(),
      atMs: now(),
      amounts,
      tagAmounts,
      shares: { serverId, expiresAtMs, remaining },
    };
    try {
      const delivery = await store.deliverDocument(batch, document);
      shares.renew(amounts, expiresAtMs);
      return delivery;
    } catch (error) {
      shares.drop(amounts);
      throw unavailableError(error);
    }
  };

  /** The charge of those to whom nothing is billed. */
  const unbilled: Charge = {
    settle() {},
    cancel() {},
    async giveBack() {},
    deliver: (_characters, document) => runExclusive(() => deliver([], document)),
  };

  return {
    accountLimit: accountLimit ?? null,
    async reserve(key, characters, tag) {
      if (!isBilled(key)) return unbilled;
      const day = dayOf(now());
      const leave = await reserveFromQuotas(key, day.slice(0, 7), characters);
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
          if (!close(billed)) return;
          const used = { ownerId: key.id, day, characters: billed, tag };
          pending.add(used);
          if (journal.note(batchId, used)) return;
          unwritten.set(batchId, (unwritten.get(batchId) ?? 0) + billed);
        },
        cancel: () => {
          close(0);
        },
        giveBack: async () => {
          close(0);
          shares.release(key.id);
          await flush();
        },
        deliver: (billed, document) =>
          runExclusive(() => {
            close(billed);
            return deliver([{ ownerId: key.id, day, characters: billed, tag }], document);
          }),
      };
    },
    usedCharacters: (ownerId) =>
      runExclusive(async () => {
        // Whether a failed batch is in the store is only known when it is sent again. Everything else
        // is added below: who asks for the usage all the time would otherwise write all the time.
        if (sent && !hasWaited) await reportPending();
        const period = billingPeriodOf(now());
        const stored = await store.sumCharacters(period, ownerId).catch((error) => {
          throw unavailableError(error);
        });
        return stored + unreportedCharacters(period.month, ownerId);
      }),
    flush,
    start(intervalMs) {
      let isFlushing = false;
      let nextLookMs = 0;
      timer = setInterval(async () => {
        journal.keep();
        if (isFlushing) return;
        isFlushing = true;
        await flush();
        if (now() >= nextLookMs) {
          nextLookMs = now() + ORPHAN_CHECK_MS;
          await runExclusive(reportOrphaned);
        }
        isFlushing = false;
      }, intervalMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      // Others, and the next start of this server, need not wait until its shares run out.
      shares.release();
      await flush();
      if (!hasFailed) return;
      const characters = [...unwritten.values()].reduce((sum, count) => sum + count, 0);
      if (characters === 0) {
        log.error({}, 'the database is down: usage is reported when a server is started again');
      } else {
        log.error({ characters }, 'usage is lost: neither the database nor the disk has taken it');
      }
    },
  };
};
