import {
  AppError,
  baseOf,
  type DocumentFields,
  findTarget,
  invalidParameter,
  toTag,
} from '@dragoman/contract';
import type { OwnWords, Translator } from '@dragoman/core';
import {
  DocumentError,
  type DocumentFormat,
  detectFormat,
  FORMATS,
  formatOfExtension,
} from '@dragoman/documents';
import type { Upload } from './document-service.js';
import { cleanFileName } from './files/file-names.js';
import { SAME_LANGUAGE } from './jobs/translate-document.js';

/** A file as it came. */
export interface SentFile {
  readonly bytes: Uint8Array;
  /** Undefined where its part had none. */
  readonly name: string | undefined;
}

/** The 400 that clients look for by its first words. */
export const invalidFile = (reason: string): AppError =>
  new AppError('invalid_file', { parameter: 'file', message: `Invalid file data. ${reason}` });

/**
 * Finds out what a file is and whether it can be translated as asked, before it is stored. Its
 * inside is read later.
 *
 * @param tag under which it is reported
 * @param own what the customer's own names in the fields stand for
 * @throws AppError `invalid_file`, `invalid_parameter`, and what cannot be served
 */
export const prepareUpload = async (
  file: SentFile | undefined,
  fields: DocumentFields,
  {
    translator,
    tag,
    own,
  }: {
    readonly translator: Translator;
    readonly tag: string | undefined;
    readonly own?: OwnWords;
  },
): Promise<Upload> => {
  if (!file) throw invalidFile("Send the document in a part named 'file'.");
  const fileName = cleanFileName(file.name || fields.filename || '');
  const format = formatOf(fileName, file.bytes);
  const outputFormat = outputFormatOf(fields.output_format, format);
  await requireLanguages(fields, translator, own);
  return {
    bytes: file.bytes,
    fileName,
    options: {
      targetLanguage: fields.target_lang,
      sourceLanguage: fields.source_lang,
      formality: fields.formality,
      glossaryIds: fields.glossary_id === undefined ? fields.glossary_ids : [fields.glossary_id],
      memoryId: fields.translation_memory_id,
      memoryThreshold: fields.translation_memory_threshold,
      styleId: fields.style_id,
      format,
      outputFormat,
      dropsSignature: fields.drop_signature,
      keepsHeader: fields.keep_header,
      tag,
    },
  };
};

const formatOf = (fileName: string, bytes: Uint8Array): DocumentFormat => {
  try {
    return detectFormat(fileName, bytes);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw invalidFile(error.message);
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
const requireLanguages = async (
  {
    output_format: _format,
    drop_signature: _drop,
    keep_header: _header,
    filename: _name,
    ...fields
  }: DocumentFields,
  translator: Translator,
  own: OwnWords | undefined,
): Promise<void> => {
  const isGiven = fields.source_lang !== undefined;
  // Without a text there is nothing to detect; with an empty one there has to be a route.
  await translator.translate(
    { ...fields, text: isGiven ? [''] : [] },
    { ...own, signal: new AbortController().signal },
  );
  const target = findTarget(fields.target_lang);
  if (!target) throw invalidParameter('target_lang');
  const base = baseOf(toTag(target.base.code));
  if (fields.source_lang !== undefined && toTag(fields.source_lang.toUpperCase()) === base) {
    throw new AppError('invalid_parameter', { parameter: 'target_lang', message: SAME_LANGUAGE });
  }
};
