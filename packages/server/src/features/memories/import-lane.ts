import type { Logger } from '@dragoman/core';

/** Does imports one after another, and cleans up between them. */
export interface ImportLane {
  add(jobId: string): void;
  /** Cleans up now and then, from now on. */
  start(): void;
  /** Interrupts what is running. Its file stays, so that the next start does it again. */
  stop(): Promise<void>;
}

export interface ImportLaneOptions {
  readonly run: (jobId: string, signal: AbortSignal) => Promise<void>;
  readonly sweep: (signal: AbortSignal) => Promise<void>;
  readonly sweepIntervalMs: number;
  readonly log: Logger;
}

export const createImportLane = ({
  run,
  sweep,
  sweepIntervalMs,
  log,
}: ImportLaneOptions): ImportLane => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let last: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const enqueue = (work: () => Promise<void>, failure: string): void => {
    last = last.then(async () => {
      if (signal.aborted) return;
      try {
        await work();
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, failure);
      }
    });
  };
  const clean = () => enqueue(() => sweep(signal), 'translation memories cannot be deleted now');

  return {
    add(jobId) {
      enqueue(
        () => run(jobId, signal),
        'an import could not be ended; it is done again at the next start',
      );
      // What a failed import has left.
      clean();
    },
    start() {
      clean();
      timer = setInterval(clean, sweepIntervalMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort(new Error('the server stops'));
      await last;
    },
  };
};
