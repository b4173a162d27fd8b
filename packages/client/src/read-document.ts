import type { DocumentProgress } from './document-options.js';
import { DocumentError } from './errors.js';
import { isObject } from './read-body.js';
import { type ReceivedFile, unreadable } from './send.js';

/** A translated file. */
export interface TranslatedDocument {
  readonly content: Uint8Array;
  /** The name of the source, with another extension if the format is another. */
  readonly fileName: string;
  /** Characters billed for it, if the service says. */
  readonly billedCharacters?: number;
}

/** What an upload is answered with; every later call needs both. */
export interface DocumentHandle {
  readonly id: string;
  readonly key: string;
}

/** What the service says of a document that has not failed. */
export interface DocumentStatus extends DocumentProgress {
  readonly billedCharacters?: number;
}

export const readHandle = (answer: unknown): DocumentHandle => {
  const { document_id: id, document_key: key } = isObject(answer) ? answer : {};
  if (typeof id !== 'string' || typeof key !== 'string') {
    throw unreadable('it does not contain the ID and the key of a document');
  }
  return { id, key };
};

/** @throws DocumentError with the service's reason when the translation has failed */
export const readStatus = (answer: unknown): DocumentStatus => {
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
export const readResult = (
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
