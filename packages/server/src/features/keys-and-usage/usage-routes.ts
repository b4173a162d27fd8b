import { USAGE } from '@dragoman/contract';
import { defineRoute, type Route } from '../../platform/http/define-route.js';
import { billingPeriodOf } from './billing-period.js';
import { ownerOf } from './owner-of.js';

/** Stands for "no limit" where clients expect a number to compare with. */
const NO_LIMIT = 1_000_000_000_000;

/**
 * The current month. A key of the paid plan sees the account, which is all keys together, and its
 * own usage. One of the free plan sees one count and one limit: its own or the account's, whichever
 * has less left. Documents are those of the key if it has a document quota, otherwise those of the
 * same keys as the characters.
 */
const usage = {
  url: '/v2/usage',
  tag: 'Usage',
  summary: 'Characters and documents used this month, and the limits',
  permissions: ['usage', 'admin'],
  responses: [
    {
      status: 200,
      description: 'The usage.',
      schema: USAGE,
      example: {
        character_count: 1234,
        character_limit: 500_000,
        document_count: 1,
        document_limit: NO_LIMIT,
      },
    },
  ],
  handler: async ({ request }, { ledger, sumDownloads, now }) => {
    const apiKey = ownerOf(request);
    const keyLimit = apiKey.limits.charactersPerMonth ?? NO_LIMIT;
    const accountLimit = ledger.accountLimit ?? NO_LIMIT;
    const period = billingPeriodOf(now());
    const { documentsPerMonth } = apiKey.limits;
    const isOwnCount = apiKey.plan === 'free' || documentsPerMonth !== null;
    // At once: one after the other, each could wait for the same locked database.
    const [keyCount, accountCount, downloads] = await Promise.all([
      ledger.usedCharacters(apiKey.id),
      ledger.usedCharacters(),
      sumDownloads(period, ...(isOwnCount ? [apiKey.id] : [])),
    ]);
    const documents = {
      document_count: downloads,
      document_limit: documentsPerMonth ?? NO_LIMIT,
    };
    if (apiKey.plan === 'free') {
      const isAccountTighter =
        ledger.accountLimit !== null && accountLimit - accountCount < keyLimit - keyCount;
      return isAccountTighter
        ? { character_count: accountCount, character_limit: accountLimit, ...documents }
        : { character_count: keyCount, character_limit: keyLimit, ...documents };
    }
    return {
      character_count: accountCount,
      character_limit: accountLimit,
      ...documents,
      products: [
        {
          product_type: 'translate',
          billing_unit: 'characters',
          api_key_unit_count: keyCount,
          account_unit_count: accountCount,
          api_key_character_count: keyCount,
          character_count: accountCount,
        },
      ],
      api_key_character_count: keyCount,
      api_key_character_limit: keyLimit,
      start_time: new Date(period.startMs).toISOString(),
      end_time: new Date(period.endMs).toISOString(),
    };
  },
} as const satisfies Omit<Parameters<typeof defineRoute>[0], 'method' | 'id'>;

export const USAGE_ROUTES: readonly Route[] = [
  defineRoute({ ...usage, method: 'get', id: 'getUsage' }),
  defineRoute({
    ...usage,
    method: 'post',
    id: 'postUsage',
    description: 'The same as `GET`, for clients that use `POST`. A body is ignored.',
  }),
];
