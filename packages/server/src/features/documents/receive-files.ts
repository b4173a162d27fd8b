import { AppError } from '@dragoman/contract';
import type { Logger } from '@dragoman/core';
import { HEAD_BYTES } from '@dragoman/documents';
import { type AcquireSlot, createConcurrencyLimit } from '../../platform/concurrency-limit.js';
import { isTemporaryStoreFailure, unavailableError } from '../../platform/database/store-error.js';
import {
  type DocumentSecrets,
  encryptChunks,
  fileKeyOf,
  newDocumentSecrets,
} from './document-cipher.js';
import type { DocumentFiles } from './document-files.js';

/**
 * Each upload writes a file; few at a time keep the disk and the sockets free for others. An owner is
 * one key, or all visitors of the page.
 */
export const createUploadPlaces = (): AcquireSlot =>
  createConcurrencyLimit({ all: 16, perOwner: 8, perCaller: 4 });

/** A file that has arrived and is stored, sealed. Nothing had it in memory as a whole. */
export interface ReceivedFile {
  readonly secrets: DocumentSecrets;
  readonly byteCount: number;
  /** How it begins: enough to tell its format by. */
  readonly head: Uint8Array;
  /** Removes it, unless it has become a document. Never rejects. */
  discard(): Promise<void>;
}

/**
 * Seals and stores a file chunk by chunk, as it arrives.
 *
 * @throws whatever its chunks end with; AppError `unavailable` on a full disk
 */
export type ReceiveFile = (chunks: AsyncIterable<Uint8Array>) => Promise<ReceivedFile>;

/** Files that arrive, or have arrived and are not documents yet. */
export interface FileReceiver {
  readonly receive: ReceiveFile;
  has(id: string): boolean;
  /** Makes it a document's. */
  keep(id: string): void;
}

export const createFileReceiver = ({
  files,
  log,
}: {
  readonly files: Pick<DocumentFiles, 'write' | 'removeAll'>;
  readonly log: Logger;
}): FileReceiver => {
  const ids = new Set<string>();
  return {
    async receive(chunks) {
      const secrets = newDocumentSecrets();
      const { id } = secrets;
      const watched = watch(chunks);
      ids.add(id);
      try {
        await files.write(
          id,
          'source',
          encryptChunks(fileKeyOf(secrets), 'source', watched.chunks()),
        );
      } catch (error) {
        ids.delete(id);
        if (watched.failure !== undefined) throw watched.failure;
        // A full disk is no mistake of the program, and nobody's who sends a file.
        if (!isTemporaryStoreFailure(error)) throw new AppError('internal', { cause: error });
        log.warn({ document: id, err: error }, 'a document cannot be stored now');
        throw unavailableError(error);
      }
      const { byteCount, head } = watched;
      return {
        secrets,
        byteCount,
        head: Buffer.concat(head),
        async discard() {
          if (!ids.delete(id)) return;
          // The sweep does what a full disk does not let happen now.
          await files.removeAll(id).catch(() => {});
        },
      };
    },
    has: (id) => ids.has(id),
    keep(id) {
      ids.delete(id);
    },
  };
};

/** Pieces, with what is to be known of them when they have passed. */
interface WatchedPieces {
  chunks(): AsyncGenerator<Uint8Array, void, void>;
  byteCount: number;
  readonly head: Uint8Array[];
  /** What they ended with, rather than what it was taken for on its way. */
  failure: unknown;
}

const watch = (source: AsyncIterable<Uint8Array>): WatchedPieces => {
  const watched: WatchedPieces = {
    byteCount: 0,
    head: [],
    failure: undefined,
    async *chunks() {
      try {
        for await (const chunk of source) {
          const missing = HEAD_BYTES - watched.byteCount;
          if (missing > 0) watched.head.push(chunk.subarray(0, missing));
          watched.byteCount += chunk.length;
          yield chunk;
        }
      } catch (error) {
        watched.failure = error;
        throw error;
      }
    },
  };
  return watched;
};
