/** Something that holds memory and can give it back. */
export interface MemoryHolder {
  readonly isIdle: boolean;
  /** When it last did work, by `performance.now()`. */
  readonly lastUsedMs: number;
  /** Gives all its memory back. Called only while idle; the budget releases it already. */
  evict(): void;
}

interface Waiter {
  readonly holder: MemoryHolder;
  readonly bytes: number;
  readonly isWanted: () => boolean;
  readonly finish: (hasRoom: boolean) => void;
}

/** A holder that worked so recently is likely to work again: what is started takes a while to start. */
const RECENT_MS = 5000;

/**
 * Keeps the memory of several holders below a cap: a new holder either fits, evicts the least recently
 * used idle holders, or waits until one is idle. First come, first served.
 *
 * Where work goes back and forth between holders, they may have more together for a while: those
 * that worked in the last seconds are only evicted beyond `busyMaxBytes`.
 */
export class MemoryBudget {
  readonly #maxBytes: number;
  readonly #busyMaxBytes: number;
  readonly #bytesByHolder = new Map<MemoryHolder, number>();
  readonly #waiters: Waiter[] = [];

  /** @param busyMaxBytes @default maxBytes */
  constructor(maxBytes: number, busyMaxBytes = maxBytes) {
    this.#maxBytes = maxBytes;
    this.#busyMaxBytes = Math.max(maxBytes, busyMaxBytes);
  }

  get usedBytes(): number {
    let sum = 0;
    for (const bytes of this.#bytesByHolder.values()) sum += bytes;
    return sum;
  }

  /**
   * Resolves to true once `bytes` are reserved for the holder, to false when `waitMs` pass first,
   * it is no longer wanted when it is its turn, or `bytes` is more than the cap itself.
   */
  reserve(
    holder: MemoryHolder,
    bytes: number,
    waitMs: number,
    isWanted: () => boolean = () => true,
  ): Promise<boolean> {
    if (bytes > this.#maxBytes) return Promise.resolve(false);
    if (this.#waiters.length === 0 && this.#tryReserve(holder, bytes)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const finish = (hasRoom: boolean): void => {
        clearTimeout(timer);
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        resolve(hasRoom);
      };
      const waiter: Waiter = { holder, bytes, isWanted, finish };
      const timer = setTimeout(() => {
        finish(false);
        this.noteChange();
      }, waitMs);
      this.#waiters.push(waiter);
    });
  }

  /**
   * Corrects what a holder takes, once measured; idle others make room where that is more than
   * was reserved. False when the cap stays exceeded all the same.
   */
  correct(holder: MemoryHolder, bytes: number): boolean {
    if (!this.#bytesByHolder.has(holder)) return true;
    this.#bytesByHolder.set(holder, bytes);
    this.#makeRoom(0, holder);
    this.noteChange();
    return this.usedBytes <= this.#busyMaxBytes;
  }

  /** Evicts those that have not worked lately, as long as the cap is exceeded; to be called at times. */
  trim(): void {
    this.#evictQuiet(this.usedBytes - this.#maxBytes);
  }

  release(holder: MemoryHolder): void {
    if (this.#bytesByHolder.delete(holder)) this.noteChange();
  }

  /** To be called when a holder becomes idle: one who waits may take its place. */
  noteChange(): void {
    for (let next = this.#waiters[0]; next; next = this.#waiters[0]) {
      const isWanted = next.isWanted();
      if (isWanted && !this.#tryReserve(next.holder, next.bytes)) return;
      next.finish(isWanted);
    }
  }

  #tryReserve(holder: MemoryHolder, bytes: number): boolean {
    const excessBytes = this.usedBytes + bytes - this.#busyMaxBytes;
    // Nobody is sent away in vain: either the idle ones together make enough room, or all stay.
    const idleBytes = this.#idleHolders(holder).reduce((sum, idle) => sum + this.#bytesOf(idle), 0);
    if (idleBytes < excessBytes) return false;
    this.#makeRoom(bytes, holder);
    this.#bytesByHolder.set(holder, bytes);
    return true;
  }

  /** Evicts who has not worked lately, down to the cap, and others only as far as they must leave. */
  #makeRoom(bytes: number, exceptHolder: MemoryHolder): void {
    this.#evictQuiet(this.usedBytes + bytes - this.#maxBytes, exceptHolder);
    const excessBytes = this.usedBytes + bytes - this.#busyMaxBytes;
    this.#evict(this.#idleHolders(exceptHolder), excessBytes);
  }

  #evictQuiet(excessBytes: number, exceptHolder?: MemoryHolder): void {
    const quiet = this.#idleHolders(exceptHolder).filter((holder) => !isRecent(holder));
    this.#evict(quiet, excessBytes);
  }

  #evict(holders: readonly MemoryHolder[], excessBytes: number): void {
    let leftBytes = excessBytes;
    for (const holder of holders) {
      if (leftBytes <= 0) return;
      leftBytes -= this.#bytesOf(holder);
      this.#bytesByHolder.delete(holder);
      holder.evict();
    }
  }

  /** The least recently used first. */
  #idleHolders(exceptHolder?: MemoryHolder): readonly MemoryHolder[] {
    return [...this.#bytesByHolder.keys()]
      .filter((holder) => holder !== exceptHolder && holder.isIdle)
      .sort((left, right) => left.lastUsedMs - right.lastUsedMs);
  }

  #bytesOf(holder: MemoryHolder): number {
    return this.#bytesByHolder.get(holder) ?? 0;
  }
}

const isRecent = ({ lastUsedMs }: MemoryHolder): boolean =>
  performance.now() - lastUsedMs < RECENT_MS;
