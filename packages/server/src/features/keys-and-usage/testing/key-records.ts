import {
  type KeyLimits,
  type KeyRecord,
  NO_LIMITS,
} from '../../../platform/accounts/key-record.js';

/** A key that works, with the given limits. */
export const keyWith = (limits: Partial<KeyLimits> = {}, id = 'a'): KeyRecord => ({
  id,
  name: `name of ${id}`,
  plan: 'paid',
  permissions: ['translate', 'usage'],
  limits: { ...NO_LIMITS, ...limits },
  hint: 'abc…',
  createdAtMs: 0,
  revokedAtMs: null,
});
