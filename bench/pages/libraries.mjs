import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { runCommand } from '../../scripts/common/run-command.mjs';

/** Debian packages of documentation, thousands of pages in all. */
export const LIBRARIES = [
  'python3-doc',
  'gcc-12-doc',
  'libstdc++-12-doc',
  'git-doc',
  'nodejs-doc',
  'bash-doc',
];

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/documentation/', import.meta.url));
const TIMEOUT_MS = 300_000;

const outputOf = async (program, args, cwd) => {
  const { code, output } = await runCommand(program, args, { timeoutMs: TIMEOUT_MS, cwd });
  return code === 0 ? output : undefined;
};

/** Downloads a package and unpacks it, with the packages of documentation that it consists of. */
const fetchLibrary = async (name) => {
  const folder = join(CACHE, name);
  if (existsSync(join(folder, 'usr'))) return folder;
  await mkdir(folder, { recursive: true });
  const depends = (await outputOf('apt-cache', ['depends', name])) ?? '';
  const parts = [...depends.matchAll(/Depends: (\S+-doc)\b/g)].map(([, part]) => part);
  for (const part of [name, ...parts]) await outputOf('apt-get', ['-q', 'download', part], folder);
  const archives = readdirSync(folder).filter((file) => file.endsWith('.deb'));
  for (const archive of archives) {
    await outputOf('dpkg-deb', ['-x', archive, '.'], folder);
    await rm(join(folder, archive));
  }
  if (archives.length === 0) await rm(folder, { recursive: true, force: true });
  return archives.length === 0 ? undefined : folder;
};

/**
 * The HTML pages of a package, downloaded once from the Debian archive of this machine; undefined
 * where it has no such package.
 */
export const pagesOf = async (name) => {
  const folder = await fetchLibrary(name);
  if (folder === undefined) return undefined;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.html?(?:\.gz)?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
};

/** The text of a page, unpacked; undefined where it is not UTF-8. */
export const readPage = (path) => {
  const bytes = readFileSync(path);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      path.endsWith('.gz') ? gunzipSync(bytes) : bytes,
    );
  } catch {
    return undefined;
  }
};
