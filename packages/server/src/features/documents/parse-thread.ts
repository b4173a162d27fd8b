import { Worker } from 'node:worker_threads';
import { AppError } from '@dragoman/contract';
import type {
  BatchAnswer,
  ParseAnswer,
  ParseRequest,
  ReadAnswer,
  ReadRequest,
  RefusedAnswer,
  WriteRequest,
  WrittenAnswer,
} from './parse-protocol.js';

/** One document in a thread of its own, with bounds on time and memory. */
export interface ParseThread {
  /** @throws AppError `invalid_file`, with the reason; the signal's reason once it aborts */
  read(request: Omit<ReadRequest, 'type'>): Promise<ReadAnswer>;
  /** @throws as {@link ParseThread.read} */
  write(request: Omit<WriteRequest, 'type'>): Promise<WrittenAnswer>;
  /**
   * The next texts to be translated.
   *
   * @param translations of those before
   * @throws as {@link ParseThread.read}
   */
  next(translations: readonly string[]): Promise<BatchAnswer>;
  /** Ends the thread, whatever it is doing. */
  end(): Promise<void>;
}

// Tests run from source, where no compiled worker lies beside this file.
const WORKER_FILE = new URL('../../../dist/features/documents/parse-worker.js', import.meta.url);

/** Far beyond what a sound document of a size takes. */
const STEP_TIMEOUT_MS = { always: 30_000, perMebibyte: 15_000 };
const MEBIBYTE = 1024 * 1024;
const MAX_HEAP_MEBIBYTES = 1024;
/** Less than usual: what does not outlive a paragraph is as quickly gone, and takes less room. */
const MAX_YOUNG_HEAP_MEBIBYTES = 8;
/**
 * Bytes outside the heap, such as what a PDF inflates to, have no bound of their own in Node. What
 * the whole process grows by while a document is read tells of them.
 */
const MAX_GROWTH_BYTES = 1536 * 1024 * 1024;
const WATCH_INTERVAL_MS = 100;

const invalid = (message: string): AppError => new AppError('invalid_file', { message });
const tooLarge = (): AppError => invalid('The document is too large.');

/** @param signal ends the thread when it aborts */
export const startParseThread = (signal: AbortSignal): ParseThread => {
  const worker = new Worker(WORKER_FILE, {
    env: {},
    execArgv: [],
    stdin: false,
    resourceLimits: {
      maxOldGenerationSizeMb: MAX_HEAP_MEBIBYTES,
      maxYoungGenerationSizeMb: MAX_YOUNG_HEAP_MEBIBYTES,
    },
  });
  let stepTimeoutMs = STEP_TIMEOUT_MS.always;
  const ask = (request: ParseRequest, transfer: readonly ArrayBuffer[]): Promise<ParseAnswer> =>
    new Promise<ParseAnswer>((resolve, reject) => {
      const began = process.memoryUsage.rss();
      const watch = setInterval(() => {
        if (process.memoryUsage.rss() - began > MAX_GROWTH_BYTES) settle(() => reject(tooLarge()));
      }, WATCH_INTERVAL_MS);
      const timer = setTimeout(
        () => settle(() => reject(invalid('The document takes too long to read or write.'))),
        stepTimeoutMs,
      );
      const onMessage = (answer: ParseAnswer) => settle(() => resolve(answer));
      const onError = (error: Error & { readonly code?: string }) =>
        settle(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error));
      const onExit = () => settle(() => reject(new Error('the thread of the document ended')));
      const onAbort = () => settle(() => reject(signal.reason));
      const settle = (tell: () => void) => {
        clearInterval(watch);
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        signal.removeEventListener('abort', onAbort);
        tell();
      };
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      else worker.postMessage(request, transfer);
    });
  // Without a listener an error between two steps would end the server.
  worker.on('error', () => {});

  const step = async <Answer extends ParseAnswer>(
    request: ParseRequest,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<Answer> => {
    const answer = await ask(request, transfer);
    if (answer.type === 'refused') throw invalid((answer satisfies RefusedAnswer).message);
    return answer as Answer;
  };

  return {
    read: (request) => {
      const mebibytes = request.bytes.length / MEBIBYTE;
      stepTimeoutMs += STEP_TIMEOUT_MS.perMebibyte * mebibytes;
      // The bytes are moved: nothing has them twice.
      const bytes = new Uint8Array(request.bytes);
      return step<ReadAnswer>({ type: 'read', ...request, bytes }, [bytes.buffer]);
    },
    next: (translations) => step<BatchAnswer>({ type: 'batch', translations }),
    write: (request) => step<WrittenAnswer>({ type: 'write', ...request }),
    end: async () => {
      await worker.terminate();
    },
  };
};
