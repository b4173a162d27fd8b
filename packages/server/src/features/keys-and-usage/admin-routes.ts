import {
  ADMIN_KEY,
  AppError,
  CREATE_KEY_BODY,
  described,
  KEY_ID_BODY,
  problem,
  RENAME_BODY,
  SET_LIMITS_BODY,
  TAG_USAGE_REPORT,
  USAGE_REPORT,
  wholeNumber,
} from '@dragoman/contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type Answer, defineRoute, type Route } from '../../platform/http/define-route.js';
import type { DailyUsage, TagUsage } from './account-store.js';
import { DAY_MS, type DayRange } from './billing-period.js';
import type { KeyRecord } from './key-record.js';
import { ownerOf } from './owner-of.js';

const KEYS = '/v2/admin/developer-keys';
const DEFAULT_LABEL = 'API Key';

const KEY_ID = '6b0c1f5e-2a47-4f0d-9a53-0f6c8f1d2e7b';
const KEY = {
  key_id: KEY_ID,
  label: 'web team',
  creation_time: '2026-11-21T09:00:00.000Z',
  is_deactivated: false,
  usage_limits: { characters: null, documents: null, tokens: null },
};
const FIGURES = {
  total_characters: 1234,
  text_translation_characters: 1234,
  document_translation_characters: 0,
  text_improvement_characters: 0,
  speech_to_text_minutes: 0,
};

const shared = { tag: 'Administration', permissions: ['admin'] } as const;
const changed = (difference: object): Answer => ({
  status: 200,
  description: 'The key after the change.',
  schema: ADMIN_KEY,
  example: { ...KEY, ...difference },
});

/** The routes that manage keys. */
const KEY_ROUTES: readonly Route[] = [
  defineRoute({
    ...shared,
    method: 'get',
    url: KEYS,
    id: 'listKeys',
    summary: 'List keys',
    answers: [
      { status: 200, description: 'The keys.', schema: ADMIN_KEY, isList: true, example: [KEY] },
    ],
    handler: async (_request, { keyManager }) => (await keyManager.list()).map(toWireKey),
  }),
  defineRoute({
    ...shared,
    method: 'post',
    url: KEYS,
    id: 'createKey',
    summary: 'Make a key',
    description:
      'This response is the only one that contains the key itself. Two keys may not have one name; without `label`, a free one is chosen.',
    body: { schema: CREATE_KEY_BODY, isOptional: true, example: { label: 'web team' } },
    answers: [
      {
        status: 200,
        description: 'The new key.',
        schema: ADMIN_KEY,
        example: { ...KEY, api_key: '3f2a9c4e-0d1b-4f6a-8c57-9be2d1a7f3c0' },
      },
    ],
    errors: ['invalid_parameter'],
    handler: async ({ body, request }, { keyManager }) => {
      const { record, secret } = await keyManager.create(actorOf(request), {
        name: body.label ?? DEFAULT_LABEL,
        isNumbered: body.label === undefined,
      });
      return { ...toWireKey(record), api_key: secret };
    },
  }),
  defineRoute({
    ...shared,
    method: 'put',
    url: `${KEYS}/label`,
    id: 'renameKey',
    summary: 'Rename a key',
    body: { schema: RENAME_BODY, example: { key_id: KEY_ID, label: 'web and mobile' } },
    answers: [changed({ label: 'web and mobile' })],
    errors: ['invalid_parameter', 'not_found'],
    handler: async ({ body, request }, { keyManager }) =>
      toWireKey(found(await keyManager.rename(actorOf(request), body.key_id, body.label))),
  }),
  defineRoute({
    ...shared,
    method: 'put',
    url: `${KEYS}/limits`,
    id: 'limitKey',
    summary: 'Limit a key',
    description: 'At least one limit is required; the others stay as they are.',
    body: { schema: SET_LIMITS_BODY, example: { key_id: KEY_ID, characters: 500_000 } },
    answers: [changed({ usage_limits: { characters: 500_000, documents: null, tokens: null } })],
    errors: ['invalid_parameter', 'not_found'],
    handler: async ({ body, request }, { keyManager }) => {
      const { key_id, characters, documents, tokens } = body;
      const limits = {
        ...(characters !== undefined && { charactersPerMonth: characters }),
        ...(documents !== undefined && { documentsPerMonth: documents }),
        ...(tokens !== undefined && { tokensPerDay: tokens }),
      };
      return toWireKey(found(await keyManager.limit(actorOf(request), key_id, limits)));
    },
  }),
  defineRoute({
    ...shared,
    method: 'put',
    url: `${KEYS}/deactivate`,
    id: 'revokeKey',
    summary: 'Revoke a key',
    description: 'Permanent. Its usage stays in the reports.',
    body: { schema: KEY_ID_BODY, example: { key_id: KEY_ID } },
    answers: [changed({ is_deactivated: true, deactivated_time: '2026-11-30T17:00:00.000Z' })],
    errors: ['invalid_parameter', 'not_found'],
    handler: async ({ body, request }, { keyManager }) =>
      toWireKey(found(await keyManager.revoke(actorOf(request), body.key_id))),
  }),
];

const actorOf = (request: FastifyRequest): string => `key ${ownerOf(request).id}`;

const found = (record: KeyRecord | undefined): KeyRecord => {
  if (record) return record;
  throw new AppError('not_found', { message: 'No key has this key_id.' });
};

const toWireKey = (record: KeyRecord) => ({
  key_id: record.id,
  label: record.name,
  creation_time: new Date(record.createdAtMs).toISOString(),
  ...(record.revokedAtMs !== null && {
    deactivated_time: new Date(record.revokedAtMs).toISOString(),
  }),
  is_deactivated: record.revokedAtMs !== null,
  usage_limits: {
    characters: record.limits.charactersPerMonth,
    documents: record.limits.documentsPerMonth,
    tokens: record.limits.tokensPerDay,
  },
});

const MAX_DAYS = 366;
const PAGE_SIZE = 1000;
const MAX_PAGE = 1_000_000;
const NEXT_PAGE = 'Send the next_page of the previous response.';

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
const REPORT_ROUTES: readonly Route[] = [
  defineRoute({
    ...shared,
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
    answers: [
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
                api_key_id: KEY_ID,
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
              ...toWireOwner(row.keyId, keys),
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
    ...shared,
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
    answers: [
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
const toWireOwner = (keyId: string, keys: ReadonlyMap<string, KeyRecord>) => ({
  api_key: keys.get(keyId)?.hint ?? keyId,
  api_key_id: keyId,
  api_key_label: keys.get(keyId)?.name ?? keyId,
});

const byKey = (rows: readonly DailyUsage[], keys: ReadonlyMap<string, KeyRecord>) =>
  [...new Set(rows.map((row) => row.keyId))].toSorted().map((keyId) => ({
    ...toWireOwner(keyId, keys),
    usage: toWireUsage(rows.filter((row) => row.keyId === keyId)),
  }));

const toWireTagUsage = ({ tag, day: date, characters }: TagUsage) => ({
  custom_tag: tag,
  ...(date !== undefined && { usage_date: toWireDay(date) }),
  breakdown: {
    total_characters: characters,
    text_translation_characters: characters,
    text_improvement_characters: 0,
  },
});

export const ADMIN_ROUTES: readonly Route[] = [...KEY_ROUTES, ...REPORT_ROUTES];
