/** Days, both included: `2026-11-01` to `2026-11-30`. */
export interface DayRange {
  readonly firstDay: string;
  readonly lastDay: string;
}

/** A calendar month in UTC, the period that quotas and usage are counted for. */
interface BillingPeriod extends DayRange {
  /** `2026-11` */
  readonly month: string;
  readonly startMs: number;
  /** First moment of the next period. */
  readonly endMs: number;
}

export const DAY_MS = 86_400_000;

let lastDay = { number: Number.NaN, text: '' };

/** The day in UTC, `2026-11-21`. Every request asks, so the last answer is kept. */
export const dayOf = (timeMs: number): string => {
  const number = Math.floor(timeMs / DAY_MS);
  if (number !== lastDay.number) {
    lastDay = { number, text: new Date(timeMs).toISOString().slice(0, 10) };
  }
  return lastDay.text;
};

/** The period that a moment, in milliseconds since 1970, lies in. */
export const billingPeriodOf = (timeMs: number): BillingPeriod => {
  const date = new Date(timeMs);
  const startMs = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const endMs = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  const firstDay = dayOf(startMs);
  return { month: firstDay.slice(0, 7), startMs, endMs, firstDay, lastDay: dayOf(endMs - DAY_MS) };
};
