import { AppError, MEBIBYTE } from '@dragoman/contract';
import { untilAborted } from '../../platform/promises.js';
import { cpuMsOf, nextMessage, startThread } from '../../platform/threads.js';
import type {
  Batch,
  BatchAnswer,
  DocumentThreadAnswer,
  DocumentThreadRequest,
  ReadAnswer,
  ReadRequest,
  RefusedAnswer,
  WriteRequest,
  WrittenAnswer,
} from './translation-work.js';

/** One document in a thread of its own, with bounds on time and memory. */
interface DocumentThread {
  /** @throws AppError `invalid_file`, with the reason; the signal's reason once it aborts */
  read(request: Omit<ReadRequest, 'type'>): Promise<ReadAnswer>;
  /** @throws as {@link DocumentThread.read} */
  write(request: Omit<WriteRequest, 'type'>): Promise<WrittenAnswer>;
  /**
   * The next texts to be translated.
   *
   * @param translations of those before
   * @throws as {@link DocumentThread.read}
   */
  next(translations: Batch): Promise<Batch>;
  /** Ends the thread, whatever it is doing. */
  end(): Promise<void>;
}

/** How long a core may work for a step: far beyond what a sound document of a size takes. */
const STEP_CPU_MS = { always: 30_000, perMebibyte: 15_000 };
/** A step that takes this many times as long by the clock does not go on at all. */
const WALL_PER_CPU = 10;
/** Less young heap than usual: what does not outlive a paragraph is as quickly gone, and takes less room. */
const LIMITS = { heapMebibytes: 1024, youngHeapMebibytes: 8 };
/**
 * Bytes outside the heap, such as what a PDF inflates to, have no bound of their own in Node. What
 * the process grows by while the thread works tells of them.
 */
const MAX_GROWTH_BYTES = 1536 * MEBIBYTE;
const WATCH_INTERVAL_MS = 100;

const invalid = (reason: string, message: string): AppError =>
  new AppError('invalid_file', { message, reason });
const tooSlow = (): AppError =>
  invalid('too_slow', 'The document takes too long to read or write.');
const tooLarge = (): AppError => invalid('too_large', 'The document is too large.');

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Bytes with nothing else in the same memory, copied if need be. */
const aloneInMemory = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? new Uint8Array(bytes.buffer)
    : new Uint8Array(bytes);

/** @param signal ends the thread when it aborts */
export const startDocumentThread = (
  signal: AbortSignal,
  stepCpuMs: typeof STEP_CPU_MS = STEP_CPU_MS,
): DocumentThread => {
  const worker = startThread('features/documents/document-thread.js', LIMITS);
  let maxCpuMs = stepCpuMs.always;
  const excess = new AbortController();
  const ending = AbortSignal.any([signal, excess.signal]);
  const ask = async (
    request: DocumentThreadRequest,
    transfer: readonly ArrayBuffer[],
  ): Promise<DocumentThreadAnswer> => {
    ending.throwIfAborted();
    const growth = growthMeter.enter(() => cpuMsOf(worker));
    const beganCpuMs = cpuMsOf(worker) ?? 0;
    const watch = setInterval(() => {
      if (growth.bytes() > MAX_GROWTH_BYTES) excess.abort(tooLarge());
      else if ((cpuMsOf(worker) ?? 0) - beganCpuMs > maxCpuMs) excess.abort(tooSlow());
    }, WATCH_INTERVAL_MS);
    const timer = setTimeout(() => excess.abort(tooSlow()), WALL_PER_CPU * maxCpuMs);
    try {
      worker.postMessage(request, transfer);
      return await untilAborted(nextMessage<DocumentThreadAnswer>(worker), ending);
    } catch (error) {
      throw isOutOfMemory(error) ? tooLarge() : error;
    } finally {
      clearInterval(watch);
      clearTimeout(timer);
      growth.leave();
    }
  };

  const step = async <Answer extends DocumentThreadAnswer>(
    request: DocumentThreadRequest,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<Answer> => {
    const answer = await ask(request, transfer);
    if (answer.type === 'refused') {
      const { code, message } = answer satisfies RefusedAnswer;
      throw invalid(code, message);
    }
    return answer as Answer;
  };

  return {
    read: (request) => {
      const mebibytes = request.bytes.length / MEBIBYTE;
      maxCpuMs += stepCpuMs.perMebibyte * mebibytes;
      // The bytes are moved: nothing has them twice.
      const bytes = aloneInMemory(request.bytes);
      return step<ReadAnswer>({ type: 'read', ...request, bytes }, [bytes.buffer]);
    },
    next: async (translations) => (await step<BatchAnswer>({ type: 'batch', translations })).batch,
    write: (request) => step<WrittenAnswer>({ type: 'write', ...request }),
    end: async () => {
      await worker.terminate();
    },
  };
};

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

/** One for all documents of the process, which it divides the growth among. */
const growthMeter = createGrowthMeter();
