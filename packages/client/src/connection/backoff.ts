const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * How long to wait before repeating a request: twice as long each time, and by chance up to a half
 * less, so that clients turned away together do not return together. Never shorter than what the
 * service asked for.
 *
 * @param attempt 0 before the first repetition
 * @param random from 0 to below 1
 */
export const waitBeforeRetryMs = (
  attempt: number,
  retryAfterSeconds: number | undefined,
  random: number,
): number => {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
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
