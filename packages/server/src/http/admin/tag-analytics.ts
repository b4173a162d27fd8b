import { invalidParameter } from '@dragoman/contract';
import type { FastifyInstance } from 'fastify';
import type { TagUsage } from '../../accounts/records/account-store.js';
import type { HttpDependencies } from '../request/context.js';
import { type DaysQuery, readDays, toWireDay, toWireDays } from './report-days.js';

const PAGE_SIZE = 1000;
const MAX_PAGE = 1_000_000;

interface Query extends DaysQuery {
  readonly aggregate_by?: unknown;
  readonly page?: unknown;
}

/**
 * `GET /v2/admin/analytics/custom-tags`: usage by tag, over all days or per day. Requests without a
 * tag are not included.
 */
export const registerTagAnalytics = (
  app: FastifyInstance,
  { ledger, usageReports }: Pick<HttpDependencies, 'ledger' | 'usageReports'>,
): void => {
  app.get<{ Querystring: Query }>('/v2/admin/analytics/custom-tags', async ({ query }) => {
    const days = readDays(query);
    const aggregateBy = query.aggregate_by ?? 'period';
    if (aggregateBy !== 'period' && aggregateBy !== 'day') {
      throw invalidParameter('aggregate_by', "Valid values: 'period', 'day'.");
    }
    const page = readPage(query.page);
    await ledger.flush();
    // One row more than a page shows whether there is another page.
    const rows = await usageReports.listTagUsage({
      ...days,
      isByDay: aggregateBy === 'day',
      offset: (page - 1) * PAGE_SIZE,
      limit: PAGE_SIZE + 1,
    });
    return {
      custom_tag_usage_report: {
        aggregate_by: aggregateBy,
        ...toWireDays(days),
        next_page: rows.length > PAGE_SIZE ? page + 1 : null,
        usage: rows.slice(0, PAGE_SIZE).map(toWireTagUsage),
      },
    };
  });
};

const readPage = (value: unknown): number => {
  const page = value === undefined ? 1 : /^\d{1,7}$/.test(String(value)) ? Number(value) : 0;
  if (page >= 1 && page <= MAX_PAGE) return page;
  throw invalidParameter('page', 'Send the next_page of the previous response.');
};

const toWireTagUsage = ({ tag, day, characters }: TagUsage) => ({
  custom_tag: tag,
  ...(day !== undefined && { usage_date: toWireDay(day) }),
  breakdown: {
    total_characters: characters,
    text_translation_characters: characters,
    text_improvement_characters: 0,
  },
});
