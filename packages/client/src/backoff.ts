const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

/**
 * How long to wait before a retry: twice as long each time, minus a random amount of up to a half,
 * so that clients that were refused together do not retry together. Never shorter than
 * `Retry-After`.
 *
 * @param attempt 0 before the first retry
 * @param random from 0 to below 1
 */
export const waitBeforeRetryMs = (
  attempt: number,
  retryAfterSeconds: number | undefined,
  random: number,
): number => {
  const longest = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  const wait = longest * (1 - random / 2);
  const asked = (retryAfterSeconds ?? 0) * 1000;
  return asked > wait ? asked + (FIRST_WAIT_MS / 2) * random : wait;
};

/**
 * Seconds of a `Retry-After` header, given in seconds or as a date.
 *
 * @param nowMs milliseconds since 1970
 */
export const readRetryAfter = (header: string | null, nowMs: number): number | undefined => {
  if (header === null) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header);
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, Math.ceil((dateMs - nowMs) / 1000));
};
