import { type KeyFinder, type KeyRecord, NO_LIMITS } from './key-record.js';
import { digestOf, digestsMatch, hintOf, planOf } from './key-secret.js';

/** The id under which the key of the configuration is metered. */
export const CONFIGURED_KEY_ID = 'configured';

/** Finds the key set by the configuration; it has no limits and is not stored. */
export const createConfiguredKeyFinder = (secret: string): KeyFinder => {
  const expected = digestOf(secret);
  const record: KeyRecord = {
    id: CONFIGURED_KEY_ID,
    name: 'the key of the configuration',
    plan: planOf(secret),
    permissions: ['translate', 'usage'],
    limits: NO_LIMITS,
    hint: hintOf(secret),
    createdAtMs: 0,
    revokedAtMs: null,
  };
  return {
    find: async (given) => (digestsMatch(digestOf(given), expected) ? record : undefined),
  };
};

/** Tries the finders one after the other. */
export const inTurn =
  (...finders: readonly KeyFinder[]): KeyFinder['find'] =>
  async (secret) => {
    for (const finder of finders) {
      const record = await finder.find(secret);
      if (record) return record;
    }
    return undefined;
  };
