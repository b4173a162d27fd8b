import { DocumentError } from './document-error.js';
import { readHtml } from './formats/html/read-html.js';
import { readMarkdown } from './formats/markdown/read-markdown.js';
import { readDocx } from './formats/office/read-docx.js';
import { readTxt } from './formats/txt/read-txt.js';
import type { DocumentFormat } from './formats.js';
import type { Filter } from './model.js';

const missing: Filter = () => {
  throw new DocumentError('unsupported_format');
};

/** Who reads which format. */
export const FILTERS: Readonly<Record<DocumentFormat, Filter>> = {
  txt: readTxt,
  html: readHtml,
  md: readMarkdown,
  docx: readDocx,
  pptx: missing,
  xlsx: missing,
  srt: missing,
  vtt: missing,
  po: missing,
  json: missing,
  yaml: missing,
  properties: missing,
  xliff: missing,
  odt: missing,
  ods: missing,
  odp: missing,
  epub: missing,
  android: missing,
  strings: missing,
  xcstrings: missing,
  csv: missing,
  tsv: missing,
  tmx: missing,
  pdf: missing,
};
