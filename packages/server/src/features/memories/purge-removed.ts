import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MemoryStore } from './memory-record.js';

/** An import works on its memory at least this often. */
const IDLE_MS = 600_000;

/**
 * Deletes what memories that were removed, and imports that ended early, have left in the database,
 * in small steps.
 */
export const purgeRemoved = async (
  store: Pick<MemoryStore, 'listRemoved' | 'purge'>,
  { nowMs, signal }: { readonly nowMs: number; readonly signal: AbortSignal },
): Promise<void> => {
  for (const number of await store.listRemoved(nowMs - IDLE_MS)) {
    while (!(await store.purge(number))) {
      await nextTurn();
      if (signal.aborted) return;
    }
  }
};
