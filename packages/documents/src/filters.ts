import type { DocumentFormat } from './common/formats.js';
import type { Filter } from './common/model.js';
import { readAppleStrings } from './formats/data/read-apple-strings.js';
import { readCsv, readTsv } from './formats/data/read-delimited.js';
import { readJson } from './formats/data/read-json.js';
import { readProperties } from './formats/data/read-properties.js';
import { readYaml } from './formats/data/read-yaml.js';
import { readEpub } from './formats/epub/read-epub.js';
import { readHtml } from './formats/html/read-html.js';
import { readAndroid } from './formats/localization/read-android.js';
import { readStringCatalog } from './formats/localization/read-string-catalog.js';
import { readTmx } from './formats/localization/read-tmx.js';
import { readXliff } from './formats/localization/read-xliff.js';
import { readMarkdown } from './formats/markdown/read-markdown.js';
import { readDocx } from './formats/office/read-docx.js';
import { readPptx } from './formats/office/read-pptx.js';
import { readXlsx } from './formats/office/sheets/read-xlsx.js';
import { readOdp, readOds, readOdt } from './formats/open-document/read-open-document.js';
import { readPdf } from './formats/pdf/read-pdf.js';
import { readPo } from './formats/po/read-po.js';
import { readSrt, readVtt } from './formats/subtitles/read-subtitles.js';
import { readTxt } from './formats/txt/read-txt.js';

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
  po: readPo,
  json: readJson,
  yaml: readYaml,
  properties: readProperties,
  xliff: readXliff,
  odt: readOdt,
  ods: readOds,
  odp: readOdp,
  epub: readEpub,
  android: readAndroid,
  strings: readAppleStrings,
  xcstrings: readStringCatalog,
  csv: readCsv,
  tsv: readTsv,
  tmx: readTmx,
  pdf: readPdf,
};
