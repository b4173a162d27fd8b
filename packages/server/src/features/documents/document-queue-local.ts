import { setTimeout as sleep } from 'node:timers/promises';
import { whenAborted } from '../../platform/promises.js';
import { createWorkQueue, type WorkLimits } from '../../platform/work-queue.js';
import type { DocumentFiles } from './document-files.js';
import {
  LOCAL_LANES,
  localLaneOf,
  type OpenDocumentQueue,
  type QueuedDocument,
} from './document-queue.js';
import type { DocumentStore } from './document-record.js';

/** While the disk is full or the database is away, a document is tried again after so long. */
const PAUSES_MS = [1000, 2000, 5000, 10_000, 30_000];
/** A document whose files are just being stored is nobody's yet. */
const STORING_GRACE_MS = 60_000;

/** Does several jobs at a time. */
interface FairLane {
  add(job: QueuedDocument): void;
  /** Settles when the job has ended, however it did; undefined when it is not here. */
  ended(id: string): Promise<void> | undefined;
  /** Which one it is among those that wait, from 1; undefined when it does not wait. */
  position(id: string): number | undefined;
  /** Takes a waiting job out, or aborts it. Settles when it is gone. */
  cancel(id: string): Promise<void>;
  /** Aborts the running jobs and begins no other. */
  stop(): Promise<void>;
}

interface Job extends QueuedDocument {
  readonly abort: AbortController;
  ended: Promise<void>;
}

/** @param run must not reject; is to end soon once the signal aborts */
export const createFairLane = (
  limits: WorkLimits,
  run: (id: string, signal: AbortSignal) => Promise<void>,
): FairLane => {
  const queue = createWorkQueue(limits);
  const jobs = new Map<string, Job>();
  let isStopped = false;

  return {
    add(document) {
      if (isStopped) return;
      const { id } = document;
      const job: Job = { ...document, abort: new AbortController(), ended: Promise.resolve() };
      const { signal } = job.abort;
      jobs.set(id, job);
      job.ended = queue
        .run(job, signal, () => run(id, signal))
        .catch(() => {}) // It was cancelled while it waited.
        .finally(() => jobs.delete(id));
    },
    ended: (id) => jobs.get(id)?.ended,
    position(id) {
      const job = jobs.get(id);
      return job && queue.position(job);
    },
    async cancel(id) {
      const job = jobs.get(id);
      job?.abort.abort(new Error('the document was removed'));
      await job?.ended;
    },
    async stop() {
      isStopped = true;
      for (const { abort } of jobs.values()) abort.abort(new Error('the server stops'));
      await Promise.all([...jobs.values()].map(({ ended }) => ended));
    },
  };
};

/** The queue of a server that shares its documents with no other. It is in memory. */
export const createLocalQueue =
  (
    store: Pick<DocumentStore, 'listUnfinished'>,
    files: Pick<DocumentFiles, 'has'>,
    now: () => number,
  ): OpenDocumentQueue =>
  (run) => {
    const untilFinished = async (id: string, signal: AbortSignal): Promise<void> => {
      for (let failures = 0; !(await run(id, signal)); failures++) {
        if (signal.aborted) return;
        const pauseMs = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)];
        await sleep(pauseMs, undefined, { signal }).catch(() => {});
      }
    };
    const lanes = {
      large: createFairLane(LOCAL_LANES.large, untilFinished),
      small: createFairLane(LOCAL_LANES.small, untilFinished),
    };
    const { large, small } = lanes;
    const ended = (id: string) => large.ended(id) ?? small.ended(id);
    const add = (document: QueuedDocument): void => {
      if (!ended(document.id)) lanes[localLaneOf(document)].add(document);
    };

    /** A file that cannot be read is there; whether it can be used shows when its turn comes. */
    const hasFile = async (id: string): Promise<boolean> =>
      (await files.has(id, 'key').catch(() => true)) || files.has(id, 'result').catch(() => true);

    const recover = async (): Promise<readonly string[]> => {
      const lost: string[] = [];
      for (const { id, ownerId, options, createdAtMs } of await store.listUnfinished()) {
        if (ended(id)) continue;
        // With neither a key nor a result nobody can go on.
        const canGoOn = await hasFile(id);
        if (canGoOn) add({ id, ownerId, byteCount: options.byteCount ?? 0 });
        else if (createdAtMs < now() - STORING_GRACE_MS) lost.push(id);
      }
      return lost;
    };

    return {
      isShared: false,
      add: async (document) => add(document),
      async start() {
        await recover();
      },
      recover,
      has: (id) => ended(id) !== undefined,
      position: async (id) => large.position(id) ?? small.position(id),
      async untilEnded(id, signal) {
        await Promise.race([ended(id), whenAborted(signal)]);
      },
      async cancel(id) {
        await Promise.all([large.cancel(id), small.cancel(id)]);
      },
      async stop() {
        await Promise.all([large.stop(), small.stop()]);
      },
    };
  };
