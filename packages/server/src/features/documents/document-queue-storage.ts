import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@dragoman/core';
import { withRetries } from '@dragoman/core/retry';
import { CompiledQuery } from 'kysely';
import PgBoss from 'pg-boss';
import type { SqlDatabase } from '../../platform/database/schema.js';
import { reportOutage } from '../../platform/database/store-error.js';
import {
  type OpenDocumentQueue,
  type QueuedDocument,
  type RunDocument,
  SHARED_LANES,
  type SharedLane,
  sharedTurnOf,
} from './document-queue.js';
import type { DocumentStore } from './document-record.js';

const SCHEMA = 'dragoman_jobs';
/** Without a sign of life for so long, a server loses the document it translates to another one. */
const LEASE_SECONDS = 40;
/** How often the end of a document is looked for that another server may be translating. */
const STATE_INTERVAL_MS = 250;
/** The queue's own connections, in addition to those of the tables. */
const CONNECTIONS = 2;

/** How the queues of the lanes are called in the database. */
const PREFIXES: Readonly<Record<SharedLane, string>> = {
  first: 'documents',
  further: 'documents-further',
  small: 'documents-small',
};

/** How often a queue is asked that was empty. */
const POLL_INTERVAL_MS = 1000;
/** How often a lease is renewed. */
const RENEWAL_INTERVAL_MS = 10_000;

/** Jobs that are given for a limited time, which the holder extends. */
interface Leases<Data> {
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
interface LeasedWorker<Data> {
  start(): void;
  /** A job was added: it is looked for now. */
  wake(): void;
  /** Ends the running jobs that are meant. */
  cancel(matches: (data: Data) => boolean): Promise<void>;
  /** Gives the running jobs back and takes no other. */
  stop(): Promise<void>;
}

const createLeasedWorker = <Data extends { readonly id: string }>(
  leases: Leases<Data>,
  {
    run,
    limit,
    log,
  }: {
    readonly run: RunDocument;
    /** How many jobs are running. */
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
    async cancel(matches) {
      const meant = [...running].filter(({ data }) => matches(data));
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

type Worker = LeasedWorker<JobData>;

/** What the queue knows of a document. */
interface JobData {
  readonly id: string;
  /** Of those with the highest, the oldest is next. */
  readonly priority: number;
}

export interface SharedQueueDependencies {
  readonly db: SqlDatabase;
  readonly databaseUrl: string;
  readonly store: Pick<DocumentStore, 'find'>;
  /**
   * Differs for servers that cannot open the keys of each other's documents: they do not get them.
   */
  readonly group: () => Promise<string>;
  readonly log: Logger;
}

/**
 * A queue in PostgreSQL, for several servers. The server that translates a document holds a job in
 * it that is due in the near future, and replaces it by a later one as long as it lives. When the
 * server dies, the job becomes due, and another server takes it.
 */
export const createSharedQueue =
  ({ db, databaseUrl, store, group, log }: SharedQueueDependencies): OpenDocumentQueue =>
  (run) => {
    const boss = new PgBoss({
      connectionString: databaseUrl,
      application_name: 'dragoman jobs',
      max: CONNECTIONS,
      schema: SCHEMA,
      schedule: false,
      maintenanceIntervalSeconds: 15,
    });
    boss.on('error', (error) => log.warn({ err: error }, 'the queue of documents has a problem'));
    /** Queues and their workers, by what waits in them. */
    const lanes = new Map<SharedLane, { readonly queue: string; readonly worker: Worker }>();

    const send = async (
      queue: string,
      data: JobData,
      startAfter: number,
      options: PgBoss.SendOptions = {},
    ) => {
      const { priority } = data;
      const id = await boss.send(queue, data, { ...options, priority, startAfter });
      if (id === null) throw new Error('the queue of documents is gone');
      return id;
    };

    /** @returns the new job; undefined when the old one is another server's by now */
    const replace = (queue: string, jobId: string, data: JobData, startAfter: number) =>
      db.transaction().execute(async (trx) => {
        const executeSql = (text: string, values: unknown[] = []) =>
          trx
            .executeQuery(CompiledQuery.raw(text, values))
            .then(({ rows }) => ({ rows: [...rows] }));
        const options = { db: { executeSql } };
        // The declared type leaves out what the call returns.
        const deleted: unknown = await boss.deleteJob(queue, jobId, options);
        const { affected } = deleted as { readonly affected: number };
        return affected === 0 ? undefined : send(queue, data, startAfter, options);
      });

    const createWorker = (queue: string, limit: number): Worker =>
      createLeasedWorker<JobData>(
        {
          async take() {
            const [job] = await boss.fetch<JobData>(queue);
            if (!job) return undefined;
            const lease = await replace(queue, job.id, job.data, LEASE_SECONDS);
            return lease === undefined ? undefined : { lease, data: job.data };
          },
          async renew(lease, data) {
            const isThere = (await store.find(data.id)) !== undefined;
            return isThere ? replace(queue, lease, data, LEASE_SECONDS) : undefined;
          },
          release: async (lease, data) => {
            await replace(queue, lease, data, 0);
          },
          finish: (lease) => boss.deleteJob(queue, lease),
        },
        { run, limit, log },
      );

    const countUnfinished = async (ownerId: string): Promise<number> => {
      const { count } = await db
        .selectFrom('documents')
        .select((select) => select.fn.countAll<number | string>().as('count'))
        .where('owner_id', '=', ownerId)
        .where('state', 'in', ['queued', 'translating'])
        .executeTakeFirstOrThrow();
      return Number(count);
    };

    return {
      isShared: true,
      async add(document: QueuedDocument) {
        const count = await reportOutage(countUnfinished(document.ownerId));
        const { lane: name, priority } = sharedTurnOf(document, count);
        const lane = lanes.get(name);
        if (!lane) throw new Error('the queue of documents is not open yet');
        await reportOutage(send(lane.queue, { id: document.id, priority }, 0));
        lane.worker.wake();
      },
      async start() {
        await boss.start();
        const suffix = await group();
        for (const [lane, limit] of Object.entries(SHARED_LANES) as [SharedLane, number][]) {
          const name = `${PREFIXES[lane]}-${suffix}`;
          // If a server stops between `fetch` and `replace`, pg-boss returns the job after this time.
          await withoutDeadlock(() =>
            boss.createQueue(name, {
              name,
              expireInSeconds: LEASE_SECONDS / 2,
              retryLimit: 1000,
            }),
          );
          const worker = createWorker(name, limit);
          lanes.set(lane, { queue: name, worker });
          worker.start();
        }
      },
      recover: async () => [],
      // Several servers take from several lanes: which document is next depends on what ends first.
      position: async () => undefined,
      has: () => true,
      async untilEnded(id, signal) {
        while (!signal.aborted) {
          const { state } = (await store.find(id)) ?? {};
          if (state !== 'queued' && state !== 'translating') return;
          await sleep(STATE_INTERVAL_MS, undefined, { signal }).catch(() => {});
        }
      },
      async cancel(id) {
        const matches = (data: JobData) => data.id === id;
        await Promise.all([...lanes.values()].map(({ worker }) => worker.cancel(matches)));
      },
      async stop() {
        await Promise.all([...lanes.values()].map(({ worker }) => worker.stop()));
        await boss.stop({ graceful: false });
      },
    };
  };

const DEADLOCK = '40P01';
const MAX_ATTEMPTS = 10;

/** Retries after a deadlock between two starting servers. */
const withoutDeadlock = (work: () => Promise<void>): Promise<void> =>
  withRetries(
    work,
    { maxAttempts: MAX_ATTEMPTS, firstBackoffMs: 5, maxBackoffMs: 100, maxRetryAfterMs: 0 },
    { failureOf: (error) => (codeOf(error) === DEADLOCK ? {} : undefined) },
  );

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;
