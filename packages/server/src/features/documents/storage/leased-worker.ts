import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@dragoman/core';
import type { RunDocument } from '../document-queue.js';

/** How often a queue is asked that was empty. */
const POLL_INTERVAL_MS = 1000;
/** How often a lease is renewed. */
const RENEWAL_INTERVAL_MS = 10_000;

/** Jobs that are given for a limited time, which the holder extends. */
export interface Leases<Data> {
  /** Takes the next job; undefined when there is none. */
  take(): Promise<{ readonly lease: string; readonly data: Data } | undefined>;
  /** @returns the new lease; undefined when the old one is lost */
  renew(lease: string, data: Data): Promise<string | undefined>;
  /** Gives the job back, to be taken at once. */
  release(lease: string, data: Data): Promise<void>;
  /** Removes the job. */
  finish(lease: string): Promise<void>;
}

/** Does some leased jobs at a time. */
export interface LeasedWorker<Data> {
  start(): void;
  /** A job was added: it is looked for now. */
  wake(): void;
  /** Ends the running jobs that are meant. */
  cancel(isMeant: (data: Data) => boolean): Promise<void>;
  /** Gives the running jobs back and takes no other. */
  stop(): Promise<void>;
}

export const createLeasedWorker = <Data extends { readonly id: string }>(
  leases: Leases<Data>,
  {
    run,
    limit,
    log,
  }: {
    readonly run: RunDocument;
    /** How many jobs are under way. */
    readonly limit: number;
    readonly log: Logger;
  },
): LeasedWorker<Data> => {
  let isStopped = false;
  let working: Promise<void> | undefined;
  let pause = new AbortController();
  const running = new Set<{
    readonly data: Data;
    readonly abort: AbortController;
    readonly ended: Promise<void>;
  }>();

  const work = async (lease: string, data: Data, abort: AbortController): Promise<void> => {
    let held: string | undefined = lease;
    let renewal = Promise.resolve();
    const renew = async () => {
      if (held === undefined) return;
      try {
        held = await leases.renew(held, data);
        if (held === undefined) abort.abort(new Error('another server has the document'));
      } catch (error) {
        log.warn({ document: data.id, err: error }, 'the lease of a document is not renewed');
      }
    };
    const timer = setInterval(() => {
      renewal = renewal.then(renew);
    }, RENEWAL_INTERVAL_MS);
    const isFinished = await run(data.id, abort.signal);
    clearInterval(timer);
    await renewal;
    if (held === undefined) return;
    if (isFinished) await leases.finish(held);
    else if (isStopped) await leases.release(held, data);
    // Otherwise the lease runs out, and the document is tried again.
  };

  const begin = (lease: string, data: Data): void => {
    const abort = new AbortController();
    const ended = work(lease, data, abort).catch((error) => {
      log.warn({ document: data.id, err: error }, 'the lease of a document is not given back');
    });
    const job = { data, abort, ended };
    running.add(job);
    void ended.then(() => {
      running.delete(job);
      pause.abort();
    });
  };

  const loop = async (): Promise<void> => {
    while (!isStopped) {
      pause = new AbortController();
      try {
        const job = running.size < limit ? await leases.take() : undefined;
        if (job && isStopped) await leases.release(job.lease, job.data);
        else if (job) {
          begin(job.lease, job.data);
          continue;
        }
      } catch (error) {
        log.warn({ err: error }, 'the queue of documents cannot be used now; it is tried again');
      }
      await sleep(POLL_INTERVAL_MS, undefined, { signal: pause.signal }).catch(() => {});
    }
  };

  return {
    start() {
      working ??= loop();
    },
    wake: () => pause.abort(),
    async cancel(isMeant) {
      const meant = [...running].filter(({ data }) => isMeant(data));
      for (const { abort } of meant) abort.abort(new Error('the document was removed'));
      await Promise.all(meant.map(({ ended }) => ended));
    },
    async stop() {
      isStopped = true;
      pause.abort();
      for (const { abort } of running) abort.abort(new Error('the server stops'));
      await working;
      await Promise.all([...running].map(({ ended }) => ended));
    },
  };
};
