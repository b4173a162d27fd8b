import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStores, type Stores } from '../../../open-stores.js';

/**
 * Stores in a new folder, which is removed when they are closed.
 *
 * @param now milliseconds since 1970 @default Date.now
 */
export const openTestStores = async (now?: () => number): Promise<Stores> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-accounts-'));
  const accounts = await openStores({ dataDirectory, databaseUrl: undefined }, now);
  return {
    ...accounts,
    async close() {
      await accounts.close();
      await rm(dataDirectory, { recursive: true });
    },
  };
};
