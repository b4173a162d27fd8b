/** Runs work soon after the last of several changes (debouncing); only the newest run counts. */
export interface Latest {
  /** Something changed: run after a short pause, or at the latest after a while. */
  soon(): void;
  /** Run immediately. */
  now(): void;
  /** Run after the given time, unless something changes before. */
  after(delayMs: number): void;
  /** Cancel the planned run and abort the current one. */
  cancel(): void;
}

/** About the pause between two keys when typing fluently, short enough to feel immediate. */
const QUIET_MS = 200;
/** Without a pause in typing, there is still a translation. */
const MAX_WAIT_MS = 1200;

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
      plan(Math.min(QUIET_MS, waitingSinceMs + MAX_WAIT_MS - performance.now()));
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
