import type { DocumentFormat } from './formats.js';
import type { Filter } from './model.js';

/**
 * Who reads which format. Each is loaded when it is needed: together, their parsers take longer to
 * load than everything else in a command.
 */
const FILTERS: Readonly<Record<DocumentFormat, () => Promise<Filter>>> = {
  txt: async () => (await import('./formats/read-txt.js')).readTxt,
  html: async () => (await import('./formats/html/read-html.js')).readHtml,
  md: async () => (await import('./formats/read-markdown.js')).readMarkdown,
  docx: async () => (await import('./formats/office/read-docx.js')).readDocx,
  rtf: async () => (await import('./formats/rtf/read-rtf.js')).readRtf,
  pptx: async () => (await import('./formats/office/read-pptx.js')).readPptx,
  xlsx: async () => (await import('./formats/office/read-xlsx.js')).readXlsx,
  srt: async () => (await import('./formats/read-subtitles.js')).readSrt,
  vtt: async () => (await import('./formats/read-subtitles.js')).readVtt,
  po: async () => (await import('./formats/read-po.js')).readPo,
  json: async () => (await import('./formats/read-json.js')).readJson,
  arb: async () => (await import('./formats/read-json.js')).readArb,
  yaml: async () => (await import('./formats/read-yaml.js')).readYaml,
  properties: async () => (await import('./formats/read-properties.js')).readProperties,
  xliff: async () => (await import('./formats/read-xliff.js')).readXliff,
  odt: async () => (await import('./formats/open-document/read-open-document.js')).readOdt,
  ods: async () => (await import('./formats/open-document/read-open-document.js')).readOds,
  odp: async () => (await import('./formats/open-document/read-open-document.js')).readOdp,
  epub: async () => (await import('./formats/read-epub.js')).readEpub,
  android: async () => (await import('./formats/read-android.js')).readAndroid,
  strings: async () => (await import('./formats/read-apple-strings.js')).readAppleStrings,
  stringsdict: async () => (await import('./formats/read-stringsdict.js')).readStringsdict,
  xcstrings: async () => (await import('./formats/read-string-catalog.js')).readStringCatalog,
  resx: async () => (await import('./formats/read-resx.js')).readResx,
  qt: async () => (await import('./formats/read-qt.js')).readQt,
  fluent: async () => (await import('./formats/read-fluent.js')).readFluent,
  csv: async () => (await import('./formats/read-delimited.js')).readCsv,
  tsv: async () => (await import('./formats/read-delimited.js')).readTsv,
  tmx: async () => (await import('./formats/read-tmx.js')).readTmx,
  pdf: async () => (await import('./formats/pdf/read-pdf.js')).readPdf,
};

/** The reader of a format. */
export const filterOf = (format: DocumentFormat): Promise<Filter> => FILTERS[format]();
