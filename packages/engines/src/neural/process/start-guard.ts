const MAX_FAILURES_IN_A_ROW = 3;
const PAUSE_MS = 10_000;

/** Stops a machine that can start no process from trying without end. */
export class StartGuard {
  #failures = 0;
  #problem: string | undefined;
  #pausedUntilMs = 0;

  /** Why no process could be started lately; undefined while they can. */
  get problem(): string | undefined {
    return this.#problem;
  }

  mayStart(nowMs: number): boolean {
    return nowMs >= this.#pausedUntilMs;
  }

  noteSuccess(): void {
    this.#failures = 0;
    this.#problem = undefined;
  }

  noteFailure(reason: string, nowMs: number): void {
    this.#failures += 1;
    this.#problem = reason;
    if (this.#failures >= MAX_FAILURES_IN_A_ROW) this.#pausedUntilMs = nowMs + PAUSE_MS;
  }
}
