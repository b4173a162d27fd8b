import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Accounts, openAccounts } from '../../../open-accounts.js';

/**
 * Accounts in a new folder, which is removed when they are closed.
 *
 * @param now milliseconds since 1970 @default Date.now
 */
export const openTestAccounts = async (now?: () => number): Promise<Accounts> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-accounts-'));
  const accounts = await openAccounts({ dataDirectory, databaseUrl: undefined }, now);
  return {
    ...accounts,
    async close() {
      await accounts.close();
      await rm(dataDirectory, { recursive: true });
    },
  };
};
