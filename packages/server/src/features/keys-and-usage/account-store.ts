import type { DayRange } from '../../platform/accounts/billing-period.js';
import type { KeyLimits, KeyRecord } from '../../platform/accounts/key-record.js';
import type { AuditEntry } from '../../platform/audit-entry.js';
import type { Permission } from '../../platform/http/permissions.js';

/** What can be changed of a key; omitted members stay as they are. */
export interface KeyChange {
  readonly name?: string;
  readonly permissions?: readonly Permission[];
  readonly limits?: KeyLimits;
  readonly revokedAtMs?: number;
  /** A new secret in place of the old one. */
  readonly secret?: { readonly digest: string; readonly hint: string };
}

/**
 * Decides what becomes of a key.
 *
 * @param keys all of them
 * @throws what is thrown, and nothing is written
 */
export type DecideChange = (key: KeyRecord, keys: readonly KeyRecord[]) => KeyChange;

/** Characters and answered requests of one key on one day. */
export interface DailyUsage {
  readonly ownerId: string;
  /** UTC, `2026-11-21` */
  readonly day: string;
  readonly characters: number;
  readonly requests: number;
}

/** Language model tokens of one key on one day. */
export interface DailyTokens {
  readonly ownerId: string;
  /** UTC, `2026-11-21` */
  readonly day: string;
  readonly tokens: number;
}

/** Characters and answered requests with one tag on one day, of all keys. */
export interface DailyTagUsage {
  readonly tag: string;
  /** UTC, `2026-11-21` */
  readonly day: string;
  readonly characters: number;
  readonly requests: number;
}

/** Usage under one tag, of one day or of several. */
export interface TagUsage {
  readonly tag: string;
  /** Undefined for the sum of all requested days. */
  readonly day: string | undefined;
  readonly characters: number;
}

/** A page of the list of tags, ordered by tag and then by day. */
export interface TagUsageQuery extends DayRange {
  readonly isByDay: boolean;
  /** Number of rows before it. */
  readonly offset: number;
  readonly limit: number;
}

/** Used instead of a key's id for the quota of all keys together. */
export const WHOLE_ACCOUNT = '*';

/** The characters of a quota that one server may bill without asking the database again. */
export interface StoredShare {
  /** Or {@link WHOLE_ACCOUNT}. */
  readonly ownerId: string;
  /** `2026-11` */
  readonly month: string;
  readonly characters: number;
}

/** Usage that is added atomically, and the quota shares a server still needs. */
export interface UsageBatch {
  /** A batch whose id is known has been added already and is not added again. */
  readonly id: string;
  readonly atMs: number;
  readonly amounts: readonly DailyUsage[];
  /** The part of the usage that has tags. */
  readonly tagAmounts: readonly DailyTagUsage[];
  /** Replace the shares that the server had of these quotas, in any case. */
  readonly shares: {
    readonly serverId: string;
    readonly expiresAtMs: number;
    readonly remaining: readonly StoredShare[];
  };
}

/** A document that is sent for the first time, and stays for a while. */
export interface DeliveredDocument {
  readonly id: string;
  readonly ownerId: string;
  /** Then it is deleted. */
  readonly keptUntilMs: number;
}

/** `billed before`: by another download at the same time. */
export type Delivery = 'billed' | 'billed before' | 'gone';

/** A request for a share of a monthly quota. */
export interface ShareRequest {
  /** Or {@link WHOLE_ACCOUNT}. */
  readonly ownerId: string;
  /** Characters per month of the whole account; for a key, the limit in the store is used. */
  readonly accountLimit?: number;
  readonly month: string;
  readonly serverId: string;
  readonly nowMs: number;
  readonly expiresAtMs: number;
  /** Characters that the server has billed or reserved and not reported yet. */
  readonly outstanding: number;
  /** Characters it needs in addition to these. */
  readonly minimum: number;
  /** Further characters it takes where much is left, so that it need not ask for every request. */
  readonly maxExtra: number;
}

/** How many keys that work are near the end of their monthly quota, and how many are at it. */
export interface QuotaCounts {
  /** At least 90 %, but not all. */
  readonly near: number;
  readonly exhausted: number;
}

/**
 * Where keys, usage and the audit log are kept. Every method may reject with {@link
 * DatabaseOutage} when the database cannot be reached; what it was to do may then have happened
 * or not.
 */
export interface AccountStore {
  /** @returns false, and nothing is written, when a key with this id or digest exists */
  insertKey(record: KeyRecord, digest: string, audit: AuditEntry): Promise<boolean>;
  /**
   * The same with a name that is chosen while no other key gets one.
   *
   * @param chooseName its error is thrown, and nothing is written
   * @returns the key, or undefined when one with this id or digest exists
   */
  insertNamedKey(
    record: KeyRecord,
    digest: string,
    audit: AuditEntry,
    chooseName: (keys: readonly KeyRecord[]) => string,
  ): Promise<KeyRecord | undefined>;
  /** Finds revoked keys as well. */
  findKeyByDigest(digest: string): Promise<KeyRecord | undefined>;
  findKeyById(id: string): Promise<KeyRecord | undefined>;
  /** All keys, the oldest first. */
  listKeys(): Promise<readonly KeyRecord[]>;
  /**
   * @param change or what it depends on; of several changes that depend on something, one is made
   *   after the other
   * @returns the key as it is then, or undefined when there is none with this id
   */
  changeKey(
    id: string,
    change: KeyChange | DecideChange,
    audit: AuditEntry,
  ): Promise<KeyRecord | undefined>;
  addUsage(batch: UsageBatch): Promise<void>;
  /**
   * Adds the usage of a document and notes that it was billed, at once or not at all. One that was
   * billed before, or is gone, adds nothing.
   */
  deliverDocument(batch: UsageBatch, document: DeliveredDocument): Promise<Delivery>;
  /** @param ownerId if undefined, the sum over all keys */
  sumCharacters(days: DayRange, ownerId?: string): Promise<number>;
  /** The sums of all keys that used any, by their ids. */
  sumCharactersByKey(days: DayRange): Promise<ReadonlyMap<string, number>>;
  /** By day and key. */
  listUsage(days: DayRange): Promise<readonly DailyUsage[]>;
  /** Compares what keys used in these days with their monthly quotas. */
  countKeysByQuota(days: DayRange): Promise<QuotaCounts>;
  listTagUsage(query: TagUsageQuery): Promise<readonly TagUsage[]>;
  /**
   * Reserves a share of a monthly quota for one server, so that no number of servers can
   * exceed it together.
   *
   * @returns the whole share then, in characters; undefined when not enough is left
   */
  takeShare(request: ShareRequest): Promise<number | undefined>;
  /** Adds to what the days have, at once or not at all. */
  addTokens(batch: TokenBatch): Promise<void>;
  sumTokens(ownerId: string, day: string): Promise<number>;
  /** Newest first. */
  listAudit(limit: number): Promise<readonly AuditEntry[]>;
  /**
   * Removes the entries from before a moment, and adds one that says how many they were.
   *
   * @returns the number; nothing is added if it is 0
   */
  shortenAudit(beforeMs: number, audit: AuditEntry): Promise<number>;
}

/** Language model tokens that are added together. */
export interface TokenBatch {
  /** A batch whose id is known has been added already and is not added again. */
  readonly id: string;
  readonly atMs: number;
  readonly rows: readonly DailyTokens[];
}

/** What one request used. */
export interface UsedByRequest {
  readonly ownerId: string;
  /** `2026-11-30` */
  readonly day: string;
  readonly characters: number;
  readonly tag?: string | undefined;
}

/** The requests of a batch that no server has reported. */
export interface OrphanedBatch {
  readonly id: string;
  readonly requests: readonly UsedByRequest[];
}

/**
 * Usage that is counted but not yet in the database, request by request, in a place that outlives
 * the process: what a killed server leaves is reported by the next one.
 */
export interface UsageJournal {
  /** Writes down what a request used. Never throws. @returns whether it will outlive the process */
  note(batchId: string, used: UsedByRequest): boolean;
  /** This server is still there, and its batches are its own. To be called twice a second. */
  keep(): void;
  /** The database has the batch. */
  forget(batchId: string): void;
  /** The batches of servers that are gone. From now on they belong to this one. */
  takeOrphaned(): readonly OrphanedBatch[];
}

export const NO_JOURNAL: UsageJournal = {
  note: () => false,
  keep() {},
  forget() {},
  takeOrphaned: () => [],
};
