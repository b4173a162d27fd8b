import {
  described,
  problem,
  TAG_USAGE_REPORT,
  USAGE,
  USAGE_REPORT,
  wholeNumber,
} from '@dragoman/contract';
import * as z from 'zod';
import { billingPeriodOf, DAY_MS, type DayRange } from '../../platform/accounts/billing-period.js';
import { ownerOf } from '../../platform/accounts/caller.js';
import type { KeyRecord } from '../../platform/accounts/key-record.js';
import { defineRoute, type Route, type RouteTag } from '../../platform/http/define-route.js';
import { toIsoTime } from '../../platform/times.js';
import type { DailyUsage, TagUsage } from './account-store.js';
import { ADMINISTRATION_TAG } from './key-routes.js';

const USAGE_TAG: RouteTag = {
  name: 'Usage',
  description: 'How much was translated, and the limit.',
};

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
  tag: USAGE_TAG,
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
      start_time: toIsoTime(period.startMs),
      end_time: toIsoTime(period.endMs),
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

const MAX_DAYS = 366;
const PAGE_SIZE = 1000;
const MAX_PAGE = 1_000_000;
const NEXT_PAGE = 'Send the next_page of the previous response.';

const FIGURES = {
  total_characters: 1234,
  text_translation_characters: 1234,
  document_translation_characters: 0,
  text_improvement_characters: 0,
  speech_to_text_minutes: 0,
};

const day = (description: string, example: string) =>
  described(z.iso.date('Send a date such as 2026-11-21.'), description, example);
const days = {
  start_date: day('First day, in UTC.', '2026-11-01'),
  end_date: day(`Last day, in UTC; at most ${MAX_DAYS} days in all.`, '2026-11-30'),
};

interface Days {
  readonly start_date: string;
  readonly end_date: string;
}

const checkDays = (
  { start_date, end_date }: Days,
  context: { addIssue(issue: ReturnType<typeof problem>): void },
): void => {
  const count = (Date.parse(end_date) - Date.parse(start_date)) / DAY_MS;
  if (count >= 0 && count < MAX_DAYS) return;
  const reason =
    count < 0 ? 'It is before start_date.' : `A report covers at most ${MAX_DAYS} days.`;
  context.addIssue(problem('custom', () => reason, 'end_date'));
};

const rangeOf = ({ start_date: firstDay, end_date: lastDay }: Days): DayRange => ({
  firstDay,
  lastDay,
});

/** First and last day as reports show them. */
const toWireDays = ({ start_date, end_date }: Days) => ({
  start_date: `${start_date}T00:00:00`,
  end_date: `${end_date}T00:00:00`,
});

/** A day within a report. */
const toWireDay = (date: string): string => `${date}T00:00:00Z`;

/** The routes that report usage. */
export const USAGE_REPORT_ROUTES: readonly Route[] = [
  defineRoute({
    tag: ADMINISTRATION_TAG,
    permissions: ['admin'],
    method: 'get',
    url: '/v2/admin/analytics',
    id: 'reportUsage',
    summary: 'Usage in a range of days',
    query: z
      .object({
        ...days,
        group_by: described(
          z.enum(['key', 'key_and_day']).optional(),
          'Adds the usage of each key, or of each key and day.',
          'key',
        ),
      })
      .superRefine(checkDays),
    responses: [
      {
        status: 200,
        description: 'The report.',
        schema: USAGE_REPORT,
        example: {
          usage_report: {
            total_usage: FIGURES,
            start_date: '2026-11-01T00:00:00',
            end_date: '2026-11-30T00:00:00',
            group_by: 'key',
            key_usages: [
              {
                api_key: '3f2a9c4e…',
                api_key_id: '6b0c1f5e-2a47-4f0d-9a53-0f6c8f1d2e7b',
                api_key_label: 'web team',
                usage: FIGURES,
              },
            ],
          },
          cache_report: { counted_by: 'this_server', hits: 320, misses: 80 },
        },
      },
    ],
    errors: ['invalid_parameter'],
    handler: async ({ query }, { ledger, usageReports, keyManager, cacheCounts }) => {
      const { group_by: groupBy } = query;
      await ledger.flush();
      const rows = await usageReports.listUsage(rangeOf(query));
      const keys = new Map((await keyManager.list()).map((record) => [record.id, record]));
      return {
        usage_report: {
          total_usage: toWireUsage(rows),
          ...toWireDays(query),
          ...(groupBy !== undefined && { group_by: groupBy }),
          ...(groupBy === 'key' && { key_usages: byKey(rows, keys) }),
          ...(groupBy === 'key_and_day' && {
            key_and_day_usages: rows.map((row) => ({
              ...toWireOwner(row.ownerId, keys),
              usage_date: toWireDay(row.day),
              usage: toWireUsage([row]),
            })),
          }),
        },
        // Not of the days asked for: totals since the server started.
        cache_report: { counted_by: 'this_server', ...cacheCounts() },
      };
    },
  }),
  defineRoute({
    tag: ADMINISTRATION_TAG,
    permissions: ['admin'],
    method: 'get',
    url: '/v2/admin/analytics/custom-tags',
    id: 'reportTagUsage',
    summary: 'Usage in a range of days by tag',
    description: 'Requests without a tag are not included.',
    query: z
      .object({
        ...days,
        aggregate_by: described(
          z.enum(['period', 'day']).default('period'),
          'The usage of each tag over all days (the default), or per day.',
          'day',
        ),
        page: described(
          wholeNumber(1, MAX_PAGE, 1, { reason: NEXT_PAGE }),
          'The `next_page` of the previous response; pages start at 1.',
          '1',
        ),
      })
      .superRefine(checkDays),
    responses: [
      {
        status: 200,
        description: `The report, of up to ${PAGE_SIZE} rows.`,
        schema: TAG_USAGE_REPORT,
        example: {
          custom_tag_usage_report: {
            aggregate_by: 'day',
            start_date: '2026-11-01T00:00:00',
            end_date: '2026-11-30T00:00:00',
            next_page: null,
            usage: [
              {
                custom_tag: 'team-billing',
                usage_date: '2026-11-21T00:00:00Z',
                breakdown: {
                  total_characters: 1234,
                  text_translation_characters: 1234,
                  text_improvement_characters: 0,
                },
              },
            ],
          },
        },
      },
    ],
    errors: ['invalid_parameter'],
    handler: async ({ query }, { ledger, usageReports }) => {
      const { aggregate_by, page } = query;
      await ledger.flush();
      // One row more than a page shows whether there is another page.
      const rows = await usageReports.listTagUsage({
        ...rangeOf(query),
        isByDay: aggregate_by === 'day',
        offset: (page - 1) * PAGE_SIZE,
        limit: PAGE_SIZE + 1,
      });
      return {
        custom_tag_usage_report: {
          aggregate_by,
          ...toWireDays(query),
          next_page: rows.length > PAGE_SIZE ? page + 1 : null,
          usage: rows.slice(0, PAGE_SIZE).map(toWireTagUsage),
        },
      };
    },
  }),
];

const toWireUsage = (rows: readonly DailyUsage[]) => {
  const characters = rows.reduce((sum, row) => sum + row.characters, 0);
  return {
    total_characters: characters,
    text_translation_characters: characters,
    document_translation_characters: 0,
    text_improvement_characters: 0,
    speech_to_text_minutes: 0,
  };
};

/** A key that is not in the list is the one set by the configuration. */
const toWireOwner = (ownerId: string, keys: ReadonlyMap<string, KeyRecord>) => ({
  api_key: keys.get(ownerId)?.hint ?? ownerId,
  api_key_id: ownerId,
  api_key_label: keys.get(ownerId)?.name ?? ownerId,
});

const byKey = (rows: readonly DailyUsage[], keys: ReadonlyMap<string, KeyRecord>) => {
  const rowsOf = new Map<string, DailyUsage[]>();
  for (const row of rows) {
    const own = rowsOf.get(row.ownerId);
    if (own) own.push(row);
    else rowsOf.set(row.ownerId, [row]);
  }
  return [...rowsOf.keys()].toSorted().map((ownerId) => ({
    ...toWireOwner(ownerId, keys),
    usage: toWireUsage(rowsOf.get(ownerId) ?? []),
  }));
};

const toWireTagUsage = ({ tag, day: date, characters }: TagUsage) => ({
  custom_tag: tag,
  ...(date !== undefined && { usage_date: toWireDay(date) }),
  breakdown: {
    total_characters: characters,
    text_translation_characters: characters,
    text_improvement_characters: 0,
  },
});
