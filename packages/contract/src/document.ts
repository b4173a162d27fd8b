import * as z from 'zod';
import type { DOCUMENT_HANDLE, DOCUMENT_STATUS } from './answers.js';
import { described, flag, nameSchemas, REQUEST_SCHEMAS } from './parameters.js';
import { parse } from './parse.js';
import { checkCombinations, TRANSLATE_BODY } from './translate.js';

/**
 * The fields beside the file of `POST /v2/document`, from the body or the query. Unknown ones are
 * accepted: clients send options of their own along.
 */
export const DOCUMENT_FIELDS = TRANSLATE_BODY.pick({
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
    description: 'Name of the file where its part has none. The extension tells the format.',
  }),
});

/** The upload as the API reference shows it. */
export const DOCUMENT_UPLOAD = DOCUMENT_FIELDS.extend({
  file: z.string().meta({ description: 'The document, as a file with its name.' }),
});

/** The fields of an upload, checked for form. */
export type DocumentFields = z.output<typeof DOCUMENT_FIELDS>;

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
export const parseDocumentFields = (fields: Readonly<Record<string, unknown>>): DocumentFields => {
  const parsed = parse(DOCUMENT_FIELDS, fields, '/v2/document');
  checkCombinations(parsed);
  return parsed;
};

nameSchemas(REQUEST_SCHEMAS, {
  DocumentUpload: DOCUMENT_UPLOAD,
  DocumentAccess: DOCUMENT_KEY,
});
