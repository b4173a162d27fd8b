import type { FastifyInstance } from 'fastify';
import { billingPeriodOf } from '../../accounts/usage/billing-period.js';
import type { HttpDependencies } from '../request/context.js';

/** Stands for "no limit" where clients expect a number to compare with. */
const NO_LIMIT = 1_000_000_000_000;

/**
 * `GET` and `POST /v2/usage`: the current month. A key of the paid plan sees the account, which is
 * all keys together, and its own usage. One of the free plan sees one count and one limit: its own
 * or the account's, whichever has less left. Documents are those of the key if it has a document
 * quota, otherwise those of the same keys as the characters.
 */
export const registerUsage = (
  app: FastifyInstance,
  { ledger, sumDownloads, now }: Pick<HttpDependencies, 'ledger' | 'sumDownloads' | 'now'>,
): void => {
  app.route({
    method: ['GET', 'POST'],
    url: '/v2/usage',
    handler: async ({ apiKey }) => {
      if (!apiKey) throw new Error('usage belongs to a key');
      const keyCount = await ledger.usedCharacters(apiKey.id);
      const keyLimit = apiKey.limits.charactersPerMonth ?? NO_LIMIT;
      const accountCount = await ledger.usedCharacters();
      const accountLimit = ledger.accountLimit ?? NO_LIMIT;
      const period = billingPeriodOf(now());
      const { documentsPerMonth } = apiKey.limits;
      const isOwnCount = apiKey.plan === 'free' || documentsPerMonth !== null;
      const documents = {
        document_count: await sumDownloads(period, ...(isOwnCount ? [apiKey.id] : [])),
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
  });
};
