import { invalidParameter } from '@dragoman/contract';
import type { DayRange } from '../../accounts/records/account-store.js';

const DAY_MS = 86_400_000;
const MAX_DAYS = 366;

/** The days of a report. */
export interface DaysQuery {
  readonly start_date?: unknown;
  readonly end_date?: unknown;
}

/** @throws AppError `invalid_parameter` unless both are days, in order, at most 366 of them */
export const readDays = ({ start_date, end_date }: DaysQuery): DayRange => {
  const firstMs = readDay('start_date', start_date);
  const lastMs = readDay('end_date', end_date);
  if (lastMs < firstMs) throw invalidParameter('end_date', 'It is before start_date.');
  if ((lastMs - firstMs) / DAY_MS >= MAX_DAYS) {
    throw invalidParameter('end_date', `A report covers at most ${MAX_DAYS} days.`);
  }
  return { firstDay: String(start_date), lastDay: String(end_date) };
};

const readDay = (parameter: string, value: unknown): number => {
  const time =
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) throw invalidParameter(parameter, 'Send a date such as 2026-11-21.');
  return time;
};

/** First and last day as reports show them. */
export const toWireDays = ({ firstDay, lastDay }: DayRange) => ({
  start_date: `${firstDay}T00:00:00`,
  end_date: `${lastDay}T00:00:00`,
});

/** A day within a report. */
export const toWireDay = (day: string): string => `${day}T00:00:00Z`;
