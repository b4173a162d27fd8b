import { invalidParameter } from '@dragoman/contract';
import type { FastifyInstance } from 'fastify';
import type { DailyUsage } from '../../accounts/records/account-store.js';
import type { KeyRecord } from '../../accounts/records/key-record.js';
import type { HttpDependencies } from '../request/context.js';
import { type DaysQuery, readDays, toWireDay, toWireDays } from './report-days.js';

interface Query extends DaysQuery {
  readonly group_by?: unknown;
}

/** `GET /v2/admin/analytics`: usage in a range of days, optionally by key and day. */
export const registerAnalytics = (
  app: FastifyInstance,
  { ledger, keyManager, usageReports, cacheCounts }: HttpDependencies,
): void => {
  app.get<{ Querystring: Query }>('/v2/admin/analytics', async ({ query }) => {
    const days = readDays(query);
    const groupBy = query.group_by;
    if (groupBy !== undefined && groupBy !== 'key' && groupBy !== 'key_and_day') {
      throw invalidParameter('group_by', "Valid values: 'key', 'key_and_day'.");
    }
    await ledger.flush();
    const rows = await usageReports.listUsage(days);
    const keys = new Map((await keyManager.list()).map((record) => [record.id, record]));
    return {
      usage_report: {
        total_usage: toWireUsage(rows),
        ...toWireDays(days),
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
  });
};

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
