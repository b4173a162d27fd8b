import type { Command } from 'commander';
import { openDatabase, readDatabaseState } from '../platform/database/database.js';
import { describePending, type PendingMigration } from '../platform/database/migration-state.js';
import { print, remark, showTable } from './output.js';
import { configurationOf } from './server-access.js';

interface MigrateCommandOptions {
  readonly plan: boolean;
  readonly contract: boolean;
  readonly json: boolean;
}

/** `dragoman migrate` */
export const migrateCommand = async (
  { plan, contract, json }: MigrateCommandOptions,
  command: Command,
): Promise<void> => {
  const configuration = configurationOf(command);
  const before = await readDatabaseState(configuration);
  let { pending } = before;
  if (!plan) {
    const db = await openDatabase(configuration, { withContracts: contract });
    await db.destroy();
    ({ pending } = await readDatabaseState(configuration));
  }
  const left = describePending({ ...before, pending });
  const executed = before.pending.filter((name) => !pending.includes(name));
  if (json)
    return print(JSON.stringify({ executed, pending: left, newer: before.unknown }, null, 2));
  for (const name of executed) print(`executed: ${name}`);
  if (left.length > 0) process.stdout.write(showPending(left));
  else if (executed.length === 0) remark('The tables are up to date.');
  for (const name of before.unknown) remark(`executed by a newer version: ${name}`);
};

const showPending = (pending: readonly PendingMigration[]): string =>
  showTable([
    ['Pending', 'Kind', 'Runs'],
    ...pending.map(({ name, kind, isAutomatic }) => [
      name,
      kind,
      isAutomatic ? 'when a server starts' : 'with dragoman migrate --contract',
    ]),
  ]);
