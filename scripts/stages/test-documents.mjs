import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../common/run-command.mjs';

const DOWNLOAD_TIMEOUT_MS = 120_000;
const UNPACK_TIMEOUT_MS = 30_000;
const MAX_PAGES = 60;

/**
 * Debian packages with real documents: XLIFF, DocBook, HTML, messages in Fluent and Java properties,
 * a program that converts manual pages to HTML; rich text, Apple strings, LaTeX, AsciiDoc,
 * reStructuredText, InDesign and Qt. They are unpacked, not installed, so that their dependencies
 * are not needed.
 */
const PACKAGES = [
  'php-symfony-validator',
  'kcalc',
  'mate-terminal-common',
  'mandoc',
  'git-doc',
  'firefox-esr-l10n-en-gb',
  'gworkspace-common',
  'lynkeos.app-common',
  'cxref-doc',
  'hevea',
  'abntex',
  'freeradius',
  'golang-github-git-lfs-git-lfs-dev',
  'python-jinja2-doc',
  'python3-translate',
  'manuskript',
];
/** Lists the packages that were asked for, so that a longer list is downloaded again. */
const LIST = 'packages.txt';

/** The folder of the documents, and their number; `root` is the folder of the repository. */
export const documentsFolder = (root) => join(root, 'node_modules', '.cache', 'test-documents');

const isDone = async (program, args, options) =>
  (await runCommand(program, args, options)).code === 0;

/** Manual pages of the unpacked packages and of this machine, as HTML. */
const writeManualPages = async (folder) => {
  const mandoc = join(folder, 'usr', 'bin', 'mandoc');
  const pages = [join(folder, 'usr', 'share', 'man'), '/usr/share/man']
    .flatMap((manual) => ['man1', 'man5', 'man7', 'man8'].map((section) => join(manual, section)))
    .filter((section) => existsSync(section))
    .flatMap((section) =>
      readdirSync(section)
        .filter((name) => name.endsWith('.gz'))
        .sort()
        .slice(0, 12)
        .map((name) => join(section, name)),
    );
  const target = join(folder, 'manual');
  await mkdir(target);
  let count = 0;
  for (const page of pages.slice(0, MAX_PAGES)) {
    const { code, output } = await runCommand(mandoc, ['-Thtml', page], {
      timeoutMs: UNPACK_TIMEOUT_MS,
    });
    if (code === 0) await writeFile(join(target, `page-${count++}.html`), output);
  }
};

const isComplete = (folder) => {
  const list = join(folder, LIST);
  return existsSync(list) && readFileSync(list, 'utf8') === PACKAGES.join('\n');
};

/**
 * Downloads real documents for tests, once. If this fails, it says so, and those tests are skipped.
 * Never throws.
 */
export const ensureTestDocuments = async (root) => {
  const folder = documentsFolder(root);
  if (isComplete(folder)) return 'ready';
  if (process.env.DRAGOMAN_SKIP_APT === '1') return 'DRAGOMAN_SKIP_APT is set; continuing without';
  await mkdir(join(folder, '..'), { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  try {
    const missing = [];
    for (const name of PACKAGES) {
      const isFetched = await isDone('apt-get', ['-q', 'download', name], {
        cwd: draft,
        timeoutMs: DOWNLOAD_TIMEOUT_MS,
      });
      if (!isFetched) missing.push(name);
    }
    const archives = readdirSync(draft).filter((name) => name.endsWith('.deb'));
    if (archives.length === 0) return 'no package could be downloaded; continuing without';
    for (const archive of archives) {
      await isDone('dpkg-deb', ['-x', archive, '.'], { cwd: draft, timeoutMs: UNPACK_TIMEOUT_MS });
      await rm(join(draft, archive));
    }
    await writeManualPages(draft);
    await writeFile(join(draft, LIST), PACKAGES.join('\n'));
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
    return `${archives.length} packages${missing.length > 0 ? `, not ${missing.join(' ')}` : ''}`;
  } catch (error) {
    return `continuing without: ${error.message}`;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};
