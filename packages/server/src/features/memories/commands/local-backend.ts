import { actor } from '../../../cli/actor.js';
import type { Accounts } from '../../../open-accounts.js';
import type { MemoryRecord } from '../memory-record.js';
import { createMemoryService } from '../memory-service.js';
import { purgeRemoved } from '../purge-removed.js';
import { toWireMemory } from '../wire.js';
import type { MemoryBackend } from './backend.js';

const MEMORIES_PER_PAGE = 100;
/** How long cleaning up may delay the message about a failed import. */
const PURGE_MS = 3000;

// Readers and writers of TMX take longer to load than a list takes to be shown.
const loadImport = async () => (await import('../import-tmx.js')).importTmx;
const loadExport = async () => (await import('../export-tmx.js')).exportTmx;

/** The translation memories of a key in the database, whether a server is running or not. */
export const createLocalMemories = (
  { memoryStore: store }: Pick<Accounts, 'memoryStore'>,
  ownerId: string,
  signal: AbortSignal,
): MemoryBackend => {
  const service = createMemoryService(store, Date.now);
  const caller = { ownerId, actor: actor() };
  const purge = (until: AbortSignal) => purgeRemoved(store, { nowMs: Date.now(), signal: until });
  return {
    async list() {
      const found: MemoryRecord[] = [];
      for (let page = 0; ; page++) {
        const { memories, total } = await service.list(ownerId, {
          page,
          pageSize: MEMORIES_PER_PAGE,
        });
        found.push(...memories);
        if (memories.length === 0 || found.length >= total) return found.map(toWireMemory);
      }
    },
    async importFile({ name, content }) {
      const options = { store, now: Date.now, signal };
      const importTmx = await loadImport();
      try {
        const imported = await importTmx(content, { ...caller, name }, options);
        return { ...imported, memory: toWireMemory(imported.memory) };
      } catch (error) {
        // What takes longer is left to the next removal, or to a server.
        await purge(AbortSignal.timeout(PURGE_MS));
        throw error;
      }
    },
    async exportFile(id) {
      const exportTmx = await loadExport();
      return exportTmx(await service.find({ ownerId, id }), store);
    },
    async remove(id) {
      await service.remove(caller, id);
      await purge(signal);
    },
  };
};
