// A single sentence says little: some have no alignment to find.
const MIN_FAILURES = 8;
const MAX_FAILURES_PER_SUCCESS = 3;
/** Then it is tried again: the sentences may have been to blame, and all callers share the record. */
const PAUSE_MS = 60_000;

/** How the alignment of one model has fared, and whether asking for it is worth the time. */
export class AlignmentRecord {
  readonly #now: () => number;
  #successes = 0;
  #failures = 0;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  #isRuledOut = false;

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get isUsable(): boolean {
    return !this.#isRuledOut && this.#now() >= this.#pausedUntilMs;
  }

  /** Notes whether the alignment of a sentence could be one. */
  note(isPlausible: boolean): void {
    if (isPlausible) this.#successes++;
    else this.#failures++;
    const isBad = this.#failures > this.#successes * MAX_FAILURES_PER_SUCCESS;
    if (this.#failures < MIN_FAILURES || !isBad) return;
    this.#pausedUntilMs = this.#now() + PAUSE_MS;
    this.#successes = 0;
    this.#failures = 0;
  }

  /** The model has none. */
  ruleOut(): void {
    this.#isRuledOut = true;
  }
}
