import { DocumentError } from './document-error.js';
import { readAppleStrings } from './formats/data/read-apple-strings.js';
import { readCsv, readTsv } from './formats/data/read-delimited.js';
import { readJson } from './formats/data/read-json.js';
import { readProperties } from './formats/data/read-properties.js';
import { readYaml } from './formats/data/read-yaml.js';
import { readHtml } from './formats/html/read-html.js';
import { readMarkdown } from './formats/markdown/read-markdown.js';
import { readDocx } from './formats/office/read-docx.js';
import { readPptx } from './formats/office/read-pptx.js';
import { readXlsx } from './formats/office/read-xlsx.js';
import { readSrt, readVtt } from './formats/subtitles/read-subtitles.js';
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
  pptx: readPptx,
  xlsx: readXlsx,
  srt: readSrt,
  vtt: readVtt,
  po: missing,
  json: readJson,
  yaml: readYaml,
  properties: readProperties,
  xliff: missing,
  odt: missing,
  ods: missing,
  odp: missing,
  epub: missing,
  android: missing,
  strings: readAppleStrings,
  xcstrings: missing,
  csv: readCsv,
  tsv: readTsv,
  tmx: missing,
  pdf: missing,
};
