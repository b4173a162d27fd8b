import {
  type DocumentHandle,
  type DocumentRequest,
  type DocumentStatus,
  deleteDocument,
  fetchResult,
  fetchStatus,
  sendDocument,
} from '../service/documents.js';
import { PageFailure } from '../service/failures.js';

const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 3000;

/** Where a document is on its way. */
export type DocumentStep =
  | { readonly kind: 'waiting' | 'sending' | 'unreachable' }
  | {
      readonly kind: 'queued';
      /** Which one it is among those that wait; undefined before that is known. */
      readonly position: number | undefined;
    }
  | {
      readonly kind: 'translating';
      /** 0 to 1; undefined while there is no estimate. */
      readonly fraction: number | undefined;
      readonly secondsRemaining: number | undefined;
    };

/**
 * Sends a document, waits until it is translated, and fetches it. When the server cannot be reached
 * in between, it keeps trying, because the server goes on after a restart.
 *
 * @throws PageFailure; the signal's reason once it aborts, and then the server deletes the document
 */
export const translateDocument = async (
  file: File,
  request: DocumentRequest,
  signal: AbortSignal,
  onStep: (step: DocumentStep) => void,
): Promise<Blob> => {
  signal.throwIfAborted();
  const handle = await send(file, request, signal, onStep);
  const patiently = <Answer>(work: () => Promise<Answer>) => untilReached(work, signal, onStep);
  try {
    await untilDone(() => patiently(() => fetchStatus(handle, signal)), signal, onStep);
    const result = await patiently(() => fetchResult(handle, signal));
    // The page has the whole file now, so the server need not keep it for a second download.
    void deleteDocument(handle);
    return result;
  } catch (error) {
    if (signal.aborted) void deleteDocument(handle);
    throw error;
  }
};

/** A server with too many documents names a time after which it takes further ones. */
const send = async (
  file: File,
  request: DocumentRequest,
  signal: AbortSignal,
  onStep: (step: DocumentStep) => void,
): Promise<DocumentHandle> => {
  for (;;) {
    onStep({ kind: 'sending' });
    try {
      return await sendDocument(file, request, signal);
    } catch (error) {
      if (!(error instanceof PageFailure) || error.kind !== 'busy') throw error;
      onStep({ kind: 'waiting' });
      await pause((error.retryAfterSeconds ?? 5) * 1000, signal);
    }
  }
};

const untilDone = async (
  ask: () => Promise<DocumentStatus>,
  signal: AbortSignal,
  onStep: (step: DocumentStep) => void,
): Promise<void> => {
  let beganMs: number | undefined;
  let fraction = 0;
  onStep({ kind: 'queued', position: undefined });
  for (;;) {
    const { state, secondsRemaining, position, failure } = await ask();
    if (state === 'done') return;
    if (failure) throw failure;
    if (state === 'queued') onStep({ kind: 'queued', position });
    else {
      beganMs ??= performance.now();
      const elapsedMs = performance.now() - beganMs;
      if (secondsRemaining !== undefined) {
        // An estimate can grow; a bar that moves backwards only confuses.
        fraction = Math.max(fraction, elapsedMs / (elapsedMs + secondsRemaining * 1000));
      }
      onStep({
        kind: 'translating',
        fraction: secondsRemaining === undefined ? undefined : fraction,
        secondsRemaining,
      });
    }
    const wantedMs = (secondsRemaining ?? 0) * 250;
    await pause(Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, wantedMs)), signal);
  }
};

const untilReached = async <Answer>(
  work: () => Promise<Answer>,
  signal: AbortSignal,
  onStep: (step: DocumentStep) => void,
): Promise<Answer> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isAway =
        error instanceof PageFailure && ['network-gone', 'not-ready', 'busy'].includes(error.kind);
      if (!isAway) throw error;
      onStep({ kind: 'unreachable' });
      await pause(MAX_PAUSE_MS, signal);
    }
  }
};

const pause = (durationMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, durationMs);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
