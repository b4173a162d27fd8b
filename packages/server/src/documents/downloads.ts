import { AppError } from '@dragoman/contract';
import type { Logger } from '@dragoman/core';
import type { DocumentFormat } from '@dragoman/documents';
import { type DocumentSecrets, fileKeyOf, open } from './encryption/document-cipher.js';
import type { DocumentFiles } from './files/document-files.js';
import { resultFileName } from './files/file-names.js';
import type { DocumentRecord, DocumentStore } from './records/document-record.js';

/** How long a download that a dead server has begun keeps others from beginning it again. */
const CLAIM_MS = 30_000;
const RENEWAL_INTERVAL_MS = 10_000;

/** A translated document on its way. */
export interface DocumentDownload {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly format: DocumentFormat;
  /** To be called once: a document that was sent as a whole is billed and deleted. */
  end(wasSent: boolean): void;
}

/** Downloads: of several at the same time, also from several servers, one wins. */
export interface Downloads {
  /** @throws AppError `document_not_done`, `not_found` */
  begin(record: DocumentRecord, secrets: DocumentSecrets): Promise<DocumentDownload>;
  /** Settles when what has ended is counted. */
  stop(): Promise<void>;
}

export interface DownloadsDependencies {
  readonly store: Pick<DocumentStore, 'claimDownload' | 'holdDownload'>;
  readonly files: Pick<DocumentFiles, 'read'>;
  /** Bills a document that was sent, and deletes it. */
  readonly deliver: (record: DocumentRecord) => Promise<void>;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export const notFound = (): AppError =>
  new AppError('not_found', { message: 'Document not found' });

export const createDownloads = ({
  store,
  files,
  deliver,
  log,
  now,
}: DownloadsDependencies): Downloads => {
  const endings = new Set<Promise<void>>();

  /** @returns ends the claim, without making the download free for others */
  const claim = async (id: string): Promise<() => void> => {
    if (!(await store.claimDownload(id, now(), now() + CLAIM_MS))) {
      throw new AppError('document_not_done', { message: 'The document is being downloaded.' });
    }
    const timer = setInterval(() => {
      store
        .holdDownload(id, now() + CLAIM_MS)
        .catch((error) => log.warn({ document: id, err: error }, 'a download cannot be held'));
    }, RENEWAL_INTERVAL_MS);
    return () => clearInterval(timer);
  };

  const readResult = async ({ id, options }: DocumentRecord, secrets: DocumentSecrets) => {
    const fileKey = fileKeyOf(secrets);
    const [result, name] = await Promise.all([files.read(id, 'result'), files.read(id, 'name')]);
    if (!result || !name) throw notFound();
    return {
      bytes: open(fileKey, 'result', result),
      fileName: resultFileName(
        open(fileKey, 'name', name).toString(),
        options.format,
        options.outputFormat,
      ),
      format: options.outputFormat,
    };
  };

  return {
    async begin(record, secrets) {
      const { id } = record;
      if (record.state !== 'done') throw new AppError('document_not_done');
      const unclaim = await claim(id);
      try {
        const result = await readResult(record, secrets);
        return {
          ...result,
          end(wasSent) {
            unclaim();
            const ending = (wasSent ? deliver(record) : store.holdDownload(id, 0))
              .catch((error) =>
                log.error({ document: id, err: error }, 'a download is not counted'),
              )
              .finally(() => endings.delete(ending));
            endings.add(ending);
          },
        };
      } catch (error) {
        unclaim();
        await store.holdDownload(id, 0);
        throw error;
      }
    },
    async stop() {
      await Promise.all(endings);
    },
  };
};
