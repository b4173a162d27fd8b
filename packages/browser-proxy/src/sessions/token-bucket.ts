const MINUTE_MS = 60_000;

/**
 * A limit by the minute that lets short bursts pass: a bucket holds one minute's worth and fills
 * evenly. A demand larger than the bucket passes when it is full, and the next one waits longer.
 */
export class TokenBucket {
  readonly #perMinute: number;
  #tokens: number;
  #filledAtMs: number;

  /** @param nowMs any clock's time; the same clock's is given to the methods */
  constructor(perMinute: number, nowMs: number) {
    this.#perMinute = perMinute;
    this.#tokens = perMinute;
    this.#filledAtMs = nowMs;
  }

  /** @returns milliseconds until so much is in the bucket; 0 when it is, and then it is taken */
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
