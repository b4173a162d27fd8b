import type {
  DocumentHandle as WireHandle,
  DocumentStatus as WireStatus,
} from '@dragoman/contract';
import { ask, askFor } from '../service/api.js';
import { isAway, PageFailure } from '../service/failures.js';

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
      if (!(error instanceof PageFailure && isAway(error))) throw error;
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

/** Identifies a document that the server has; the key never leaves this page. */
interface DocumentHandle {
  readonly id: string;
  readonly key: string;
}

interface DocumentRequest {
  /** Upper-case code, with its variant. */
  readonly targetCode: string;
  /** Undefined: the server detects it. */
  readonly sourceCode: string | undefined;
  /** Extension; undefined if it is written as what it is. */
  readonly outputFormat: string | undefined;
  /** Whether the first row of a table stays as it is. */
  readonly keepsHeader: boolean;
}

interface DocumentStatus {
  readonly state: 'queued' | 'translating' | 'done' | 'error';
  /** Undefined while there is no estimate. */
  readonly secondsRemaining: number | undefined;
  /** For `queued`: which one it is among those that wait. */
  readonly position: number | undefined;
  /** For `error`: why. */
  readonly failure: PageFailure | undefined;
}

/** Sends a file to be translated. @throws PageFailure; the signal's reason once it aborts */
const sendDocument = async (
  file: File,
  { targetCode, sourceCode, outputFormat, keepsHeader }: DocumentRequest,
  signal: AbortSignal,
): Promise<DocumentHandle> => {
  const form = new FormData();
  form.set('target_lang', targetCode);
  if (sourceCode !== undefined) form.set('source_lang', sourceCode);
  if (outputFormat !== undefined) form.set('output_format', outputFormat);
  if (keepsHeader) form.set('keep_header', '1');
  form.set('file', file);
  const { document_id: id, document_key: key } = await ask<WireHandle>('session/document', {
    method: 'POST',
    body: form,
    signal,
  });
  return { id, key };
};

/** Why a document failed: what is no missing language is about the file. */
const failureIn = ({
  error_message: sentence,
  error_code: code,
  error_parameter: parameter,
  error_reason: reason,
  error_language: language,
}: WireStatus): PageFailure =>
  new PageFailure(language === undefined ? 'refused' : 'no-route', sentence, {
    ...(code !== undefined && { code }),
    ...(reason !== undefined && { reason }),
    ...(language !== undefined && { language }),
    ...(parameter !== undefined && { parameter }),
  });

/** How far a document is. @throws PageFailure; the signal's reason once it aborts */
const fetchStatus = async (
  handle: DocumentHandle,
  signal: AbortSignal,
): Promise<DocumentStatus> => {
  const wire = await ask<WireStatus>(...callOf(handle, '', signal));
  const { status, queue_position, seconds_remaining } = wire;
  return {
    state: status,
    secondsRemaining: seconds_remaining,
    position: queue_position,
    failure: status === 'error' ? failureIn(wire) : undefined,
  };
};

/** The translated file; the server keeps it for some minutes. @throws PageFailure; the signal's reason once it aborts */
const fetchResult = (handle: DocumentHandle, signal: AbortSignal): Promise<Blob> => {
  const [address, init] = callOf(handle, '/result', signal);
  return askFor(address, init, (response) => response.blob());
};

/**
 * Deletes a document that the page has fetched or no longer waits for, even when the page is being
 * closed. Never rejects: the server deletes it later anyway.
 */
const deleteDocument = async (handle: DocumentHandle): Promise<void> => {
  const [address, init] = callOf(handle, '/cancel');
  await ask(address, { ...init, keepalive: true }).catch(() => {});
};

const callOf = (
  { id, key }: DocumentHandle,
  path: string,
  signal: AbortSignal | null = null,
): [address: string, init: RequestInit] => [
  `session/document/${id}${path}`,
  {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ document_key: key }),
    signal,
  },
];
