import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One file of the page. */
export interface PageFile {
  /** Path below the page's address: empty for the page itself, otherwise in the folder `page`. */
  readonly path: string;
  readonly contentType: string;
  readonly body: Buffer;
  /** Strong entity tag, with its quotation marks. */
  readonly etag: string;
  /** The path identifies this content, so browsers may cache it forever. */
  readonly isImmutable: boolean;
}

export interface PageOptions {
  /** Maximum request body of the server; the page checks it before sending. */
  readonly maxBodyBytes: number;
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

/** Reads the page from disk; its scripts exist once the package is built. */
export const loadPage = async ({ maxBodyBytes }: PageOptions): Promise<readonly PageFile[]> => {
  const assets = [
    ...(await readFolder(new URL('../page/', import.meta.url), ['.css', '.svg'])),
    ...(await readFolder(new URL('./browser/', import.meta.url), ['.js'])),
  ];
  // All files change their path together, so scripts of different versions are never mixed.
  const folder = `page/${digest(Buffer.concat(assets.map(({ body }) => body))).slice(0, 16)}`;
  const html = (await readFile(new URL('../page/index.html', import.meta.url), 'utf8'))
    .replaceAll('{{files}}', folder)
    .replaceAll('{{maxBodyBytes}}', String(maxBodyBytes));
  return [
    pageFile('', '.html', Buffer.from(html)),
    ...assets.map(({ name, body }) => pageFile(`${folder}/${name}`, extname(name), body)),
  ];
};

const pageFile = (path: string, ending: string, body: Buffer): PageFile => ({
  path,
  contentType: CONTENT_TYPES[ending] ?? 'application/octet-stream',
  body,
  etag: `"${digest(body).slice(0, 32)}"`,
  isImmutable: path !== '',
});

const readFolder = async (folder: URL, endings: readonly string[]) => {
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => endings.includes(extname(name)))
    .sort();
  return Promise.all(
    names.map(async (name) => ({
      name,
      body: await readFile(fileURLToPath(new URL(name, folder))),
    })),
  );
};

const digest = (body: Buffer): string => createHash('sha256').update(body).digest('hex');
