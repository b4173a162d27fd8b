import type { Command } from 'commander';
import { configurationOf } from '../../configuration/command-configuration.js';
import type { Configuration } from '../../configuration/settings.js';
import { openStores, type Stores } from '../../open-stores.js';
import { billingPeriodOf, dayOf } from '../../platform/accounts/billing-period.js';
import type { KeyLimits, KeyRecord, Plan } from '../../platform/accounts/key-record.js';
import { CommandError, wrongUsage } from '../../platform/cli/command.js';
import { print, printable, remark, showTable } from '../../platform/cli/output.js';
import { actor } from '../../platform/cli/server-access.js';
import { missingDatabaseOf } from '../../platform/database/database.js';
import type { Permission } from '../../platform/http/permissions.js';
import { toIsoTime } from '../../platform/times.js';
import { FIRST_KEY_ID, loadKey, replaceKey } from './key-file-storage.js';
import { type FreshKey, KeyNameTaken } from './key-manager.js';
import { digestOf } from './key-secret.js';
import { selectKey } from './owned-resources.js';

interface JsonOption {
  readonly json: boolean;
}

/** Limits as given on the command line; omitted ones stay as they are. */
interface LimitOptions {
  readonly characters?: number | null;
  readonly requestsPerMinute?: number | null;
  readonly charactersPerMinute?: number | null;
  readonly documents?: number | null;
  readonly tokens?: number | null;
}

const withStores = async (
  command: Command,
  work: (stores: Stores, configuration: Configuration) => Promise<void>,
): Promise<void> => {
  const configuration = configurationOf(command);
  const newDatabase = missingDatabaseOf(configuration);
  const stores = await openStores(configuration);
  if (newDatabase !== undefined) {
    remark(
      `There was no database ${newDatabase}; a new one is made. Is --data-dir that of the server?`,
    );
  }
  try {
    await work(stores, configuration);
  } finally {
    await stores.close();
  }
};

const readLimits = (options: LimitOptions): Partial<KeyLimits> => ({
  ...(options.characters !== undefined && { charactersPerMonth: options.characters }),
  ...(options.requestsPerMinute !== undefined && { requestsPerMinute: options.requestsPerMinute }),
  ...(options.charactersPerMinute !== undefined && {
    charactersPerMinute: options.charactersPerMinute,
  }),
  ...(options.documents !== undefined && { documentsPerMonth: options.documents }),
  ...(options.tokens !== undefined && { tokensPerDay: options.tokens }),
});

const usageOf = async ({ accountStore: store }: Stores, record: KeyRecord): Promise<number> =>
  store.sumCharacters(billingPeriodOf(Date.now()), record.id);

const HEADINGS = ['Id', 'Name', 'Plan', 'May', 'Characters this month', 'Limits', 'State'];

const count = (value: number): string => value.toLocaleString('en-US');

/** A key's limits in a few words. */
const showLimits = (limits: KeyLimits): string => {
  const parts = [
    [limits.charactersPerMonth, 'characters per month'],
    [limits.requestsPerMinute, 'requests per minute'],
    [limits.charactersPerMinute, 'characters per minute'],
    [limits.documentsPerMonth, 'documents per month'],
    [limits.tokensPerDay, 'language model tokens per day'],
  ] as const;
  const shown = parts.flatMap(([value, unit]) =>
    value === null ? [] : [`${count(value)} ${unit}`],
  );
  return shown.length === 0 ? 'none' : shown.join(', ');
};

/** A table of keys and their usage this month. */
const showKeys = (rows: readonly { readonly record: KeyRecord; readonly used: number }[]): string =>
  showTable(
    [
      HEADINGS,
      ...rows.map(({ record, used }) => [
        record.id,
        record.name,
        record.plan,
        record.permissions.join(','),
        count(used),
        showLimits(record.limits),
        record.revokedAtMs === null ? 'works' : `revoked ${dayOf(record.revokedAtMs)}`,
      ]),
    ],
    [4],
  ).trimEnd();

export const describeKey = ({ id, name }: KeyRecord): string => `'${printable(name)}' (${id})`;

const keyAsJson = (record: KeyRecord, used: number) => ({
  id: record.id,
  name: record.name,
  plan: record.plan,
  permissions: record.permissions,
  hint: record.hint,
  characters_this_month: used,
  characters_per_month: record.limits.charactersPerMonth,
  requests_per_minute: record.limits.requestsPerMinute,
  characters_per_minute: record.limits.charactersPerMinute,
  documents_per_month: record.limits.documentsPerMonth,
  tokens_per_day: record.limits.tokensPerDay,
  created: toIsoTime(record.createdAtMs),
  revoked: record.revokedAtMs === null ? null : toIsoTime(record.revokedAtMs),
});

const printFresh = ({ record, secret }: FreshKey, json: boolean): void => {
  if (json) {
    print(JSON.stringify({ ...keyAsJson(record, 0), key: secret }, null, 2));
    return;
  }
  print(secret);
  remark(`Key of ${describeKey(record)}. It is only shown now; only a hash is stored.`);
};

/** Says what to do where another key has the name. */
const naming = async <Result>(name: string, work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof KeyNameTaken)) throw error;
    throw new CommandError(`A key is called '${name}' already. See: dragoman keys list`);
  }
};

/** A name is an argument or an option. */
const oneName = (
  argument: string | undefined,
  option: string | undefined,
  help: string,
): string => {
  if (argument !== undefined && option !== undefined && argument !== option) {
    throw wrongUsage(`Name the key once: as argument or with --name.`);
  }
  const name = argument ?? option;
  if (name === undefined) throw wrongUsage(help);
  return name;
};

/** `dragoman keys create` */
export const createCommand = (
  named: string | undefined,
  options: LimitOptions &
    JsonOption & {
      readonly name?: string;
      readonly plan: Plan;
      readonly limit?: number | null;
      readonly permissions?: readonly Permission[];
    },
  command: Command,
): Promise<void> =>
  withStores(command, async ({ keyManager }) => {
    const { plan, permissions } = options;
    const name = oneName(named, options.name, 'Say what the key is for: dragoman keys create "me"');
    const characters = options.characters ?? options.limit;
    const limits = readLimits({ ...options, ...(characters !== undefined && { characters }) });
    const key = { name, plan, limits, ...(permissions && { permissions }) };
    printFresh(await naming(name, keyManager.create(actor(), key)), options.json);
  });

/** `dragoman keys list` */
export const listCommand = ({ json }: JsonOption, command: Command): Promise<void> =>
  withStores(command, async (stores) => {
    const records = await stores.keyManager.list();
    const sums = await stores.accountStore.sumCharactersByKey(billingPeriodOf(Date.now()));
    const rows = records.map((record) => ({ record, used: sums.get(record.id) ?? 0 }));
    if (json) {
      print(
        JSON.stringify({ keys: rows.map(({ record, used }) => keyAsJson(record, used)) }, null, 2),
      );
    } else if (rows.length > 0) print(showKeys(rows));
    else remark('No keys yet. Create one: dragoman keys create "me"');
  });

/** `dragoman keys show` */
export const showCommand = (
  selector: string,
  { json }: JsonOption,
  command: Command,
): Promise<void> =>
  withStores(command, async (stores) => {
    const record = await selectKey(stores, selector);
    const used = await usageOf(stores, record);
    print(json ? JSON.stringify(keyAsJson(record, used), null, 2) : showKeys([{ record, used }]));
  });

/** `dragoman keys rename` */
export const renameCommand = (
  selector: string,
  name: string,
  _options: unknown,
  command: Command,
): Promise<void> =>
  withStores(command, async (stores) => {
    const { id } = await selectKey(stores, selector);
    const record = await naming(name, stores.keyManager.rename(actor(), id, name));
    if (record) print(`renamed: ${describeKey(record)}`);
  });

/** `dragoman keys limit` */
export const limitCommand = (
  argument: string | undefined,
  characters: number | null | undefined,
  options: LimitOptions & { readonly name?: string },
  command: Command,
): Promise<void> =>
  withStores(command, async (stores) => {
    const selector = oneName(
      argument,
      options.name,
      'Say which key: dragoman keys limit "me" --characters 500000',
    );
    const limits = readLimits({ ...(characters !== undefined && { characters }), ...options });
    if (Object.keys(limits).length === 0) {
      throw new CommandError(
        'Give a limit to change, such as --characters 500000 or --characters none.',
      );
    }
    const { id } = await selectKey(stores, selector);
    const record = await stores.keyManager.limit(actor(), id, limits);
    if (record) print(`limits of ${describeKey(record)}: ${showLimits(record.limits)}`);
  });

/** `dragoman keys permit` */
export const permitCommand = (
  selector: string,
  { permissions }: { readonly permissions: readonly Permission[] },
  command: Command,
): Promise<void> =>
  withStores(command, async (stores) => {
    const { id } = await selectKey(stores, selector);
    const record = await stores.keyManager.permit(actor(), id, permissions);
    if (record) print(`${describeKey(record)} has the permissions: ${permissions.join(', ')}`);
  });

/** `dragoman keys revoke` */
export const revokeCommand = (
  selector: string,
  _options: unknown,
  command: Command,
): Promise<void> =>
  withStores(command, async (stores) => {
    const { id } = await selectKey(stores, selector);
    const record = await stores.keyManager.revoke(actor(), id);
    if (record) print(`revoked: ${describeKey(record)}`);
  });

/** `dragoman keys rotate` */
export const rotateCommand = (
  selector: string,
  { json }: JsonOption,
  command: Command,
): Promise<void> =>
  withStores(command, async (stores, { dataDirectory }) => {
    const before = await selectKey(stores, selector);
    if (before.revokedAtMs !== null) {
      throw new CommandError('A revoked key cannot be changed; create a new one instead.');
    }
    const isInFile = before.id === FIRST_KEY_ID && (await isKeyOfFile(stores, dataDirectory));
    const fresh = await stores.keyManager.rotate(actor(), before.id);
    if (!fresh) return;
    printFresh(fresh, json);
    if (isInFile) remark(`Also written to ${await replaceKey(dataDirectory, fresh.secret)}.`);
  });

const isKeyOfFile = async (
  { accountStore: store }: Stores,
  dataDirectory: string,
): Promise<boolean> => {
  const key = await loadKey(dataDirectory);
  if (!key) return false;
  return (await store.findKeyByDigest(digestOf(key.secret)))?.id === FIRST_KEY_ID;
};

/** `dragoman keys audit` */
export const auditCommand = (
  { json, last }: JsonOption & { readonly last: number },
  command: Command,
): Promise<void> =>
  withStores(command, async ({ keyManager }) => {
    const entries = await keyManager.audit(last);
    if (json) {
      print(JSON.stringify({ changes: entries }, null, 2));
      return;
    }
    for (const { atMs, actor: who, action, keyId, details } of entries) {
      const what = Object.entries(details).map(([name, value]) => `${name}=${value ?? 'none'}`);
      print([toIsoTime(atMs), who, action, keyId || '-', ...what].join('  '));
    }
  });

/** `dragoman keys shorten-audit` */
export const shortenAuditCommand = (
  { before }: { readonly before: string },
  command: Command,
): Promise<void> =>
  withStores(command, async ({ keyManager }) => {
    const removed = await keyManager.shortenAudit(actor(), before);
    print(`removed from the audit log: ${count(removed)} changes from before ${before}`);
  });
