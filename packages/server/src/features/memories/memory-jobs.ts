import { randomBytes, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AppError,
  GIBIBYTE,
  isAppError,
  isRetryable,
  isUuid,
  MEMORY_LIMITS,
  notFoundError,
  type SentMemoryImport,
} from '@dragoman/contract';
import type { Logger } from '@dragoman/core';
import type { Configuration } from '../../configuration/settings.js';
import type { OwnedId } from '../../platform/accounts/caller.js';
import { createConcurrencyLimit } from '../../platform/concurrency-limit.js';
import { createMutex } from '../../platform/promises.js';
import { createWorkQueue } from '../../platform/work-queue.js';
import { createImportFiles, type ImportFiles } from './import-files.js';
import {
  exceeds,
  MEMORY_QUOTA,
  type MemoryJobRecord,
  type MemoryJobStore,
  type MemoryRecord,
  type MemoryStore,
  purgeRemoved,
} from './memory-record.js';
import { createMemoryService, type MemoryService } from './memory-service.js';
import { exportTmx, importTmx } from './tmx.js';

/** Names a job, and shows that one may have its file. */
interface JobFileAccess {
  readonly id: string;
  readonly token: string;
}

/** A download; the job is done with once it has been sent as a whole. */
interface MemoryDownload {
  readonly memory: MemoryRecord;
  readonly content: AsyncIterable<string>;
  end(wasSent: boolean): void;
}

/** Imports and exports of translation memories. */
export interface MemoryJobs {
  /** Announces a file. @throws AppError `quota_exceeded`, `too_many_requests` */
  createImport(ownerId: string, sent: SentMemoryImport): Promise<MemoryJobRecord>;
  /**
   * @throws AppError `not_found`; `too_many_requests` while other files of the key arrive; and if the file
   *   is not as it was announced
   */
  receive(access: JobFileAccess, content: Readable): Promise<void>;
  /**
   * @returns the job, and whether it was there already
   * @throws AppError `not_found`, `too_many_requests`
   */
  createExport(
    memoryId: OwnedId,
  ): Promise<{ readonly job: MemoryJobRecord; readonly isReused: boolean }>;
  /** @throws AppError `not_found` */
  download(access: JobFileAccess): Promise<MemoryDownload>;
  /** @throws AppError `not_found` */
  find(id: OwnedId): Promise<MemoryJobRecord>;
  /** Resumes the imports that an earlier run left, and deletes from now on what has had its time. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface MemoryJobsDependencies {
  readonly store: MemoryStore;
  readonly jobStore: MemoryJobStore;
  readonly files: ImportFiles;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Logger;
}

/** How long a file can be sent or downloaded. */
const FILE_MS = 24 * 3600_000;
/** How long a job is known after that. */
const JOB_MS = 7 * 24 * 3600_000;
const SWEEP_INTERVAL_MS = 60_000;
/** Files that arrive at the same time: in all, and those of one key. */
const UPLOAD_PLACES = { all: 16, perCaller: 4 };
/** What one key may have open. */
const OPEN_JOBS = { jobs: MEMORY_LIMITS.openJobsPerKey, bytes: MEMORY_LIMITS.openBytesPerKey };
/** An import that ends its server, or never finds the database, is not tried for ever. */
const MAX_ATTEMPTS = 10;

/** What runs at the same time: a large import of one key holds up no other key. */
const IMPORT_PLACES = { all: 2, perOwner: 1 };

type QueuedImport = Pick<MemoryJobRecord, 'id' | 'ownerId'>;

/** Does imports, those of several keys in turns, and cleans up after each. */
interface ImportLane {
  add(job: QueuedImport): void;
  /** Cleans up now and then, from now on, and does again what could not be ended. */
  start(): void;
  /** Interrupts what is running. Its file stays, so that the next start does it again. */
  stop(): Promise<void>;
}

interface ImportLaneOptions {
  readonly run: (jobId: string, signal: AbortSignal) => Promise<void>;
  readonly sweep: (signal: AbortSignal) => Promise<void>;
  readonly sweepIntervalMs: number;
  readonly log: Logger;
}

const createImportLane = ({ run, sweep, sweepIntervalMs, log }: ImportLaneOptions): ImportLane => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const queue = createWorkQueue(IMPORT_PLACES);
  const runExclusive = createMutex();
  /** What waits or runs. */
  const unfinished = new Set<Promise<void>>();
  /** Imports that failed, and are done again. */
  const unended = new Set<QueuedImport>();
  let timer: NodeJS.Timeout | undefined;

  const follow = (work: Promise<void>, failure: string): void => {
    const ended = work
      .catch((error) => {
        if (!signal.aborted) log.warn({ err: error }, failure);
      })
      .finally(() => unfinished.delete(ended));
    unfinished.add(ended);
  };

  const clean = (): void =>
    follow(
      runExclusive(async () => {
        if (!signal.aborted) await sweep(signal);
      }),
      'translation memories cannot be deleted now',
    );

  const add = (job: QueuedImport): void => {
    const { id, ownerId } = job;
    const done = queue
      .run({ ownerId }, signal, () => run(id, signal))
      .catch((error) => {
        unended.add(job);
        throw error;
      })
      // What a failed import has left.
      .finally(clean);
    follow(done, 'an import could not be ended now; it is done again later');
  };

  return {
    add,
    start() {
      clean();
      timer = setInterval(() => {
        if (unended.size === 0) clean();
        // Once each, however long it waits for its turn.
        for (const job of unended) {
          unended.delete(job);
          add(job);
        }
      }, sweepIntervalMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort(new Error('the server stops'));
      while (unfinished.size > 0) await Promise.all(unfinished);
    },
  };
};

const createMemoryJobs = (dependencies: MemoryJobsDependencies): MemoryJobs => {
  const { store, jobStore, files, now, log } = dependencies;
  const enterUpload = createConcurrencyLimit(UPLOAD_PLACES);

  const newJob = (ownerId: string): Omit<MemoryJobRecord, 'operation' | 'state'> => ({
    id: randomUUID(),
    ownerId,
    token: randomBytes(32).toString('base64url'),
    memoryId: null,
    name: null,
    sourceFile: null,
    skippedCount: null,
    errorMessage: null,
    attempts: 0,
    createdAtMs: now(),
    updatedAtMs: now(),
    expiresAtMs: now() + FILE_MS,
  });

  const insert = async (job: MemoryJobRecord): Promise<MemoryJobRecord> => {
    if (await jobStore.insert(job, OPEN_JOBS)) return job;
    throw new AppError('too_many_requests', {
      message: `A key may have ${OPEN_JOBS.jobs} imports and exports that are not done, with files of ${OPEN_JOBS.bytes / GIBIBYTE} GiB.`,
    });
  };

  const findFile = async (
    { id, token }: JobFileAccess,
    operation: MemoryJobRecord['operation'],
    state: MemoryJobRecord['state'],
  ): Promise<MemoryJobRecord> => {
    const job = isUuid(id) ? await jobStore.find(id) : undefined;
    const isIt = job?.token === token && job.operation === operation && job.state === state;
    if (!job || !isIt || job.expiresAtMs <= now()) throw notFoundError('Job');
    return job;
  };

  const runImport = async (id: string, signal: AbortSignal): Promise<void> => {
    const job = await jobStore.find(id);
    const attempts = (job?.attempts ?? 0) + 1;
    const change = { state: 'processing', attempts, updatedAtMs: now() } as const;
    if (job && (await jobStore.change(id, 'processing', change))) {
      const errorMessage = await failureOf({ ...job, attempts }, signal);
      if (errorMessage !== undefined) {
        await jobStore.change(id, 'processing', {
          state: 'failed',
          errorMessage,
          updatedAtMs: now(),
        });
      }
    }
    await files.remove(id);
  };

  /** Imports the file of a job, which is completed with it. @returns why that failed, if it did */
  const failureOf = async (
    job: MemoryJobRecord,
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    const { id, ownerId, name, attempts } = job;
    if (attempts > MAX_ATTEMPTS) return 'The import failed several times.';
    try {
      const target = { ownerId, actor: `key ${ownerId}`, name: name ?? id, jobId: id };
      await importTmx(files.read(id), target, { store, now, signal });
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (isRetryable(error)) throw error;
      if (isAppError(error)) return error.message;
      log.error({ err: error, job: id }, 'an import of a translation memory failed');
      return 'Internal error.';
    }
  };

  const sweep = async (signal: AbortSignal): Promise<void> => {
    await jobStore.removeExpired(now() - JOB_MS);
    await files.removeUnfinished(now());
    await purgeRemoved(store, { nowMs: now(), signal });
  };

  const lane = createImportLane({ run: runImport, sweep, sweepIntervalMs: SWEEP_INTERVAL_MS, log });

  return {
    async createImport(ownerId, { name, fileName, contentType, contentLength }) {
      const { total } = await store.list(ownerId, { offset: 0, limit: 1 });
      if (total >= MEMORY_QUOTA.memories) throw exceeds('memories');
      const sourceFile = { name: fileName, contentType, contentLength };
      return insert({
        ...newJob(ownerId),
        operation: 'import',
        state: 'awaiting_input',
        name,
        sourceFile,
      });
    },
    async receive(access, content) {
      const { id, ownerId, sourceFile } = await findFile(access, 'import', 'awaiting_input');
      const leave = enterUpload({ ownerId, callerId: ownerId });
      const file = await files.receive(content, sourceFile?.contentLength ?? 0).finally(leave);
      // Of several that send the file at once, one has sent it.
      if (!(await file.keep(id))) throw notFoundError('Job');
      // Only with its file a job is begun: where this server ends before, the file can be sent again.
      const change = { state: 'processing', updatedAtMs: now() } as const;
      try {
        if (!(await jobStore.change(id, 'awaiting_input', change))) throw notFoundError('Job');
      } catch (error) {
        await files.remove(id);
        throw error;
      }
      lane.add({ id, ownerId });
    },
    async createExport(memoryId) {
      const memory = await store.find(memoryId);
      if (!memory) throw notFoundError('Translation memory');
      const known = await jobStore.findExport(memoryId.ownerId, memory.id, now());
      if (known) return { job: known, isReused: true };
      const job = await insert({
        ...newJob(memoryId.ownerId),
        operation: 'export',
        state: 'completed',
        memoryId: memory.id,
      });
      return { job, isReused: false };
    },
    async download(access) {
      const { id, ownerId, memoryId } = await findFile(access, 'export', 'completed');
      const memory = await store.find({ ownerId, id: memoryId ?? '' });
      if (!memory) throw notFoundError('Translation memory');
      return {
        memory,
        content: exportTmx(memory, store),
        end(wasSent) {
          if (!wasSent) return;
          const change = { state: 'downloaded', updatedAtMs: now() } as const;
          jobStore.change(id, 'completed', change).catch((error) => {
            log.warn({ err: error, job: id }, 'a downloaded export can be downloaded again');
          });
        },
      };
    },
    async find({ ownerId, id }) {
      const job = isUuid(id) ? await jobStore.find(id) : undefined;
      if (job?.ownerId !== ownerId) throw notFoundError('Job');
      return job;
    },
    async start() {
      for (const id of await files.listJobs()) {
        const job = await jobStore.find(id);
        if (job) lane.add(job);
        else await files.remove(id);
      }
      lane.start();
    },
    stop: () => lane.stop(),
  };
};

/** Translation memories, and their imports and exports. */
export interface Memories {
  readonly memories: MemoryService;
  readonly memoryJobs: MemoryJobs;
}

/** Puts the translation memories of one server together. */
export const createMemories = (
  { dataDirectory }: Pick<Configuration, 'dataDirectory'>,
  dependencies: Omit<MemoryJobsDependencies, 'files'>,
): Memories => ({
  memories: createMemoryService(dependencies.store, dependencies.now),
  memoryJobs: createMemoryJobs({ ...dependencies, files: createImportFiles(dataDirectory) }),
});
