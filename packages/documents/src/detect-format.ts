import { DocumentError } from './document-error.js';
import { type DocumentFormat, FORMATS } from './formats.js';
import { MEBIBYTE } from './limits.js';
import { isBinary } from './text-encoding.js';

/** How files begin. Office programs put what is encrypted into OLE, and old ones everything. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP = [0x50, 0x4b];
const PDF = [0x25, 0x50, 0x44, 0x46];

/** How much of a file is read to detect its format. */
export const HEAD_BYTES = MEBIBYTE;

const IN_ARCHIVES = new Set<DocumentFormat>([
  'docx',
  'pptx',
  'xlsx',
  'odt',
  'ods',
  'odp',
  'epub',
  'idml',
]);

/** Formats that may hold bytes of other things: pictures in RTF, for one. */
const WITH_BINARY = new Set<DocumentFormat>([...IN_ARCHIVES, 'pdf', 'rtf']);

/**
 * The format of a file, by its name and by how its content begins. The content of archives is
 * looked at closely when the document is read.
 *
 * @param fileName with extension, in any case
 * @param bytes at least the first {@link HEAD_BYTES}
 * @throws DocumentError empty_file, unsupported_format, outdated_format, format_mismatch, encrypted
 */
export const detectFormat = (fileName: string, bytes: Uint8Array): DocumentFormat => {
  const extension = /\.([^./\\]+)$/.exec(fileName.trim())?.[1]?.toLowerCase() ?? '';
  if (bytes.length === 0) throw new DocumentError('empty_file');
  if (startsWith(bytes, OLE)) throw oleError(bytes, extension);
  const format = formatOfExtension(extension);
  if (!format) throw new DocumentError('unsupported_format', adviceFor(extension));
  if (startsWith(bytes, ZIP) !== IN_ARCHIVES.has(format))
    throw new DocumentError('format_mismatch');
  if (startsWith(bytes, PDF) && format !== 'pdf') throw new DocumentError('format_mismatch');
  if (!WITH_BINARY.has(format) && isBinary(bytes)) {
    throw new DocumentError('unsupported_format', `It is no text. ${adviceFor('')}`);
  }
  if (format === 'qt' && !/<TS[\s>]/.test(headOf(bytes))) {
    throw new DocumentError('unsupported_format', 'Of .ts files, those of Qt Linguist are read.');
  }
  if (format === 'android' && !isAndroid(bytes)) {
    throw new DocumentError(
      'unsupported_format',
      'Of XML files, those with Android resources are read.',
    );
  }
  return format;
};

/** What files of other programs can be saved as there. */
export const SAVE_AS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    '.docx': 'doc dot wps wpd wpt pages hwp one gdoc',
    '.xlsx': 'xls xlt xlsb numbers gsheet',
    '.pptx': 'ppt pps pot key gslides',
    '.odt': 'sxw fodt odm abw',
    '.ods': 'sxc fods',
    '.odp': 'sxi fodp',
    '.rtf': 'rtfd',
    '.epub': 'mobi azw azw3 fb2 lit',
    '.pdf': 'djvu xps oxps ps ai odg pub vsd vsdx cdr afpub',
    '.idml': 'indd indt inx',
    '.html': 'mht mhtml eml msg textile wiki mediawiki',
    '.md': 'org mdx ipynb',
    '.tex': 'lyx',
    '.txt': 'ini log',
    '.yaml': 'toml',
    '.json': 'json5 jsonc',
    '.csv': 'dif slk',
    '.srt': 'ass ssa sub sbv ttml dfxp',
    '.xlf': 'sdlxliff mqxliff mxliff txlf ttx',
    '.po': 'mo gmo',
    '.ts': 'qm',
    '.tmx': 'sdltm',
  }).flatMap(([target, extensions]) =>
    extensions.split(' ').map((extension) => [extension, target]),
  ),
);
export const PICTURES: ReadonlySet<string> = new Set(
  'png jpg jpeg jfif gif webp avif tif tiff bmp heic svg'.split(' '),
);

/** What to do with a file of an unknown kind. */
const adviceFor = (extension: string): string => {
  const accepted = Object.values(FORMATS)
    .map(({ extensions: [usual] }) => `.${usual}`)
    .join(', ');
  const target = SAVE_AS[extension] ?? (formatOfExtension(extension) ? `.${extension}` : undefined);
  const advice = PICTURES.has(extension)
    ? 'Pictures are not read: run text recognition on it first. '
    : target
      ? `Save it as ${target}. `
      : '';
  return `${advice}Accepted are ${accepted}.`;
};

/** @param extension without dot, in lower case */
export const formatOfExtension = (extension: string): DocumentFormat | undefined =>
  (Object.keys(FORMATS) as DocumentFormat[]).find((format) =>
    FORMATS[format].extensions.includes(extension),
  );

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** An encrypted file of today, or a file of the nineties. */
const oleError = (bytes: Uint8Array, extension: string): DocumentError => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  const isEncrypted = head.includes(Buffer.from('EncryptedPackage', 'utf16le'));
  return isEncrypted
    ? new DocumentError('encrypted')
    : new DocumentError('outdated_format', adviceFor(extension));
};

const isAndroid = (bytes: Uint8Array): boolean => /<resources[\s>]/.test(headOf(bytes));

/** Read without its zeros, UTF-16 looks like what it says, too. */
const headOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, 64 * 1024))
    .toString('latin1')
    .replaceAll('\0', '');
