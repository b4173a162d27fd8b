/** Counts failures, and says when a server needs a rest. */
export class CircuitBreaker {
  readonly #limit: number;
  #failures = 0;
  #openings = 0;
  #isOpen: boolean;

  /**
   * @param limit failures one after the other that open it
   * @param isOpen whether it is open at first, until something succeeds
   */
  constructor(limit: number, isOpen: boolean) {
    this.#limit = limit;
    this.#isOpen = isOpen;
  }

  /** While it is open, nothing is sent but trials. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** How often it was opened. */
  get openings(): number {
    return this.#openings;
  }

  noteSuccess(): void {
    this.#failures = 0;
    this.#isOpen = false;
  }

  /** @param isFinal whether the next call will fail as well: the key is wrong, the model is unknown */
  noteFailure(isFinal: boolean): void {
    this.#failures += 1;
    if (this.#isOpen || (!isFinal && this.#failures < this.#limit)) return;
    this.#isOpen = true;
    this.#openings += 1;
  }
}
