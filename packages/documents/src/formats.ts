/** What is known about a kind of file. */
export interface FormatDescription {
  readonly name: string;
  /** Extensions without dot, in lower case; the first is the usual one. */
  readonly extensions: readonly string[];
  /** Media types; the first is the one to answer with. */
  readonly mediaTypes: readonly string[];
  /** What it can be written as; the first is the default. */
  readonly outputFormats: readonly DocumentFormat[];
  /** Text in it stands beside its translation, which is added and replaces nothing. */
  readonly isBilingual?: boolean;
}

const row = (
  format: DocumentFormat,
  name: string,
  extensions: readonly string[],
  mediaTypes: readonly string[],
): readonly [DocumentFormat, FormatDescription] => [
  format,
  { name, extensions, mediaTypes, outputFormats: [format] },
];

const bilingual = ([format, description]: readonly [DocumentFormat, FormatDescription]): readonly [
  DocumentFormat,
  FormatDescription,
] => [format, { ...description, isBilingual: true }];

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';

export type DocumentFormat =
  | 'txt'
  | 'html'
  | 'md'
  | 'rst'
  | 'adoc'
  | 'tex'
  | 'docx'
  | 'rtf'
  | 'pptx'
  | 'xlsx'
  | 'srt'
  | 'vtt'
  | 'po'
  | 'json'
  | 'arb'
  | 'yaml'
  | 'properties'
  | 'xliff'
  | 'odt'
  | 'ods'
  | 'odp'
  | 'epub'
  | 'idml'
  | 'android'
  | 'strings'
  | 'stringsdict'
  | 'xcstrings'
  | 'resx'
  | 'qt'
  | 'fluent'
  | 'csv'
  | 'tsv'
  | 'tmx'
  | 'pdf';

/** Every format that is read, in the order in which people ask for them. */
export const FORMATS: Readonly<Record<DocumentFormat, FormatDescription>> = Object.fromEntries([
  row('txt', 'Plain text', ['txt', 'text'], ['text/plain']),
  row('html', 'HTML', ['html', 'htm', 'xhtml'], ['text/html', 'application/xhtml+xml']),
  row('md', 'Markdown', ['md', 'markdown'], ['text/markdown']),
  row('rst', 'reStructuredText', ['rst', 'rest'], ['text/x-rst']),
  row('adoc', 'AsciiDoc', ['adoc', 'asciidoc', 'asc'], ['text/asciidoc']),
  row('tex', 'LaTeX', ['tex', 'ltx', 'latex'], ['application/x-tex', 'text/x-tex']),
  row(
    'docx',
    'Word document',
    ['docx', 'dotx', 'docm', 'dotm'],
    [`${OFFICE}wordprocessingml.document`],
  ),
  row('rtf', 'Rich text', ['rtf'], ['application/rtf', 'text/rtf']),
  row(
    'pptx',
    'PowerPoint presentation',
    ['pptx', 'potx', 'ppsx', 'pptm', 'potm', 'ppsm'],
    [`${OFFICE}presentationml.presentation`],
  ),
  row('xlsx', 'Excel workbook', ['xlsx', 'xltx', 'xlsm', 'xltm'], [`${OFFICE}spreadsheetml.sheet`]),
  row('srt', 'SubRip subtitles', ['srt'], ['application/x-subrip']),
  row('vtt', 'WebVTT subtitles', ['vtt'], ['text/vtt']),
  bilingual(row('po', 'gettext catalogue', ['po', 'pot'], ['text/x-gettext-translation'])),
  row('json', 'JSON', ['json'], ['application/json']),
  row('arb', 'Flutter messages', ['arb'], ['application/json']),
  row('yaml', 'YAML', ['yaml', 'yml'], ['application/yaml']),
  row('properties', 'Java properties', ['properties'], ['text/x-java-properties']),
  bilingual(row('xliff', 'XLIFF', ['xlf', 'xliff'], ['application/xliff+xml'])),
  row('odt', 'OpenDocument text', ['odt', 'ott'], [`${OPEN_DOCUMENT}text`]),
  row('ods', 'OpenDocument spreadsheet', ['ods', 'ots'], [`${OPEN_DOCUMENT}spreadsheet`]),
  row('odp', 'OpenDocument presentation', ['odp', 'otp'], [`${OPEN_DOCUMENT}presentation`]),
  row('epub', 'EPUB', ['epub'], ['application/epub+zip']),
  row('idml', 'InDesign', ['idml'], ['application/vnd.adobe.indesign-idml-package']),
  row('android', 'Android strings', ['xml'], ['application/xml']),
  row('strings', 'Apple strings', ['strings'], ['text/plain']),
  row('stringsdict', 'Apple plurals', ['stringsdict'], ['application/xml']),
  bilingual(row('xcstrings', 'Apple string catalogue', ['xcstrings'], ['application/json'])),
  row('resx', '.NET resources', ['resx', 'resw'], ['text/microsoft-resx']),
  bilingual(row('qt', 'Qt Linguist catalogue', ['ts'], ['application/x-linguist'])),
  row('fluent', 'Fluent', ['ftl'], ['text/plain']),
  row('csv', 'Comma-separated values', ['csv'], ['text/csv']),
  row('tsv', 'Tab-separated values', ['tsv', 'tab'], ['text/tab-separated-values']),
  bilingual(row('tmx', 'Translation memory', ['tmx'], ['application/x-tmx+xml'])),
  [
    'pdf',
    {
      name: 'PDF',
      extensions: ['pdf'],
      mediaTypes: ['application/pdf'],
      outputFormats: ['pdf', 'docx', 'html', 'txt'],
    },
  ] as const,
]) as Record<DocumentFormat, FormatDescription>;
