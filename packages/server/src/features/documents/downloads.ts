import { AppError, notFoundError } from '@dragoman/contract';
import type { Logger } from '@dragoman/core';
import { yieldToLoop } from '@dragoman/core/event-loop';
import type { DocumentFormat } from '@dragoman/documents';
import type { Charge } from '../keys-and-usage/usage-ledger.js';
import { type DocumentSecrets, decrypt, decryptChunks, fileKeyOf } from './document-cipher.js';
import type { DocumentFiles } from './document-files.js';
import type { DocumentRecord, DocumentStore } from './document-record.js';
import { resultFileName } from './file-names.js';

/** How long a download that a dead server has begun keeps others from beginning it again. */
const CLAIM_MS = 30_000;
const RENEWAL_INTERVAL_MS = 10_000;

/** A translated document on its way. */
export interface DocumentDownload {
  readonly byteCount: number;
  readonly fileName: string;
  readonly format: DocumentFormat;
  /** Fails before its last chunk if the document cannot be billed after all. */
  readonly chunks: AsyncIterable<Buffer>;
  /** To be called once, when nothing more will be sent. */
  end(): void;
}

/**
 * Downloads. The first is billed just before its last chunk: anyone who has the whole document has
 * been billed for it once, and anyone who has not can have it again. From then on it is free.
 */
export interface Downloads {
  /** @throws AppError `document_not_done`, `not_found`, `quota_exceeded`, `unavailable` */
  begin(record: DocumentRecord, secrets: DocumentSecrets): Promise<DocumentDownload>;
  /** Settles when what has ended is noted. */
  stop(): Promise<void>;
}

interface DownloadsDependencies {
  readonly store: Pick<DocumentStore, 'claimDownload' | 'holdDownload'>;
  readonly files: Pick<DocumentFiles, 'read' | 'readChunks'>;
  /** Reserves the characters of a document. @throws AppError `quota_exceeded`, `not_found` */
  readonly reserve: (record: DocumentRecord) => Promise<Charge>;
  /** Deletes a document. */
  readonly remove: (id: string) => Promise<void>;
  /** How long a document stays after its first download. */
  readonly keepMs: number;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export const createDownloads = ({
  store,
  files,
  reserve,
  remove,
  keepMs,
  log,
  now,
}: DownloadsDependencies): Downloads => {
  const endings = new Set<Promise<void>>();

  /** Of several first downloads at the same time, also from several servers, one goes on. */
  const claim = async (id: string): Promise<() => Promise<void>> => {
    if (!(await store.claimDownload(id, now(), now() + CLAIM_MS))) {
      throw new AppError('document_not_done', { message: 'The document is being downloaded.' });
    }
    const timer = setInterval(() => {
      store
        .holdDownload(id, now() + CLAIM_MS)
        .catch((error) => log.warn({ document: id, err: error }, 'a download cannot be held'));
    }, RENEWAL_INTERVAL_MS);
    return () => {
      clearInterval(timer);
      return store.holdDownload(id, 0);
    };
  };

  /** However many downloads begin at once, one chunk is decrypted at a time. */
  async function* inTurns(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
    for await (const chunk of chunks) {
      await yieldToLoop();
      yield chunk;
    }
  }

  const openResult = async ({ id, options }: DocumentRecord, secrets: DocumentSecrets) => {
    const fileKey = fileKeyOf(secrets);
    const name = await files.read(id, 'name');
    const decryptAll = () =>
      decryptChunks(fileKey, 'result', inTurns(files.readChunks(id, 'result')));
    if (!name) throw notFoundError('Document');
    let byteCount = 0;
    // Nothing is sent before all of it is known to be what was written.
    for await (const chunk of decryptAll()) byteCount += chunk.length;
    return {
      byteCount,
      fileName: resultFileName(
        decrypt(fileKey, 'name', name).toString(),
        options.format,
        options.outputFormat,
      ),
      format: options.outputFormat,
      chunks: decryptAll(),
    };
  };

  const deliver = async ({ id, ownerId, characters }: DocumentRecord, charge: Charge) => {
    const document = { id, ownerId, keptUntilMs: now() + keepMs };
    if ((await charge.deliver(characters ?? 0, document)) === 'gone')
      throw notFoundError('Document');
  };

  /** What is not billed yet: reserved first, and billed when all but the last chunk is sent. */
  const beginFirst = async (
    record: DocumentRecord,
    secrets: DocumentSecrets,
  ): Promise<DocumentDownload> => {
    const { id } = record;
    const unclaim = await claim(id);
    let charge: Charge | undefined;
    let isBilled = false;
    /** Settles when nothing is held any more. */
    const release = async (): Promise<void> => {
      charge?.cancel();
      charge = undefined;
      await unclaim();
      if (isBilled && keepMs === 0) await remove(id);
    };
    try {
      charge = await reserve(record);
      const result = await openResult(record, secrets);
      return {
        ...result,
        chunks: beforeLast(result.chunks, async () => {
          if (!charge) throw notFoundError('Document');
          const reserved = charge;
          charge = undefined;
          await deliver(record, reserved);
          isBilled = true;
        }),
        end() {
          const ending = release()
            .catch((error) =>
              log.warn({ document: id, err: error }, 'the end of a download is not noted'),
            )
            .finally(() => endings.delete(ending));
          endings.add(ending);
        },
      };
    } catch (error) {
      await release();
      throw error;
    }
  };

  return {
    async begin(record, secrets) {
      if (record.state !== 'done') throw new AppError('document_not_done');
      if (record.billedAtMs === null) return beginFirst(record, secrets);
      return { ...(await openResult(record, secrets)), end() {} };
    },
    async stop() {
      await Promise.all(endings);
    },
  };
};

/** Keeps the last chunk back until something is done. */
async function* beforeLast(
  chunks: AsyncIterable<Buffer>,
  act: () => Promise<void>,
): AsyncGenerator<Buffer, void, void> {
  let held: Buffer | undefined;
  for await (const chunk of chunks) {
    if (held) yield held;
    held = chunk;
  }
  await act();
  if (held) yield held;
}
