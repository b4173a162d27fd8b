import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Debian packages with PDFs that other people made: manuals, reports, cards, forms, articles. */
const PACKAGES = [
  'abinit-doc',
  'asymptote-doc',
  'bash-doc',
  'cups-filters',
  'dblatex-doc',
  'debian-faq',
  'debian-policy',
  'debian-reference-en',
  'debian-refcard',
  'developers-reference',
  'geomview',
  'gnuplot-doc',
  'libmpfr-doc',
  'maint-guide',
  'octave-doc',
  'python-reportlab-doc',
  'texlive-fonts-recommended-doc',
  'xorg-docs',
];
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/test-pdfs/', import.meta.url));
const MAX_FILE_BYTES = 600_000;
/** So that one package with many does not count for most. */
const MAX_PER_PACKAGE = 5;

const listPdfs = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => /\.pdf(?:\.gz)?$/.test(path) && statSync(path).isFile())
    .filter((path) => statSync(path).size > 2000 && statSync(path).size < MAX_FILE_BYTES)
    .sort();

/** Downloads the packages, once, and unpacks them without installing. */
const fetchPackage = (name) => {
  const folder = join(FOLDER, name);
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('apt-get', ['-q', 'download', name], { cwd: folder, stdio: 'ignore' });
    for (const archive of readdirSync(folder).filter((file) => file.endsWith('.deb'))) {
      execFileSync('dpkg-deb', ['-x', archive, '.'], { cwd: folder });
      rmSync(join(folder, archive));
    }
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  return folder;
};

/** Documents for the bench, as `{ name, bytes }`. Packages that cannot be had are left out. */
export const loadDocuments = (limit) => {
  const documents = [];
  for (const name of PACKAGES) {
    const folder = fetchPackage(name);
    if (!folder) continue;
    const seen = new Set();
    const wanted = name === 'debian-refcard' ? /refcard-(?:en|de|fr)-a4|refcard-en-lt/ : /./;
    for (const path of listPdfs(folder)) {
      const file = path.split('/').at(-1);
      if (seen.has(file) || !wanted.test(file) || seen.size >= MAX_PER_PACKAGE) continue;
      seen.add(file);
      const content = readFileSync(path);
      const bytes = content[0] === 0x1f ? gunzipSync(content) : content;
      documents.push({ name: `${name}/${file.replace(/\.gz$/, '')}`, bytes });
    }
  }
  return documents.slice(0, limit);
};
