import { ask, askFor } from './api.js';
import { PageFailure } from './failures.js';

/** Identifies a document that the server has; the key never leaves this page. */
export interface DocumentHandle {
  readonly id: string;
  readonly key: string;
}

export interface DocumentRequest {
  /** Upper-case code, with its variant. */
  readonly targetCode: string;
  /** Undefined: the server detects it. */
  readonly sourceCode: string | undefined;
  /** Extension; undefined if it is written as what it is. */
  readonly outputFormat: string | undefined;
  /** Whether the first row of a table stays as it is. */
  readonly keepsHeader: boolean;
}

export interface DocumentStatus {
  readonly state: 'queued' | 'translating' | 'done' | 'error';
  /** Undefined while there is no estimate. */
  readonly secondsRemaining: number | undefined;
  /** For `queued`: which one it is among those that wait. */
  readonly position: number | undefined;
  /** For `error`: why. */
  readonly failure: PageFailure | undefined;
}

interface WireHandle {
  readonly document_id: string;
  readonly document_key: string;
}

interface WireStatus {
  readonly status: DocumentStatus['state'];
  readonly queue_position?: number;
  readonly seconds_remaining?: number;
  readonly error_message?: string;
  readonly error_code?: string;
  readonly error_parameter?: string;
  readonly error_reason?: string;
  readonly error_language?: string;
}

/** Sends a file to be translated. @throws PageFailure; the signal's reason once it aborts */
export const sendDocument = async (
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
  error_message: told,
  error_code: code,
  error_parameter: parameter,
  error_reason: reason,
  error_language: language,
}: WireStatus): PageFailure =>
  new PageFailure(language === undefined ? 'refused' : 'no-route', told, {
    ...(code !== undefined && { code }),
    ...(reason !== undefined && { reason }),
    ...(language !== undefined && { language }),
    ...(parameter !== undefined && { parameter }),
  });

/** How far a document is. @throws PageFailure; the signal's reason once it aborts */
export const fetchStatus = async (
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
export const fetchResult = (handle: DocumentHandle, signal: AbortSignal): Promise<Blob> => {
  const [address, init] = callOf(handle, '/result', signal);
  return askFor(address, init, (response) => response.blob());
};

/**
 * Deletes a document that the page has fetched or no longer waits for, even when the page is being
 * closed. Never rejects: the server deletes it later anyway.
 */
export const deleteDocument = async (handle: DocumentHandle): Promise<void> => {
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
