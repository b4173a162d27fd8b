import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@dragoman/core';
import type { RunDocument } from '../../documents/jobs/document-queue.js';

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

/** Does one leased job at a time. */
export interface LeasedWorker<Data> {
  start(): void;
  /** A job was added: it is looked for now. */
  wake(): void;
  /** Ends the running job if it is meant. */
  cancel(isMeant: (data: Data) => boolean): Promise<void>;
  /** Gives the running job back and takes no other. */
  stop(): Promise<void>;
}

export const createLeasedWorker = <Data extends { readonly id: string }>(
  leases: Leases<Data>,
  { run, log }: { readonly run: RunDocument; readonly log: Logger },
): LeasedWorker<Data> => {
  let isStopped = false;
  let working: Promise<void> | undefined;
  let pause = new AbortController();
  let current: { readonly data: Data; abort: AbortController; ended: Promise<void> } | undefined;

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

  const loop = async (): Promise<void> => {
    while (!isStopped) {
      pause = new AbortController();
      try {
        const job = await leases.take();
        if (job && isStopped) await leases.release(job.lease, job.data);
        else if (job) {
          const abort = new AbortController();
          const ended = work(job.lease, job.data, abort);
          current = { data: job.data, abort, ended };
          await ended;
          continue;
        }
      } catch (error) {
        log.warn({ err: error }, 'the queue of documents cannot be used now; it is tried again');
      } finally {
        current = undefined;
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
      if (!current || !isMeant(current.data)) return;
      current.abort.abort(new Error('the document was removed'));
      await current.ended.catch(() => {});
    },
    async stop() {
      isStopped = true;
      pause.abort();
      current?.abort.abort(new Error('the server stops'));
      await working;
    },
  };
};
