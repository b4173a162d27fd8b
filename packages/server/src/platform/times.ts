/** A time in ISO 8601. Existing clients need the fractions of a second, which are always there. */
export const toIsoTime = (ms: number): string => new Date(ms).toISOString();
