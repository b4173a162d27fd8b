import { setTimeout as sleep } from 'node:timers/promises';
import { untilAborted } from './abort.js';
import type { DocumentFiles } from './document-files.js';
import { isSmall, type OpenDocumentQueue, type QueuedDocument } from './document-queue.js';
import type { DocumentStore } from './document-record.js';
import { createFairLane } from './fair-lane.js';

/** Those that are read and written at the same time take memory; the others only wait for turns. */
const LARGE = { all: 4, perOwner: 2 };
const SMALL = { all: 4, perOwner: 2 };
/** While the disk is full or the database is away, a document is tried again after so long. */
const PAUSES_MS = [1000, 2000, 5000, 10_000, 30_000];
/** A document whose files are just being stored is nobody's yet. */
const UPLOAD_GRACE_MS = 60_000;

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
        await Promise.race([ended(id), untilAborted(signal)]);
      },
      async cancel(id) {
        await Promise.all(lanes.map((lane) => lane.cancel(id)));
      },
      async stop() {
        await Promise.all(lanes.map((lane) => lane.stop()));
      },
    };
  };
