import * as z from 'zod';
import {
  count,
  described,
  flag,
  nameSchemas,
  REQUEST_SCHEMAS,
  RESPONSE_SCHEMAS,
} from './parameters.js';
import { parse } from './parse.js';
import { refuseCombinations, TRANSLATE_FIELDS } from './translate.js';

/** The fields beside the file of an upload, each by itself. */
const fields = TRANSLATE_FIELDS.pick({
  target_lang: true,
  source_lang: true,
  formality: true,
  glossary_id: true,
  glossary_ids: true,
  style_id: true,
  translation_memory_id: true,
  translation_memory_threshold: true,
}).extend({
  output_format: z.string().max(16).optional().meta({
    description:
      'Extension of the format to write, without dot. A PDF stays a `pdf` (default) or becomes `docx`, `html` or `txt`; everything else keeps its format.',
  }),
  drop_signature: flag.optional().meta({
    description:
      'Whether a signed PDF is translated although its signature is lost with that. Without it, a signed PDF is refused when it is to stay a PDF.',
  }),
  keep_header: flag.optional().meta({
    description: 'Whether the first row of a CSV or TSV file is left as it is.',
  }),
  filename: z.string().max(1000).optional().meta({
    description:
      'Name of the file where its part has none, or one without an extension. The extension tells the format.',
  }),
});

/**
 * The fields beside the file of `POST /v2/document`, from the body or the query. Unknown ones are
 * accepted: clients send options of their own along.
 */
const DOCUMENT_FIELDS = fields.superRefine(refuseCombinations);

/** The upload as the API reference shows it. */
export const DOCUMENT_UPLOAD = fields.extend({
  file: z.string().meta({ description: 'The document, as a file with its name.' }),
});

/** The fields of an upload, checked for form. */
export type DocumentFields = z.output<typeof DOCUMENT_FIELDS>;

const documentId = described(z.string().regex(/^[0-9A-F]{32}$/), 'Names the document.');

/** The response to an upload. */
export const DOCUMENT_HANDLE = z.object({
  document_id: documentId,
  document_key: described(
    z.string().regex(/^[0-9A-F]{64}$/),
    'Needed for its status and its result. The server stores only its hash.',
  ),
});

/** How far a document is. */
export const DOCUMENT_STATUS = z.object({
  document_id: documentId,
  status: described(
    z.enum(['queued', 'translating', 'done', 'error']),
    'Waiting for its turn, running, ready for download, or failed for good.',
  ),
  queue_position: described(
    z.int().min(1),
    'Which one it is among the documents that wait; there while `queued`, with the embedded database.',
  ).optional(),
  seconds_remaining: described(
    z.int().min(1),
    'Estimate by the speed so far; there while `translating`, once there is a speed.',
  ).optional(),
  billed_characters: count(
    'Unicode code points that are billed when the result has been downloaded; with `done`.',
  ).optional(),
  error_message: described(z.string(), 'Why it failed, for people; with `error`.').optional(),
  error_code: described(
    z.string(),
    'Why it failed, for programs: the code that an error response would have; with `error`.',
  ).optional(),
  error_parameter: described(z.string(), 'The invalid parameter, if that is the error.').optional(),
  error_reason: described(
    z.string(),
    'What exactly is wrong with the file, for programs, such as `encrypted`; with `error`, where the code leaves it open.',
  ).optional(),
  error_language: described(
    z.string(),
    'The language that is not installed, if that is the error.',
  ).optional(),
  message: described(
    z.string(),
    'With `error`, the same as `error_message`. With `done`, what is to be known about the result, such as pages of a PDF that could not be translated.',
  ).optional(),
});

export type DocumentHandle = z.output<typeof DOCUMENT_HANDLE>;

export type DocumentStatus = z.output<typeof DOCUMENT_STATUS>;

/** What asks about a document or for its result. */
export const DOCUMENT_KEY = z.object({
  document_key: described(
    z.preprocess(
      (key) => (key === '' ? undefined : key),
      z.string().transform((key) => key.toUpperCase()),
    ),
    'The key that the upload was answered with.',
    '0CB0054F1C132C1625B392EADDA41CB754A742822F6877173029A6C487E7F60A',
  ),
});

/**
 * Checks the form of the fields of an upload.
 *
 * @throws AppError `invalid_parameter`, naming the parameter
 */
export const parseDocumentFields = (sent: Readonly<Record<string, unknown>>): DocumentFields =>
  parse(DOCUMENT_FIELDS, sent, '/v2/document');

nameSchemas(REQUEST_SCHEMAS, {
  DocumentUpload: DOCUMENT_UPLOAD,
  DocumentAccess: DOCUMENT_KEY,
});
nameSchemas(RESPONSE_SCHEMAS, {
  DocumentHandle: DOCUMENT_HANDLE,
  DocumentStatus: DOCUMENT_STATUS,
});
