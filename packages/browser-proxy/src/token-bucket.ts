const MINUTE_MS = 60_000;

/**
 * A per-minute limit that allows short bursts: a bucket holds one minute's worth and refills
 * evenly. A request larger than the bucket is allowed when it is full, and the next one waits
 * longer.
 */
export class TokenBucket {
  readonly #perMinute: number;
  #tokens: number;
  #filledAtMs: number;

  /** @param nowMs time of any clock; the methods need the time of the same clock */
  constructor(perMinute: number, nowMs: number) {
    this.#perMinute = perMinute;
    this.#tokens = perMinute;
    this.#filledAtMs = nowMs;
  }

  /** @returns milliseconds until the bucket holds the amount; 0 if it does, and then it is taken */
  take(amount: number, nowMs: number): number {
    const grown = this.#tokens + ((nowMs - this.#filledAtMs) * this.#perMinute) / MINUTE_MS;
    this.#tokens = Math.min(this.#perMinute, grown);
    this.#filledAtMs = nowMs;
    const lacking = Math.min(amount, this.#perMinute) - this.#tokens;
    if (lacking > 0) return (lacking / this.#perMinute) * MINUTE_MS;
    this.#tokens -= amount;
    return 0;
  }
}
