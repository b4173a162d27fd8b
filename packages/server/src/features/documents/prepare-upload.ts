import { AppError, type DocumentFields } from '@dragoman/contract';
import type { RequestParameters, RequestSettings, Translator } from '@dragoman/core';
import {
  DocumentError,
  type DocumentFormat,
  detectFormat,
  FORMATS,
  formatOfExtension,
} from '@dragoman/documents';
import type { DocumentOptions } from './document-record.js';
import { cleanFileName } from './file-names.js';
import type { ReceivedFile } from './receive-files.js';
import { SAME_LANGUAGE } from './translate-document.js';

/** A file, or how it begins; undefined as its name where it came without. */
interface NamedFile {
  readonly name: string | undefined;
  readonly head: Uint8Array;
}

/** A file as it came. */
export interface SentFile extends ReceivedFile, NamedFile {}

/** A file as it was sent, with what is to be done with it. */
export interface Upload<File = ReceivedFile> {
  readonly file: File;
  /** Without folders and control characters. */
  readonly fileName: string;
  readonly options: DocumentOptions;
}

/** The 400 that clients look for by its first words. */
const invalidFile = (why: string, reason: string): AppError =>
  new AppError('invalid_file', {
    parameter: 'file',
    message: `Invalid file data. ${why}`,
    reason,
  });

/** Checks what is sent with a file. */
interface UploadChecks {
  readonly translator: Pick<Translator, 'requireRoute'>;
  /** Resolves the fields; see `resolve-request.ts`. */
  resolve(parameters: RequestParameters): Promise<RequestSettings>;
}

/**
 * Finds out what a file is and whether it can be translated as asked, before it becomes a document.
 * Its inside is read later.
 *
 * @param tag under which it is reported
 * @throws AppError `invalid_file`, `invalid_parameter`, and what cannot be served
 */
export const prepareUpload = async <File extends NamedFile>(
  file: File | undefined,
  fields: DocumentFields,
  tag: string | undefined,
  { translator, resolve }: UploadChecks,
): Promise<Upload<File>> => {
  if (!file) throw invalidFile("Send the document in a part named 'file'.", 'file_missing');
  const { output_format, drop_signature, keep_header, filename, ...asked } = fields;
  const fileName = cleanFileName(chooseName(file.name, filename));
  const format = formatOf(fileName, file.head);
  const outputFormat = outputFormatOf(output_format, format);
  // Nobody waits for a document as one waits for a text.
  const parameters: RequestParameters = { ...asked, model_type: 'quality_optimized' };
  requireLanguages(await resolve(parameters), translator);
  return {
    file,
    fileName,
    options: {
      parameters,
      format,
      outputFormat,
      dropsSignature: drop_signature,
      keepsHeader: keep_header,
      tag,
    },
  };
};

const EXTENSION = /\.[^./\\]+$/;

/** `fetch` names what has no name `blob`: without an extension, a name says nothing. */
const chooseName = (own = '', given = ''): string =>
  given !== '' && !EXTENSION.test(own) ? given : own;

const formatOf = (fileName: string, head: Uint8Array): DocumentFormat => {
  try {
    return detectFormat(fileName, head);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw invalidFile(error.message, error.code);
  }
};

const outputFormatOf = (wanted: string | undefined, format: DocumentFormat): DocumentFormat => {
  const { outputFormats } = FORMATS[format];
  const found =
    wanted === undefined || wanted === ''
      ? outputFormats[0]
      : formatOfExtension(wanted.toLowerCase());
  if (found === undefined || !outputFormats.includes(found)) {
    throw new AppError('invalid_parameter', {
      parameter: 'output_format',
      message: `output_format not supported. This document can be written as: ${outputFormats.join(', ')}.`,
    });
  }
  return found;
};

/** Refuses what every paragraph would be refused for. */
const requireLanguages = (
  request: RequestSettings,
  translator: UploadChecks['translator'],
): void => {
  translator.requireRoute(request);
  if (request.source === request.target.base) {
    throw new AppError('invalid_parameter', {
      parameter: 'target_lang',
      message: SAME_LANGUAGE,
      reason: 'same_language',
    });
  }
};
