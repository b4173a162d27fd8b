import type { Logger } from '@dragoman/core';
import { NO_LIMITS, PAGE_ACCOUNT, THIS_MACHINE } from '../../platform/accounts/key-record.js';
import type { AccountStore } from './account-store.js';
import { NO_JOURNAL, type UsageJournal } from './account-store.js';
import type { KeyFinder } from './key-directory.js';
import {
  CONFIGURED_KEY_ID,
  createConfiguredKeyFinder,
  createKeyDirectory,
  firstFound,
} from './key-directory.js';
import type { KeyManager } from './key-manager.js';
import { type CheckPlanAddress, createPlanAddressCheck } from './plan-addresses.js';
import { createRateLimits, type RateLimits } from './rate-limits.js';
import { createTokenBudgets, type TokenBudgets } from './token-budgets.js';
import { type ChargedKey, createUsageLedger, type UsageLedger } from './usage-ledger.js';

/** A change of a key is noticed within this time. */
const KEY_FRESH_MS = 1000;
/** While the database is down, a server keeps accepting known keys, and counting, for this time. */
const OUTAGE_MS = 600_000;

/** Everything about accounts that the HTTP side uses. */
export interface AccountServices {
  readonly keys: KeyFinder;
  readonly keyManager: KeyManager;
  /**
   * Whom to charge for work that goes on after its request.
   *
   * @returns undefined for a key that does not work any more
   */
  readonly findOwner: (ownerId: string) => Promise<ChargedKey | undefined>;
  readonly checkPlanAddress: CheckPlanAddress;
  readonly rateLimits: RateLimits;
  readonly ledger: UsageLedger;
  readonly tokenBudgets: TokenBudgets;
  readonly usageReports: Pick<AccountStore, 'listUsage' | 'listTagUsage' | 'countKeysByQuota'>;
}

interface AccountSettings {
  /** A key in addition to those in the store. */
  readonly authKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly freeBaseUrl: string | undefined;
  readonly accountCharactersPerMonth: number | undefined;
}

/** Puts the accounts of one server together. The ledger is not started. */
export const createAccountServices = (
  {
    accountStore: store,
    keyManager,
  }: { readonly accountStore: AccountStore; readonly keyManager: KeyManager },
  settings: AccountSettings,
  {
    log,
    now = Date.now,
    journal = NO_JOURNAL,
    rateLimits = createRateLimits(() => performance.now()),
  }: {
    readonly log: Logger;
    /** Milliseconds since 1970. @default Date.now */
    readonly now?: () => number;
    /** @default none: what is not reported is only in memory */
    readonly journal?: UsageJournal;
    /** @default the limits of one server alone */
    readonly rateLimits?: RateLimits;
  },
): AccountServices => {
  const directory = createKeyDirectory(store, {
    freshMs: KEY_FRESH_MS,
    outageMs: OUTAGE_MS,
    now: () => performance.now(),
  });
  const configured =
    settings.authKey === undefined ? [] : [createConfiguredKeyFinder(settings.authKey)];
  const findOwner: AccountServices['findOwner'] = async (id) => {
    if (id === CONFIGURED_KEY_ID) {
      return settings.authKey === undefined ? undefined : { id, limits: NO_LIMITS };
    }
    const keyless = [THIS_MACHINE, PAGE_ACCOUNT].find((owner) => owner.id === id);
    if (keyless) return keyless;
    const record = await keyManager.find(id);
    return record?.revokedAtMs === null ? record : undefined;
  };
  return {
    keys: { find: firstFound(...configured, directory) },
    keyManager,
    findOwner,
    checkPlanAddress: createPlanAddressCheck(settings.baseUrl, settings.freeBaseUrl),
    rateLimits,
    ledger: createUsageLedger({
      store,
      log,
      journal,
      accountLimit: settings.accountCharactersPerMonth,
      now,
    }),
    tokenBudgets: createTokenBudgets({ store, findOwner, log, now }),
    usageReports: store,
  };
};
