import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type {
  WireMemories,
  WireMemory,
  WireMemoryExport,
  WireMemoryImport,
  WireMemoryJob,
} from '@dragoman/contract';
import type { Stores } from '../../open-stores.js';
import { createCallServer, refusalOf } from '../../platform/cli/ask-server.js';
import { CommandError } from '../../platform/cli/command.js';
import { actor } from '../../platform/cli/server-access.js';
import type { RemoteServer } from '../keys-and-usage/owned-resources.js';
import { type MemoryRecord, purgeRemoved, toWireMemory } from './memory-record.js';
import { createMemoryService } from './memory-service.js';

/** A TMX file to be imported. */
interface MemoryFile {
  /** Of the translation memory that it becomes. */
  readonly name: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** May be read once. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** What has become of a file. */
interface ImportedFile {
  readonly memory: WireMemory;
  /** Units without a source or a usable translation. */
  readonly skippedCount: number;
}

/** The translation memories of one key, in the database or on a server. */
export interface MemoryBackend {
  /** The oldest first. */
  list(): Promise<readonly WireMemory[]>;
  importFile(file: MemoryFile): Promise<ImportedFile>;
  /** A memory as a TMX file, piece by piece. */
  exportFile(id: string): Promise<AsyncIterable<string | Uint8Array>>;
  remove(id: string): Promise<void>;
}

const MEMORIES_PER_PAGE = 25;
/** How often a job is asked whether it is done. */
const POLL_INTERVAL_MS = 500;
const PATH = '/v3/translation_memories';

/** The translation memories of a key on a server. */
export const createRemoteMemories = (
  { address, key }: RemoteServer,
  signal: AbortSignal,
): MemoryBackend => {
  const callServer = createCallServer(address, key, signal);
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> =>
    (await callServer(method, PATH + path, body)) as Answer;

  /** Waits until a job is done. @throws CommandError when it fails */
  const finished = async (id: string): Promise<WireMemoryJob['results'][number]> => {
    for (;;) {
      const [result] = (await call<WireMemoryJob>('GET', `/jobs/${id}`)).results;
      if (result?.status === 'completed') return result;
      if (result?.status !== 'processing') {
        throw new CommandError(result?.error?.message ?? 'The server has given up the job.');
      }
      await delay(POLL_INTERVAL_MS, undefined, { signal });
    }
  };

  return {
    async list() {
      const found: WireMemory[] = [];
      for (let page = 0; ; page++) {
        const query = `?page=${page}&page_size=${MEMORIES_PER_PAGE}`;
        const { translation_memories: memories, total_count: total } = await call<WireMemories>(
          'GET',
          query,
        );
        found.push(...memories);
        if (memories.length === 0 || found.length >= total) return found;
      }
    },
    async importFile({ name, fileName, sizeBytes, content }) {
      const job = await call<WireMemoryImport>('POST', '/import', {
        source_file: { file_name: fileName, content_length: sizeBytes },
        parameters: { display_name: name },
      });
      await transfer(job.upload_url, {
        method: 'PUT',
        headers: { 'content-type': 'application/xml' },
        body: Readable.toWeb(Readable.from(content)),
        duplex: 'half',
        signal,
      });
      const { translation_memory_id: id = '', skipped_segment_count: skippedCount = 0 } =
        await finished(job.job_id);
      return { memory: await call<WireMemory>('GET', `/${id}`), skippedCount };
    },
    async exportFile(id) {
      const { job_id: jobId } = await call<WireMemoryExport>('POST', `/${id}/export`);
      const { download_url: url = '' } = await finished(jobId);
      const { body } = await transfer(url, { signal });
      return body ?? Readable.from([]);
    },
    async remove(id) {
      await call('DELETE', `/${id}`);
    },
  };
};

/** Sends or gets a file, however long it takes. @throws CommandError when the server refuses */
const transfer = async (url: string, options: RequestInit): Promise<Response> => {
  const response = await fetch(url, { ...options, redirect: 'error' }).catch((cause) => {
    options.signal?.throwIfAborted();
    throw new CommandError('The connection to the server broke.', { cause });
  });
  if (response.ok) return response;
  throw refusalOf(response.status, await response.json().catch(() => undefined));
};

const LOCAL_PAGE = 100;
/** How long cleaning up may delay the message about a failed import. */
const PURGE_MS = 3000;

// Readers and writers of TMX take longer to load than a list takes to be shown.
const loadImport = async () => (await import('./tmx.js')).importTmx;
const loadExport = async () => (await import('./tmx.js')).exportTmx;

/** The translation memories of a key in the database, whether a server is running or not. */
export const createLocalMemories = (
  { memoryStore: store }: Pick<Stores, 'memoryStore'>,
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
          pageSize: LOCAL_PAGE,
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
