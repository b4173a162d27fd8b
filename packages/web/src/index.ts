import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { MESSAGES } from './browser/locales/en.js';
import { MESSAGE_ATTRIBUTES } from './browser/message-attributes.js';

export { describeError, type ErrorDescription } from './error-pages.js';

/** One file of the page. */
export interface PageFile {
  /** Path below the page's address: empty for the page itself, otherwise in the folder `page`. */
  readonly path: string;
  readonly contentType: string;
  readonly body: Buffer;
  /** The same, compressed for browsers that accept it; done once for each encoding. */
  compressed(encoding: PageEncoding): Buffer;
  /** Strong entity tag of the body, with its quotation marks. */
  readonly etag: string;
  /** The path identifies this content, so browsers may cache it forever. */
  readonly isImmutable: boolean;
}

export type PageEncoding = 'br' | 'gzip';

interface PageOptions {
  /** Maximum request body of the server; the page checks it before sending. */
  readonly maxBodyBytes: number;
  /** Characters that a visitor may have translated per minute; the page checks it before sending. */
  readonly maxCharacters: number;
  /** Maximum size of a document; the page checks it before sending. */
  readonly maxDocumentBytes: number;
  readonly documentKinds: readonly PageDocumentKind[];
  /** What files of other programs can be saved as there, by extension: `.docx`. */
  readonly saveAs: Readonly<Record<string, string>>;
  /** Extensions of pictures. */
  readonly pictures: readonly string[];
  /** Whether visitors need a password; the page then keeps no texts unless they want it. */
  readonly hasPassword: boolean;
}

/** A kind of file that can be translated. */
export interface PageDocumentKind {
  /** Without dot, in lower case. */
  readonly extension: string;
  /** Extensions of what it can be written as; the first is the default. */
  readonly outputFormats: readonly string[];
  /** The one of several for the same format that people know. */
  readonly isUsual: boolean;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The content security policy: nothing from other origins, nothing inline. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** The scripts as they are compiled, and the files that they are for. */
const SCRIPTS = new URL('./browser/', import.meta.url);
const PAGE = new URL('../page/', import.meta.url);
/** The same in few files, made by `scripts/bundle-page.mjs`. */
const BUNDLE = new URL('./page/', import.meta.url);

/**
 * Reads the page from disk; its scripts exist once the package is built.
 *
 * @param bundle the folder with the bundled files; where it is older than a script or is not there,
 *   as while the page is worked on, the scripts are sent one by one
 */
export const loadPage = async (
  options: PageOptions,
  bundle = BUNDLE,
): Promise<readonly PageFile[]> => {
  const assets = (await isUpToDate(bundle))
    ? await readFolder(bundle, ['.css', '.js', '.svg'])
    : [...(await readFolder(PAGE, ['.css', '.svg'])), ...(await readFolder(SCRIPTS, ['.js']))];
  // All files change their path together, so scripts of different versions are never mixed.
  const folder = `page/${digest(Buffer.concat(assets.map(({ body }) => body))).slice(0, 16)}`;
  const values = { files: folder, ...valuesOf(options) };
  const html = Object.entries(values).reduce(
    (page, [name, value]) => page.replaceAll(`{{${name}}}`, () => value),
    writeMessages(await readFile(new URL('../page/index.html', import.meta.url), 'utf8')),
  );
  return [
    pageFile('', '.html', Buffer.from(html)),
    ...assets.map(({ name, body }) => pageFile(`${folder}/${name}`, extname(name), body)),
  ];
};

/** What the server writes into the page; none of it needs escaping. */
const valuesOf = ({
  maxBodyBytes,
  maxCharacters,
  maxDocumentBytes,
  documentKinds,
  saveAs,
  pictures,
  hasPassword,
}: PageOptions) => ({
  hasPassword: String(hasPassword),
  maxBodyBytes: String(maxBodyBytes),
  maxCharacters: String(maxCharacters),
  maxDocumentBytes: String(maxDocumentBytes),
  documentExtensions: documentKinds.map(({ extension }) => `.${extension}`).join(','),
  // `pdf:docx,html,txt`, where there is a choice.
  outputFormats: documentKinds
    .filter(({ outputFormats }) => outputFormats.length > 1)
    .map(({ extension, outputFormats }) => `${extension}:${outputFormats.join(',')}`)
    .join(' '),
  saveAs: Object.entries(saveAs)
    .map(([extension, format]) => `${extension}:${format}`)
    .join(' '),
  usualExtensions: documentKinds
    .filter(({ isUsual }) => isUsual)
    .map(({ extension }) => `.${extension}`)
    .join(' '),
  pictures: pictures.join(' '),
});

const pageFile = (path: string, ending: string, body: Buffer): PageFile => ({
  path,
  contentType: CONTENT_TYPES[ending] ?? 'application/octet-stream',
  body,
  compressed: compressor(body),
  etag: `"${digest(body).slice(0, 32)}"`,
  isImmutable: path !== '',
});

/** Files as small as these become hardly smaller with 6 to 9, whose tables take ten times as long to set up. */
const BROTLI_QUALITY = 5;

const compressor = (body: Buffer): PageFile['compressed'] => {
  const done = new Map<PageEncoding, Buffer>();
  return (encoding) => {
    const compressed =
      done.get(encoding) ??
      (encoding === 'gzip'
        ? gzipSync(body)
        : brotliCompressSync(body, {
            params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
          }));
    done.set(encoding, compressed);
    return compressed;
  };
};

const readFolder = async (folder: URL, endings: readonly string[]) => {
  const names = await namesIn(folder, endings);
  return Promise.all(
    names.map(async (name) => ({
      name,
      body: await readFile(fileURLToPath(new URL(name, folder))),
    })),
  );
};

const isUpToDate = async (bundle: URL): Promise<boolean> => {
  const bundledMs = await modifiedMs(new URL('app.js', bundle));
  const sources = [
    ...(await namesIn(SCRIPTS, ['.js'])).map((name) => new URL(name, SCRIPTS)),
    ...(await namesIn(PAGE, ['.css', '.svg'])).map((name) => new URL(name, PAGE)),
  ];
  const changes = await Promise.all(sources.map(modifiedMs));
  return changes.every((changedMs) => changedMs <= bundledMs);
};

const modifiedMs = async (file: URL): Promise<number> =>
  (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;

const namesIn = async (folder: URL, endings: readonly string[]): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => endings.includes(extname(name)))
    .sort();

const digest = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

/**
 * Writes the English messages into the page where its elements name them: elements with
 * `data-message` by their text, others by `data-label`, `data-hint` and `data-placeholder` for their
 * attributes. The names stay in the elements, so that the page can write other languages.
 *
 * @throws Error for a name that no message has
 */
export const writeMessages = (html: string): string =>
  html
    .replace(
      /\sdata-message>(\w+)</g,
      (_, key: string) => ` data-message="${key}">${messageOf(key)}<`,
    )
    .replace(
      new RegExp(`\\sdata-(${Object.keys(MESSAGE_ATTRIBUTES).join('|')})="(\\w+)"`, 'g'),
      (written, name: keyof typeof MESSAGE_ATTRIBUTES, key: string) =>
        `${written} ${MESSAGE_ATTRIBUTES[name]}="${messageOf(key)}"`,
    );

const messageOf = (key: string): string => {
  const found: unknown = Object(MESSAGES)[key];
  if (typeof found !== 'string') throw new Error(`the page names an unknown message: ${key}`);
  return found.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
};
