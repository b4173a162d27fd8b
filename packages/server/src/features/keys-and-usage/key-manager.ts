import { randomUUID } from 'node:crypto';
import {
  DEFAULT_PERMISSIONS,
  type KeyLimits,
  type KeyRecord,
  NO_LIMITS,
  type Plan,
} from '../../platform/accounts/key-record.js';
import type { AuditEntry } from '../../platform/audit-entry.js';
import type { Permission } from '../../platform/http/permissions.js';
import type { AccountStore, DecideChange, KeyChange } from './account-store.js';
import { digestOf, generateSecret, hintOf } from './key-secret.js';

/** A new key: its secret is only known now. */
export interface FreshKey {
  readonly record: KeyRecord;
  readonly secret: string;
}

export interface NewKey {
  readonly name: string;
  /** Where another valid key has the name, a number is put behind it. */
  readonly isNumbered?: boolean;
  readonly plan?: Plan;
  readonly permissions?: readonly Permission[];
  readonly limits?: Partial<KeyLimits>;
}

/** Another valid key has the name. */
export class KeyNameTaken extends Error {
  override readonly name = 'KeyNameTaken';
}

/** Makes and changes keys; every change is in the audit log with its actor. */
export interface KeyManager {
  list(): Promise<readonly KeyRecord[]>;
  find(id: string): Promise<KeyRecord | undefined>;
  /**
   * Two keys that are valid must not have one name, or nobody knows which one to revoke.
   *
   * @throws KeyNameTaken
   */
  create(actor: string, key: NewKey): Promise<FreshKey>;
  /** @returns false when a key with this id exists already */
  adopt(actor: string, id: string, secret: string, key: NewKey): Promise<boolean>;
  /** @throws KeyNameTaken */
  rename(actor: string, id: string, name: string): Promise<KeyRecord | undefined>;
  limit(actor: string, id: string, limits: Partial<KeyLimits>): Promise<KeyRecord | undefined>;
  permit(
    actor: string,
    id: string,
    permissions: readonly Permission[],
  ): Promise<KeyRecord | undefined>;
  /** Permanent. A key that was revoked before keeps its time. */
  revoke(actor: string, id: string): Promise<KeyRecord | undefined>;
  /** A new secret for the same key; the old one stops working. */
  rotate(actor: string, id: string): Promise<FreshKey | undefined>;
  audit(limit: number): Promise<readonly AuditEntry[]>;
  /**
   * Removes the entries of the audit log from before a day, and notes that in it.
   *
   * @param before such as `2026-11-01`, in UTC
   * @returns how many they were
   */
  shortenAudit(actor: string, before: string): Promise<number>;
}

export const createKeyManager = (store: AccountStore, now: () => number): KeyManager => {
  const change = (
    actor: string,
    action: string,
    keyId: string,
    changed: KeyChange | DecideChange,
    details: AuditEntry['details'],
  ) => store.changeKey(keyId, changed, { atMs: now(), actor, action, keyId, details });

  const describe = (actor: string, id: string, secret: string, key: NewKey) => {
    const record: KeyRecord = {
      id,
      name: key.name,
      plan: key.plan ?? 'paid',
      permissions: key.permissions ?? DEFAULT_PERMISSIONS,
      limits: { ...NO_LIMITS, ...key.limits },
      hint: hintOf(secret),
      createdAtMs: now(),
      revokedAtMs: null,
    };
    const details = {
      name: record.name,
      plan: record.plan,
      permissions: record.permissions.join(','),
      ...record.limits,
    };
    const entry = { atMs: now(), actor, action: 'create', keyId: id, details } as const;
    return [record, digestOf(secret), entry] as const;
  };

  return {
    list: () => store.listKeys(),
    find: (id) => store.findKeyById(id),
    async create(actor, key) {
      const secret = generateSecret(key.plan ?? 'paid');
      const record = await store.insertNamedKey(
        ...describe(actor, randomUUID(), secret, key),
        (keys) => (key.isNumbered ? freeName(key.name, keys) : requireFreeName(key.name, keys)),
      );
      if (!record) throw new Error('the random id of a new key is already in use');
      return { record, secret };
    },
    adopt: (actor, id, secret, key) => store.insertKey(...describe(actor, id, secret, key)),
    rename: (actor, id, name) =>
      change(
        actor,
        'rename',
        id,
        (_, keys) => ({
          name: requireFreeName(
            name,
            keys.filter((key) => key.id !== id),
          ),
        }),
        { name },
      ),
    limit: (actor, id, limits) =>
      change(actor, 'limit', id, (key) => ({ limits: { ...key.limits, ...limits } }), limits),
    permit: (actor, id, permissions) =>
      change(actor, 'permit', id, { permissions }, { permissions: permissions.join(',') }),
    async revoke(actor, id) {
      const record = await store.findKeyById(id);
      if (!record || record.revokedAtMs !== null) return record;
      return change(actor, 'revoke', id, { revokedAtMs: now() }, {});
    },
    async rotate(actor, id) {
      const before = await store.findKeyById(id);
      if (!before) return undefined;
      const secret = generateSecret(before.plan);
      const hint = hintOf(secret);
      const changed: KeyChange = { secret: { digest: digestOf(secret), hint } };
      const record = await change(actor, 'rotate', id, changed, {});
      return record && { record, secret };
    },
    audit: (limit) => store.listAudit(limit),
    shortenAudit: (actor, before) =>
      store.shortenAudit(Date.parse(before), {
        atMs: now(),
        actor,
        action: 'shorten-audit',
        keyId: '',
        details: { before },
      }),
  };
};

/** Names that differ in their case only look the same in a list. */
const comparable = (name: string): string => name.trim().normalize('NFC').toLowerCase();

const namesOf = (keys: readonly KeyRecord[]): ReadonlySet<string> =>
  new Set(keys.filter((key) => key.revokedAtMs === null).map((key) => comparable(key.name)));

/** @throws KeyNameTaken when one of the keys has the name */
const requireFreeName = (name: string, keys: readonly KeyRecord[]): string => {
  if (!namesOf(keys).has(comparable(name))) return name;
  throw new KeyNameTaken(`Another key has the name '${name}' already.`);
};

/** This name, or with a number behind it. */
const freeName = (name: string, keys: readonly KeyRecord[]): string => {
  const taken = namesOf(keys);
  let free = name;
  for (let number = 2; taken.has(comparable(free)); number++) free = `${name} ${number}`;
  return free;
};
