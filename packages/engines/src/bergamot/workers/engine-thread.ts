import { Worker } from 'node:worker_threads';
import type { DoneMessage, WorkerAnswer, WorkerRequest, WorkerStart } from './protocol.js';

/** A thread with an engine in it. It does one thing at a time; once it failed, it is gone. */
export interface EngineThread {
  /** Resolves when the thread can take requests. */
  readonly ready: Promise<DoneMessage>;
  /**
   * Sends one request; not before the last one was answered.
   *
   * @throws EngineThreadError when it failed, took too long or the thread ended.
   */
  ask(request: WorkerRequest, timeoutMs: number): Promise<DoneMessage>;
  /** Ends the thread, whatever it is doing. Safe to call twice. */
  end(): Promise<void>;
}

/** The thread has ended, or must be; nothing else is affected. */
export class EngineThreadError extends Error {
  override readonly name = 'EngineThreadError';
}

/** Starts an engine thread. */
export type StartThread = (start: WorkerStart) => EngineThread;

// Tests run from source, where no compiled worker lies beside this file.
const WORKER_FILE = new URL('../../../dist/bergamot/workers/thread-main.js', import.meta.url);
const START_TIMEOUT_MS = 30_000;
// For JavaScript only; the engine's own memory is not part of it.
const MAX_OLD_SPACE_MEBIBYTES = 256;

/** Starts an engine in a worker thread. */
export const startEngineThread: StartThread = (start) => {
  const worker = new Worker(WORKER_FILE, {
    workerData: start,
    env: {},
    execArgv: [],
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: MAX_OLD_SPACE_MEBIBYTES },
  });
  let pending: Pending | undefined;
  let ended: string | undefined;

  const expectAnswer = (timeoutMs: number): Promise<DoneMessage> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => fail(`gave no answer in ${timeoutMs} ms`), timeoutMs);
      pending = { resolve, reject, timer };
    });
  const settle = (): Pending | undefined => {
    const settled = pending;
    pending = undefined;
    clearTimeout(settled?.timer);
    return settled;
  };
  const fail = (reason: string): void => {
    ended ??= reason;
    settle()?.reject(new EngineThreadError(ended));
    void worker.terminate();
  };

  worker.on('message', (answer: WorkerAnswer) => {
    if (answer.type === 'failed') fail(answer.reason);
    else settle()?.resolve(answer);
  });
  worker.on('error', (error) => fail(error instanceof Error ? error.message : String(error)));
  worker.on('exit', (code) => fail(`ended with status ${code}`));

  return {
    ready: expectAnswer(START_TIMEOUT_MS),
    ask: (request, timeoutMs) => {
      if (ended !== undefined) return Promise.reject(new EngineThreadError(ended));
      worker.postMessage(request);
      return expectAnswer(timeoutMs);
    },
    end: async () => {
      fail('was ended');
      await worker.terminate();
    },
  };
};

interface Pending {
  readonly resolve: (answer: DoneMessage) => void;
  readonly reject: (error: EngineThreadError) => void;
  readonly timer: NodeJS.Timeout;
}
