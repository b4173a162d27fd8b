import { randomUUID } from 'node:crypto';
import { AppError } from '@dragoman/contract';
import type { AccountStore, AuditEntry, KeyChange } from './account-store.js';
import {
  DEFAULT_PERMISSIONS,
  digestOf,
  generateSecret,
  hintOf,
  type KeyLimits,
  type KeyRecord,
  NO_LIMITS,
  type Permission,
  type Plan,
} from './key-record.js';

/** A new key: its secret is only known now. */
export interface FreshKey {
  readonly record: KeyRecord;
  readonly secret: string;
}

export interface NewKey {
  readonly name: string;
  readonly plan?: Plan;
  readonly permissions?: readonly Permission[];
  readonly limits?: Partial<KeyLimits>;
}

/** Makes and changes keys; every change is in the audit log with its actor. */
export interface KeyManager {
  list(): Promise<readonly KeyRecord[]>;
  find(id: string): Promise<KeyRecord | undefined>;
  /**
   * Two keys that are valid must not have one name, or nobody knows which one to revoke.
   *
   * @param id of the key that is to be renamed
   * @throws AppError `invalid_parameter` when another valid key has the name
   */
  requireFreeName(name: string, id?: string): Promise<void>;
  /** A name that no valid key has: this one, or with a number behind it. */
  findFreeName(name: string): Promise<string>;
  create(actor: string, key: NewKey): Promise<FreshKey>;
  /** @returns false when a key with this id exists already */
  adopt(actor: string, id: string, secret: string, key: NewKey): Promise<boolean>;
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
}

export const createKeyManager = (store: AccountStore, now: () => number): KeyManager => {
  const change = (
    actor: string,
    action: AuditEntry['action'],
    keyId: string,
    changed: KeyChange,
    details: AuditEntry['details'],
  ) => store.changeKey(keyId, changed, { atMs: now(), actor, action, keyId, details });

  const insert = async (actor: string, id: string, secret: string, key: NewKey) => {
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
    return (await store.insertKey(record, digestOf(secret), entry)) ? record : undefined;
  };

  /** Names of the valid keys, as they are compared, with the ids of the keys. */
  const listNames = async (): Promise<ReadonlyMap<string, string>> => {
    const valid = (await store.listKeys()).filter(({ revokedAtMs }) => revokedAtMs === null);
    return new Map(valid.map(({ id, name }) => [comparable(name), id]));
  };

  return {
    async requireFreeName(name, id) {
      const owner = (await listNames()).get(comparable(name));
      if (owner === undefined || owner === id) return;
      throw new AppError('invalid_parameter', {
        parameter: 'label',
        message: `Value for 'label' not supported. Another key has the name '${name}' already.`,
      });
    },
    async findFreeName(name) {
      const names = await listNames();
      let free = name;
      for (let number = 2; names.has(comparable(free)); number++) free = `${name} ${number}`;
      return free;
    },
    list: () => store.listKeys(),
    find: (id) => store.findKeyById(id),
    async create(actor, key) {
      const secret = generateSecret(key.plan ?? 'paid');
      const record = await insert(actor, randomUUID(), secret, key);
      if (!record) throw new Error('the random id of a new key is already in use');
      return { record, secret };
    },
    adopt: async (actor, id, secret, key) => (await insert(actor, id, secret, key)) !== undefined,
    rename: (actor, id, name) => change(actor, 'rename', id, { name }, { name }),
    async limit(actor, id, limits) {
      const record = await store.findKeyById(id);
      if (!record) return undefined;
      return change(actor, 'limit', id, { limits: { ...record.limits, ...limits } }, limits);
    },
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
  };
};

/** Names that differ in their case only look the same in a list. */
const comparable = (name: string): string => name.trim().normalize('NFC').toLowerCase();
