import { printable, showTable } from '../../../cli/output.js';
import type { KeyLimits, KeyRecord } from '../key-record.js';

const HEADINGS = ['Id', 'Name', 'Plan', 'May', 'Characters this month', 'Limits', 'State'];

const count = (value: number): string => value.toLocaleString('en-US');

const day = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

/** A key's limits in a few words. */
export const showLimits = (limits: KeyLimits): string => {
  const parts = [
    [limits.charactersPerMonth, 'characters per month'],
    [limits.requestsPerMinute, 'requests per minute'],
    [limits.charactersPerMinute, 'characters per minute'],
    [limits.documentsPerMonth, 'documents per month'],
    [limits.tokensPerDay, 'language model tokens per day'],
  ] as const;
  const shown = parts.flatMap(([value, unit]) =>
    value === null ? [] : [`${count(value)} ${unit}`],
  );
  return shown.length === 0 ? 'none' : shown.join(', ');
};

/** A table of keys and their usage this month. */
export const showKeys = (
  rows: readonly { readonly record: KeyRecord; readonly used: number }[],
): string =>
  showTable(
    [
      HEADINGS,
      ...rows.map(({ record, used }) => [
        record.id,
        record.name,
        record.plan,
        record.permissions.join(','),
        count(used),
        showLimits(record.limits),
        record.revokedAtMs === null ? 'works' : `revoked ${day(record.revokedAtMs)}`,
      ]),
    ],
    [4],
  ).trimEnd();

export const describeKey = ({ id, name }: KeyRecord): string => `'${printable(name)}' (${id})`;

export const keyAsJson = (record: KeyRecord, used: number) => ({
  id: record.id,
  name: record.name,
  plan: record.plan,
  permissions: record.permissions,
  hint: record.hint,
  characters_this_month: used,
  characters_per_month: record.limits.charactersPerMonth,
  requests_per_minute: record.limits.requestsPerMinute,
  characters_per_minute: record.limits.charactersPerMinute,
  documents_per_month: record.limits.documentsPerMonth,
  tokens_per_day: record.limits.tokensPerDay,
  created: new Date(record.createdAtMs).toISOString(),
  revoked: record.revokedAtMs === null ? null : new Date(record.revokedAtMs).toISOString(),
});
