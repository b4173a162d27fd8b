import type { DocumentProgress } from './document-options.js';
import {
  type DocumentStatus,
  readHandle,
  readResult,
  readStatus,
  type TranslatedDocument,
} from './read-document.js';
import { type Deadline, type Sender, wait } from './send.js';
import type { Clock } from './settings.js';

/** The service holds its first answer back until a short document is done. */
const MIN_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;

export interface DocumentCall {
  readonly sender: Sender;
  readonly clock: Clock;
  readonly deadline: Deadline;
  readonly onProgress?: ((progress: DocumentProgress) => void) | undefined;
}

/**
 * Uploads a document, waits until it is translated, and downloads it.
 *
 * @param form from `toDocumentForm`
 * @throws DragomanError; the signal's reason when the deadline's signal aborts
 */
export const translateDocument = async (
  form: FormData,
  sourceName: string,
  { sender, clock, deadline, onProgress }: DocumentCall,
): Promise<TranslatedDocument> => {
  const { id, key } = readHandle(await sender.json({ path: '/v2/document', body: form }, deadline));
  const path = `/v2/document/${encodeURIComponent(id)}`;
  const body = JSON.stringify({ document_key: key });
  let status: DocumentStatus;
  for (let waits = 0; ; waits++) {
    status = readStatus(await sender.json({ path, body }, deadline));
    onProgress?.(status);
    if (status.state === 'done') break;
    await wait(waitBeforeAskingMs(waits, status.secondsRemaining), deadline.signal, clock);
  }
  const file = await sender.file({ path: `${path}/result`, body }, deadline);
  const { billedCharacters } = status;
  return {
    ...readResult(file, sourceName),
    ...(billedCharacters !== undefined && { billedCharacters }),
  };
};

/** Longer with every wait, but not longer than the service thinks it needs. */
const waitBeforeAskingMs = (waits: number, secondsRemaining = Number.POSITIVE_INFINITY): number =>
  Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** waits, Math.max(1, secondsRemaining) * 1000);
