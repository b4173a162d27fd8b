import type { QueuedDocument } from './document-queue.js';

/** Does one job at a time. */
export interface FairLane {
  add(job: QueuedDocument): void;
  /** Settles when the job has ended, however it did; undefined when it is not here. */
  ended(id: string): Promise<void> | undefined;
  /** Takes a waiting job out, or aborts it. Settles when it is gone. */
  cancel(id: string): Promise<void>;
  /** Aborts the job under way and begins no other. */
  stop(): Promise<void>;
}

interface Waiting extends QueuedDocument {
  readonly abort: AbortController;
  readonly end: () => void;
  readonly ended: Promise<void>;
}

/** @param run must not reject; is to end soon once the signal aborts */
export const createFairLane = (
  run: (id: string, signal: AbortSignal) => Promise<void>,
): FairLane => {
  const waiting: Waiting[] = [];
  /** When each owner had its last turn, in turns. */
  const lastTurns = new Map<string, number>();
  let turn = 0;
  let current: Waiting | undefined;
  let isStopped = false;

  const next = (): Waiting | undefined => {
    if (waiting.length === 0) return undefined;
    const turnOf = ({ ownerId }: Waiting) => lastTurns.get(ownerId) ?? 0;
    const chosen = waiting.reduce((best, job) => (turnOf(job) < turnOf(best) ? job : best));
    waiting.splice(waiting.indexOf(chosen), 1);
    return chosen;
  };

  const work = async (): Promise<void> => {
    if (current || isStopped) return;
    current = next();
    if (!current) {
      // Nobody waits, so nobody has to be remembered.
      lastTurns.clear();
      return;
    }
    lastTurns.set(current.ownerId, ++turn);
    await run(current.id, current.abort.signal);
    current.end();
    current = undefined;
    void work();
  };

  const find = (id: string): Waiting | undefined =>
    current?.id === id ? current : waiting.find((job) => job.id === id);

  return {
    add(job) {
      const { promise, resolve } = newPromise();
      waiting.push({ ...job, abort: new AbortController(), end: resolve, ended: promise });
      void work();
    },
    ended: (id) => find(id)?.ended,
    async cancel(id) {
      const job = find(id);
      if (!job) return;
      job.abort.abort(new Error('the document was removed'));
      if (job !== current) {
        waiting.splice(waiting.indexOf(job), 1);
        job.end();
      }
      await job.ended;
    },
    async stop() {
      isStopped = true;
      for (const job of waiting.splice(0)) job.end();
      current?.abort.abort(new Error('the server stops'));
      await current?.ended;
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
