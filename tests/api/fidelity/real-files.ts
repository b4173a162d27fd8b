import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MarkupSyntax } from './structure.js';

/** A document on this machine, or from a package that the test set-up downloaded. */
export interface RealFile {
  readonly path: string;
  readonly syntax: MarkupSyntax;
  readonly bytes: number;
}

/** Where `scripts/stages/test-documents.mjs` puts what it fetches. */
const FETCHED = fileURLToPath(
  new URL('../../../node_modules/.cache/test-documents/', import.meta.url),
);
const FOLDERS = ['/usr/share/doc', '/usr/share/xml', '/usr/share/apertium', '/usr/share/mime'];
const MORE_FOLDERS = ['/usr/share/gtk-doc', '/usr/share/sgml', '/usr/lib/python3', '/usr/share'];
const SYNTAX: Readonly<Record<string, MarkupSyntax>> = {
  '.htm': 'html',
  '.html': 'html',
  '.xhtml': 'html',
  '.dbk': 'xml',
  '.docbook': 'xml',
  '.svg': 'xml',
  '.xlf': 'xml',
  '.xliff': 'xml',
  '.xml': 'xml',
};
const MAX_FOLDERS = 20_000;
const MAX_BYTES = 131_072;

/** How many files to look for: in all, and at most in one folder. */
interface Wanted {
  readonly total: number;
  readonly perFolder: number;
  readonly extensions?: readonly string[];
}

/** Documents of kinds that people translate, by name. */
const KINDS: Readonly<Record<string, { readonly folder: string; readonly wanted: Wanted }>> = {
  XLIFF: { folder: 'usr/share/php', wanted: { total: 15, perFolder: 15, extensions: ['.xlf'] } },
  DocBook: { folder: 'usr/share', wanted: { total: 25, perFolder: 4, extensions: ['.docbook'] } },
  'pages of Git': {
    folder: 'usr/share/doc/git',
    wanted: { total: 30, perFolder: 30, extensions: ['.html'] },
  },
  'manual pages': { folder: 'manual', wanted: { total: 40, perFolder: 40 } },
};

/** Files of each downloaded kind; none if the download failed. */
export const fetchedFiles = (): Readonly<Record<string, readonly RealFile[]>> =>
  Object.fromEntries(
    Object.entries(KINDS).map(([kind, { folder, wanted }]) => [
      kind,
      findFiles([join(FETCHED, folder)], wanted),
    ]),
  );

/** HTML and XML files on this machine, with a limit per folder. */
export const machineFiles = (total: number): readonly RealFile[] =>
  findFiles([...FOLDERS, ...MORE_FOLDERS], { total, perFolder: 12 });

const findFiles = (
  folders: readonly string[],
  { total, perFolder, extensions = Object.keys(SYNTAX) }: Wanted,
): readonly RealFile[] => {
  const found: RealFile[] = [];
  const waiting = [...folders];
  const seen = new Set<string>();
  while (waiting.length > 0 && found.length < total && seen.size < MAX_FOLDERS) {
    const folder = waiting.shift() ?? '';
    if (seen.has(folder)) continue;
    seen.add(folder);
    let count = 0;
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      const syntax = SYNTAX[extname(entry.name)];
      if (!entry.isFile() || !syntax || !extensions.includes(extname(path))) continue;
      const bytes = statSync(path).size;
      if (count >= perFolder || bytes === 0 || bytes > MAX_BYTES) continue;
      found.push({ path, syntax, bytes });
      count++;
    }
  }
  return found.slice(0, total);
};

const entriesOf = (folder: string) => {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((one, two) =>
      one.name < two.name ? -1 : 1,
    );
  } catch {
    return [];
  }
};
