import { setTimeout as sleep } from 'node:timers/promises';
import { whenAborted } from '../../platform/until-aborted.js';
import type { DocumentFiles } from './document-files.js';
import { isSmall, type OpenDocumentQueue, type QueuedDocument } from './document-queue.js';
import type { DocumentStore } from './document-record.js';

/** Those that are read and written at the same time take memory; the others only wait for turns. */
const LARGE = { all: 4, perOwner: 2 };
const SMALL = { all: 4, perOwner: 2 };
/** While the disk is full or the database is away, a document is tried again after so long. */
const PAUSES_MS = [1000, 2000, 5000, 10_000, 30_000];
/** A document whose files are just being stored is nobody's yet. */
const UPLOAD_GRACE_MS = 60_000;

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

/** How many jobs are running. */
export interface LaneLimits {
  readonly all: number;
  readonly perOwner: number;
}

interface Job extends QueuedDocument {
  readonly abort: AbortController;
  readonly end: () => void;
  readonly ended: Promise<void>;
}

/**
 * Owners get their turns one after the other, however much each has waiting.
 *
 * @param run must not reject; is to end soon once the signal aborts
 */
export const createFairLane = (
  limits: LaneLimits,
  run: (id: string, signal: AbortSignal) => Promise<void>,
): FairLane => {
  const waiting: Job[] = [];
  const running = new Set<Job>();
  /** When each owner had its last turn, in turns. */
  const lastTurns = new Map<string, number>();
  let turn = 0;
  let isStopped = false;

  const turnOf = (ownerId: string) => lastTurns.get(ownerId) ?? 0;

  const isFull = (ownerId: string): boolean =>
    [...running].filter((job) => job.ownerId === ownerId).length >= limits.perOwner;

  const next = (): Job | undefined => {
    if (isStopped || running.size >= limits.all) return undefined;
    let chosen: Job | undefined;
    for (const job of waiting) {
      const isEarlier = !chosen || turnOf(job.ownerId) < turnOf(chosen.ownerId);
      if (isEarlier && !isFull(job.ownerId)) chosen = job;
    }
    if (chosen) waiting.splice(waiting.indexOf(chosen), 1);
    return chosen;
  };

  const work = async (job: Job): Promise<void> => {
    running.add(job);
    lastTurns.set(job.ownerId, ++turn);
    await run(job.id, job.abort.signal);
    job.end();
    running.delete(job);
    // Nobody waits, so nobody has to be remembered.
    if (waiting.length === 0 && running.size === 0) lastTurns.clear();
    beginNext();
  };

  const beginNext = (): void => {
    for (let job = next(); job; job = next()) void work(job);
  };

  const find = (id: string): Job | undefined =>
    [...running, ...waiting].find((job) => job.id === id);

  return {
    add(job) {
      const { promise, resolve } = newPromise();
      waiting.push({ ...job, abort: new AbortController(), end: resolve, ended: promise });
      beginNext();
    },
    ended: (id) => find(id)?.ended,
    position(id) {
      const job = waiting.find((one) => one.id === id);
      if (!job) return undefined;
      const own = turnOf(job.ownerId);
      const counts = new Map<string, number>();
      for (const { ownerId } of waiting) counts.set(ownerId, (counts.get(ownerId) ?? 0) + 1);
      const before = waiting.filter(({ ownerId }) => ownerId === job.ownerId).indexOf(job);
      let ahead = before;
      let isSeen = false;
      for (const [ownerId, count] of counts) {
        if (ownerId === job.ownerId) {
          isSeen = true;
          continue;
        }
        // Each has as many turns before it as its own owner, those who are sooner one more.
        const isSooner = turnOf(ownerId) < own || (turnOf(ownerId) === own && !isSeen);
        ahead += Math.min(count, before + (isSooner ? 1 : 0));
      }
      return ahead + 1;
    },
    async cancel(id) {
      const job = find(id);
      if (!job) return;
      job.abort.abort(new Error('the document was removed'));
      if (!running.has(job)) {
        waiting.splice(waiting.indexOf(job), 1);
        job.end();
      }
      await job.ended;
    },
    async stop() {
      isStopped = true;
      for (const job of waiting.splice(0)) job.end();
      for (const { abort } of running) abort.abort(new Error('the server stops'));
      await Promise.all([...running].map(({ ended }) => ended));
    },
  };
};

const newPromise = () => {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
};

/** The queue of a server that shares its documents with no other. It is in memory. */
export const createLocalQueue =
  (
    store: Pick<DocumentStore, 'listUnfinished'>,
    files: Pick<DocumentFiles, 'read'>,
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
    const large = createFairLane(LARGE, untilFinished);
    const small = createFairLane(SMALL, untilFinished);
    const lanes = [large, small];
    const ended = (id: string) => large.ended(id) ?? small.ended(id);
    const add = (document: QueuedDocument): void => {
      if (!ended(document.id)) (isSmall(document) ? small : large).add(document);
    };

    const recover = async (): Promise<readonly string[]> => {
      const lost: string[] = [];
      for (const { id, ownerId, options, createdAtMs } of await store.listUnfinished()) {
        if (ended(id)) continue;
        // With neither a key nor a result nobody can go on.
        const canGoOn = (await files.read(id, 'key')) ?? (await files.read(id, 'result'));
        if (canGoOn) add({ id, ownerId, byteCount: options.byteCount ?? 0 });
        else if (createdAtMs < now() - UPLOAD_GRACE_MS) lost.push(id);
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
        await Promise.all(lanes.map((lane) => lane.cancel(id)));
      },
      async stop() {
        await Promise.all(lanes.map((lane) => lane.stop()));
      },
    };
  };
