import type { DocumentFiles } from '../files/document-files.js';
import type { DocumentStore } from '../records/document-record.js';
import { untilAborted } from './abort.js';
import type { OpenDocumentQueue } from './document-queue.js';
import { createFairLane } from './fair-lane.js';

/** The queue of a server that shares its documents with no other. It is in memory. */
export const createLocalQueue =
  (
    store: Pick<DocumentStore, 'listUnfinished'>,
    files: Pick<DocumentFiles, 'read'>,
  ): OpenDocumentQueue =>
  (run) => {
    const lane = createFairLane(async (id, signal) => {
      await run(id, signal);
    });
    return {
      isShared: false,
      add: async (document) => lane.add(document),
      async start() {
        for (const { id, ownerId } of await store.listUnfinished()) {
          // With neither a key nor a result nobody can go on; it goes when its time is over.
          const canGoOn = (await files.read(id, 'key')) ?? (await files.read(id, 'result'));
          if (canGoOn) lane.add({ id, ownerId });
        }
      },
      has: (id) => lane.ended(id) !== undefined,
      async untilEnded(id, signal) {
        await Promise.race([lane.ended(id), untilAborted(signal)]);
      },
      cancel: (id) => lane.cancel(id),
      stop: () => lane.stop(),
    };
  };
