import { DocumentError } from './document-error.js';
import { type DocumentFormat, FORMATS } from './formats.js';
import { DEFAULT_LIMITS, type DocumentLimits } from './limits.js';
import type { Filter, ReadOptions, TranslatableDocument } from './model.js';

/** Languages are BCP 47 tags; limits that are not given are those of {@link DEFAULT_LIMITS}. */
export type ReadDocumentOptions = Omit<ReadOptions, 'limits'> & {
  readonly limits?: Partial<DocumentLimits>;
};

/**
 * Who reads which format. Each is loaded when it is needed: together, their parsers take longer to
 * load than everything else in a command.
 */
const FILTERS: Readonly<Record<DocumentFormat, () => Promise<Filter>>> = {
  txt: async () => (await import('./formats/read-plain-text.js')).readTxt,
  html: async () => (await import('./formats/read-html.js')).readHtml,
  md: async () => (await import('./formats/read-markdown.js')).readMarkdown,
  rst: async () => (await import('./formats/lightweight/read-rst.js')).readRst,
  adoc: async () => (await import('./formats/lightweight/read-adoc.js')).readAdoc,
  tex: async () => (await import('./formats/read-tex.js')).readTex,
  docx: async () => (await import('./formats/office/read-docx.js')).readDocx,
  rtf: async () => (await import('./formats/read-rtf.js')).readRtf,
  pptx: async () => (await import('./formats/office/read-pptx.js')).readPptx,
  xlsx: async () => (await import('./formats/office/read-xlsx.js')).readXlsx,
  srt: async () => (await import('./formats/read-subtitles.js')).readSrt,
  vtt: async () => (await import('./formats/read-subtitles.js')).readVtt,
  po: async () => (await import('./formats/read-po.js')).readPo,
  json: async () => (await import('./formats/read-json.js')).readJson,
  arb: async () => (await import('./formats/read-json.js')).readArb,
  yaml: async () => (await import('./formats/read-yaml.js')).readYaml,
  properties: async () => (await import('./formats/read-properties.js')).readProperties,
  xliff: async () => (await import('./formats/read-xliff-tmx.js')).readXliff,
  odt: async () => (await import('./formats/read-open-document.js')).readOdt,
  ods: async () => (await import('./formats/read-open-document.js')).readOds,
  odp: async () => (await import('./formats/read-open-document.js')).readOdp,
  epub: async () => (await import('./formats/read-epub.js')).readEpub,
  idml: async () => (await import('./formats/read-idml.js')).readIdml,
  android: async () => (await import('./formats/read-xml-strings.js')).readAndroid,
  strings: async () => (await import('./formats/read-apple-strings.js')).readAppleStrings,
  stringsdict: async () => (await import('./formats/read-apple-strings.js')).readStringsdict,
  xcstrings: async () => (await import('./formats/read-string-catalog.js')).readStringCatalog,
  resx: async () => (await import('./formats/read-xml-strings.js')).readResx,
  qt: async () => (await import('./formats/read-xml-strings.js')).readQt,
  fluent: async () => (await import('./formats/read-fluent.js')).readFluent,
  csv: async () => (await import('./formats/read-plain-text.js')).readCsv,
  tsv: async () => (await import('./formats/read-plain-text.js')).readTsv,
  tmx: async () => (await import('./formats/read-xliff-tmx.js')).readTmx,
  pdf: async () => (await import('./formats/pdf/read-pdf.js')).readPdf,
};

/** The reader of a format. */
export const filterOf = (format: DocumentFormat): Promise<Filter> => FILTERS[format]();

/**
 * Reads a document into the paragraphs to translate, which may be none, and what is needed to write
 * it back.
 *
 * @throws DocumentError for every file that cannot be translated, with the reason
 */
export const readDocument = async (
  bytes: Uint8Array,
  { limits, ...wanted }: ReadDocumentOptions,
): Promise<TranslatableDocument> => {
  if (bytes.length === 0) throw new DocumentError('empty_file');
  const allLimits = { ...DEFAULT_LIMITS, ...limits };
  const { format } = wanted;
  const options = { ...wanted, limits: allLimits };
  const read = await filterOf(format);
  const document = await refuseAsDocumentError(async () => read(bytes, options));
  if (document.paragraphs.length === 0 && FORMATS[format].isBilingual) {
    throw new DocumentError('already_translated');
  }
  return { format, limits: allLimits, ...document };
};

/** Parsers throw errors of their own; to the user they all mean that the file is at fault. */
export const refuseAsDocumentError = async <Result>(
  read: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError('malformed', undefined, { cause: error });
  }
};
