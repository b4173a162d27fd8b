/**
 * Lets one caller go on in each turn of the event loop. Many answers may come at once, and looking at
 * one takes milliseconds; so everything else waits for one of them only.
 */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves in a turn of its own. */
  take(): Promise<void> {
    this.#last = this.#last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return this.#last;
  }
}
