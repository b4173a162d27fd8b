import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@dragoman/core';
import { CompiledQuery } from 'kysely';
import PgBoss from 'pg-boss';
import type { SqlDatabase } from '../../../platform/database/schema.js';
import { isSmall, type OpenDocumentQueue, type QueuedDocument } from '../document-queue.js';
import type { DocumentStore } from '../document-record.js';
import { createLeasedWorker, type LeasedWorker } from './leased-worker.js';

const SCHEMA = 'dragoman_jobs';
/** Without a sign of life for so long, a server loses the document it translates to another one. */
const LEASE_SECONDS = 40;
/** How often the end of a document is looked for that another server may be translating. */
const STATE_INTERVAL_MS = 250;
/** The queue's own connections, in addition to those of the tables. */
const CONNECTIONS = 2;

/**
 * Small documents wait for no large ones, and the first large one of an owner not for the further
 * ones of others. How many of each a server has in hand at a time.
 */
const LANES = {
  first: { prefix: 'documents', limit: 3 },
  further: { prefix: 'documents-further', limit: 1 },
  small: { prefix: 'documents-small', limit: 4 },
} as const;

type Lane = keyof typeof LANES;

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
    const lanes = new Map<Lane, { readonly queue: string; readonly worker: Worker }>();

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
        const count = await countUnfinished(document.ownerId);
        const further = count > 1 ? 'further' : 'first';
        const lane = lanes.get(isSmall(document) ? 'small' : further);
        if (!lane) throw new Error('the queue of documents is not open yet');
        // Owners with many documents in the queue stand behind those with few.
        await send(lane.queue, { id: document.id, priority: -count }, 0);
        lane.worker.wake();
      },
      async start() {
        await boss.start();
        const suffix = await group();
        for (const [lane, { prefix, limit }] of Object.entries(LANES)) {
          const name = `${prefix}-${suffix}`;
          // A server that dies while it takes a job has not replaced it yet.
          await withoutDeadlock(() =>
            boss.createQueue(name, {
              name,
              expireInSeconds: LEASE_SECONDS / 2,
              retryLimit: 1000,
            }),
          );
          const worker = createWorker(name, limit);
          lanes.set(lane as Lane, { queue: name, worker });
          worker.start();
        }
      },
      recover: async () => [],
      async position(id) {
        const { count } = await db
          .selectFrom('documents')
          .select((select) => select.fn.countAll<number | string>().as('count'))
          .where('state', '=', 'queued')
          .where('created_at', '<=', ({ selectFrom }) =>
            selectFrom('documents as asked').select('asked.created_at').where('asked.id', '=', id),
          )
          .executeTakeFirstOrThrow();
        return Math.max(1, Number(count));
      },
      has: () => true,
      async untilEnded(id, signal) {
        while (!signal.aborted) {
          const { state } = (await store.find(id)) ?? {};
          if (state !== 'queued' && state !== 'translating') return;
          await sleep(STATE_INTERVAL_MS, undefined, { signal }).catch(() => {});
        }
      },
      async cancel(id) {
        const isMeant = (data: JobData) => data.id === id;
        await Promise.all([...lanes.values()].map(({ worker }) => worker.cancel(isMeant)));
      },
      async stop() {
        await Promise.all([...lanes.values()].map(({ worker }) => worker.stop()));
        await boss.stop({ graceful: false });
      },
    };
  };

const DEADLOCK = '40P01';
const MAX_ATTEMPTS = 10;

/** Does again what PostgreSQL ends because another server, which starts too, does the same. */
const withoutDeadlock = async (work: () => Promise<void>): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isDeadlock = (error as { readonly code?: unknown }).code === DEADLOCK;
      if (!isDeadlock || attempt === MAX_ATTEMPTS) throw error;
    }
  }
};
