import { ArgumentError, DocumentError, NotFoundError } from './errors.js';
import {
  type Deadline,
  isObject,
  type ReceivedFile,
  type Sender,
  startDeadline,
  unreadable,
  wait,
} from './send.js';
import type { Clock } from './settings.js';
import {
  type CallOptions,
  pickParameters,
  type TranslationParameters,
} from './translate-options.js';

/** How documents are translated; the service has defaults for all options. */
export interface DocumentParameters
  extends Pick<
    TranslationParameters,
    | 'formality'
    | 'glossaryId'
    | 'glossaryIds'
    | 'styleId'
    | 'translationMemoryId'
    | 'translationMemoryThreshold'
  > {
  /** Extension of the format to write, such as `docx` for a PDF. */
  readonly outputFormat?: string;
  /** Whether a signed PDF is translated although its signature is lost with that. */
  readonly dropSignature?: boolean;
  /** Whether the first row of a CSV or TSV file is left as it is. @default false */
  readonly keepHeader?: boolean;
}

/** How far a document is. */
export interface DocumentProgress {
  readonly state: 'queued' | 'translating' | 'done';
  /** The service's estimate, once it has one. */
  readonly secondsRemaining?: number;
}

export interface TranslateDocumentOptions extends DocumentParameters, CallOptions {
  /** Called whenever the service has said how far the document is. */
  readonly onProgress?: (progress: DocumentProgress) => void;
}

/** A file to translate. */
export interface SourceDocument {
  /** The whole file. */
  readonly content: Uint8Array | Blob;
  /** Its name; the extension tells the format. */
  readonly fileName: string;
}

const WIRE_NAMES = {
  formality: 'formality',
  glossaryId: 'glossary_id',
  glossaryIds: 'glossary_ids',
  styleId: 'style_id',
  translationMemoryId: 'translation_memory_id',
  translationMemoryThreshold: 'translation_memory_threshold',
  outputFormat: 'output_format',
  dropSignature: 'drop_signature',
  keepHeader: 'keep_header',
} as const satisfies Record<keyof DocumentParameters, string>;

/**
 * The form of an upload.
 *
 * @throws ArgumentError for an unknown option, or a file without a name
 */
export const toDocumentForm = (
  { content, fileName }: SourceDocument,
  languages: Readonly<Record<'source_lang' | 'target_lang', string | undefined>>,
  options: TranslateDocumentOptions,
): FormData => {
  if (typeof fileName !== 'string' || fileName === '') {
    throw new ArgumentError('fileName', 'A document needs a file name; it tells the format.');
  }
  if (!(content instanceof Uint8Array || content instanceof Blob)) {
    throw new ArgumentError('content', 'The content must be a Uint8Array, a Buffer or a Blob.');
  }
  const form = new FormData();
  const fields = { ...languages, ...pickParameters(options, WIRE_NAMES) };
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.set(name, String(value));
  }
  form.set('file', new Blob([content]), fileName);
  return form;
};

/** The service holds its first answer back until a short document is done. */
const MIN_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;

interface DocumentCall {
  readonly sender: Sender;
  readonly clock: Clock;
  readonly deadline: Deadline;
  readonly onProgress?: ((progress: DocumentProgress) => void) | undefined;
}

/** For cancelling a document, after the call that waited for it has ended. */
const CANCEL_TIMEOUT_MS = 30_000;

/**
 * Uploads a document, waits until it is translated, and downloads it. If the call ends before that,
 * the service is told to cancel the document, because nobody else has its key.
 *
 * @param form from `toDocumentForm`
 * @throws DragomanError; the signal's reason when the deadline's signal aborts
 */
export const translateDocument = async (
  form: FormData,
  sourceName: string,
  call: DocumentCall,
): Promise<TranslatedDocument> => {
  const source = form.get('file');
  // The translation is about as large.
  const fileBytes = source instanceof Blob ? source.size : 0;
  const upload = { path: '/v2/document', body: form, fileBytes };
  const { id, key } = readHandle(await call.sender.json(upload, call.deadline));
  const path = `/v2/document/${encodeURIComponent(id)}`;
  const request = { path, body: JSON.stringify({ document_key: key }) };
  try {
    const { billedCharacters } = await untilDone(request, call);
    const result = { ...request, path: `${path}/result`, fileBytes };
    const file = await call.sender.file(result, call.deadline);
    return {
      ...readResult(file, sourceName),
      ...(billedCharacters !== undefined && { billedCharacters }),
    };
  } catch (error) {
    const isOver = error instanceof DocumentError || error instanceof NotFoundError;
    // Not awaited: a call that is aborted ends at once.
    if (!isOver) void cancel(request, call);
    throw error;
  }
};

/** What the calls about a document have in common. */
interface DocumentRequest {
  readonly path: string;
  readonly body: string;
}

const untilDone = async (
  request: DocumentRequest,
  { sender, clock, deadline, onProgress }: DocumentCall,
): Promise<DocumentStatus> => {
  for (let waits = 0; ; waits++) {
    const status = readStatus(await sender.json(request, deadline));
    onProgress?.(status);
    if (status.state === 'done') return status;
    await wait(waitBeforeAskingMs(waits, status.secondsRemaining), deadline.signal, clock);
  }
};

/** Never rejects: where it fails, the service deletes the document after some time. */
const cancel = async (request: DocumentRequest, { sender, clock }: DocumentCall): Promise<void> => {
  const deadline = startDeadline(CANCEL_TIMEOUT_MS, undefined, clock);
  try {
    await sender.empty({ ...request, method: 'DELETE' }, deadline);
  } catch {
    // The error of the call itself is the one to report.
  } finally {
    deadline.end();
  }
};

/** Longer with every wait, but not longer than the service thinks it needs. */
const waitBeforeAskingMs = (waits: number, secondsRemaining = Number.POSITIVE_INFINITY): number =>
  Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** waits, Math.max(1, secondsRemaining) * 1000);

/** A translated file. */
export interface TranslatedDocument {
  readonly content: Uint8Array;
  /** The name of the source, with another extension if the format is another. */
  readonly fileName: string;
  /** Characters billed for it, if the service says. */
  readonly billedCharacters?: number;
}

/** What an upload is answered with; every later call needs both. */
interface DocumentHandle {
  readonly id: string;
  readonly key: string;
}

/** What the service says of a document that has not failed. */
interface DocumentStatus extends DocumentProgress {
  readonly billedCharacters?: number;
}

const readHandle = (answer: unknown): DocumentHandle => {
  const { document_id: id, document_key: key } = isObject(answer) ? answer : {};
  if (typeof id !== 'string' || typeof key !== 'string') {
    throw unreadable('it does not contain the ID and the key of a document');
  }
  return { id, key };
};

/** @throws DocumentError with the service's reason when the translation has failed */
const readStatus = (answer: unknown): DocumentStatus => {
  const {
    status: state,
    seconds_remaining: secondsRemaining,
    billed_characters: billedCharacters,
    error_message: reason,
  } = isObject(answer) ? answer : {};
  if (state === 'error') {
    const message = typeof reason === 'string' && reason !== '' ? reason : 'no reason was given';
    throw new DocumentError(`The document could not be translated: ${message}`, {
      code: 'document_failed',
    });
  }
  if (state !== 'queued' && state !== 'translating' && state !== 'done') {
    throw unreadable('it does not say how far the document is');
  }
  return {
    state,
    ...(typeof secondsRemaining === 'number' && { secondsRemaining }),
    ...(typeof billedCharacters === 'number' && { billedCharacters }),
  };
};

/** @param sourceName the name if the service gives none that is valid */
const readResult = (
  { content, disposition }: ReceivedFile,
  sourceName: string,
): Omit<TranslatedDocument, 'billedCharacters'> => ({
  content,
  fileName: fileNameOf(disposition) ?? sourceName,
});

/** The file name of a `Content-Disposition` header, without folders (RFC 6266). */
const fileNameOf = (disposition: string): string | undefined => {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1];
  const quoted = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1];
  try {
    const name =
      encoded === undefined ? quoted?.replace(/\\(.)/g, '$1') : decodeURIComponent(encoded);
    return name?.replace(/^.*[/\\]/s, '') || undefined;
  } catch {
    return undefined;
  }
};
