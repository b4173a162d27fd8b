/** What the process has taken so far, and how long its cores have worked. */
interface ProcessCounters {
  readonly rssBytes: () => number;
  /** Of all threads together. */
  readonly cpuMs: () => number;
}

/** What one thread adds to the memory of the process. */
interface MemoryGrowth {
  /** About as many bytes, since it was entered. */
  bytes(): number;
  leave(): void;
}

/** Estimates what each of some threads adds to the memory of the process. */
interface GrowthMeter {
  /** @param cpuMs how long a core has worked for the thread; undefined where nobody can tell */
  enter(cpuMs: () => number | undefined): MemoryGrowth;
}

interface Entered {
  readonly cpuMs: () => number | undefined;
  lastCpuMs: number;
  bytes: number;
}

const PROCESS: ProcessCounters = {
  rssBytes: process.memoryUsage.rss,
  cpuMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/**
 * The system counts memory for a process only. What it grows by from one look to the next is divided
 * among the threads by the time that cores worked for them meanwhile, and what is left is not theirs:
 * a document is not held responsible for others that are read at the same time, nor for translations.
 */
export const createGrowthMeter = (counters: ProcessCounters = PROCESS): GrowthMeter => {
  const threads = new Set<Entered>();
  let lastRssBytes = 0;
  let lastCpuMs = 0;

  const look = (): void => {
    const rssBytes = counters.rssBytes();
    const cpuMs = counters.cpuMs();
    const worked = Array.from(threads, (thread) => {
      const ownMs = thread.cpuMs();
      const workedMs = ownMs === undefined ? undefined : ownMs - thread.lastCpuMs;
      thread.lastCpuMs = ownMs ?? thread.lastCpuMs;
      return { thread, workedMs };
    });
    const ofThreads = worked.reduce((sum, { workedMs = 0 }) => sum + workedMs, 0);
    // The counters of threads are coarser than that of the process.
    const allMs = Math.max(cpuMs - lastCpuMs, ofThreads);
    for (const { thread, workedMs } of worked) {
      const share = workedMs === undefined ? 1 / threads.size : allMs > 0 ? workedMs / allMs : 0;
      thread.bytes = Math.max(0, thread.bytes + share * (rssBytes - lastRssBytes));
    }
    [lastRssBytes, lastCpuMs] = [rssBytes, cpuMs];
  };

  return {
    enter(cpuMs) {
      look();
      const entered: Entered = { cpuMs, lastCpuMs: cpuMs() ?? 0, bytes: 0 };
      threads.add(entered);
      return {
        bytes() {
          look();
          return entered.bytes;
        },
        leave: () => void threads.delete(entered),
      };
    },
  };
};
