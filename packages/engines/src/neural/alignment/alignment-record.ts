// A single sentence says little: some have no alignment to find.
const MIN_FAILURES = 8;
const MAX_FAILURES_PER_SUCCESS = 3;

/** How the alignment of one model has fared, and whether asking for it is worth the time. */
export class AlignmentRecord {
  #successes = 0;
  #failures = 0;
  #isRuledOut = false;

  get isUsable(): boolean {
    if (this.#isRuledOut) return false;
    const isBad = this.#failures > this.#successes * MAX_FAILURES_PER_SUCCESS;
    return this.#failures < MIN_FAILURES || !isBad;
  }

  /** Notes whether the alignment of a sentence could be one. */
  note(isPlausible: boolean): void {
    if (isPlausible) this.#successes++;
    else this.#failures++;
  }

  /** The model has none. */
  ruleOut(): void {
    this.#isRuledOut = true;
  }
}
