/** Runs work soon after the last of a flurry of changes, and only the newest of it counts. */
export interface Latest {
  /** Something changed: run once it has been quiet for a moment, or at last after a while. */
  soon(): void;
  /** Run at once. */
  now(): void;
  /** Run after so long, unless something changes before. */
  after(delayMs: number): void;
  /** Forget what is planned and abort what runs. */
  cancel(): void;
}

/** Long enough for the next key of a fluent typist, short enough to feel immediate. */
const QUIET_MS = 300;
/** Who never pauses sees a translation all the same. */
const LONGEST_WAIT_MS = 1200;

/**
 * @param work must stop, and show nothing, once its signal has aborted: then newer work has begun
 */
export const createLatest = (work: (signal: AbortSignal) => Promise<void>): Latest => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSinceMs: number | undefined;
  let running: AbortController | undefined;

  const clear = () => {
    clearTimeout(timer);
    waitingSinceMs = undefined;
  };
  const start = () => {
    clear();
    running?.abort();
    running = new AbortController();
    void work(running.signal);
  };
  const plan = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(start, delayMs);
  };
  return {
    soon() {
      waitingSinceMs ??= performance.now();
      plan(Math.min(QUIET_MS, waitingSinceMs + LONGEST_WAIT_MS - performance.now()));
    },
    now: start,
    after(delayMs) {
      clear();
      plan(delayMs);
    },
    cancel() {
      clear();
      running?.abort();
    },
  };
};
