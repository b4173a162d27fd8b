import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Debian packages with PDFs that other people made: manuals, reports, cards, forms, articles. */
const DEBIAN_PACKAGES = [
  'fonts-sil-abyssinica',
  'fonts-sil-charis',
  'fonts-sil-ezra',
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

/** npm packages whose tests come with PDFs of offices: Word, Excel, InDesign, QuarkXPress, Chromium. */
const NPM_PACKAGES = [
  'pdf-parse@1.1.1',
  'parse-pdf@1.0.0',
  'pdf-data-parser@1.2.22',
  'pdf-table-extractor@1.0.3',
  'pdfreader@1.0.0',
];

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/test-pdfs/', import.meta.url));
const MAX_FILE_BYTES = 600_000;
/** Larger than that, but the only one by InDesign that is not encrypted. */
const BY_INDESIGN = 'issue-14-uncaught-error.pdf';
/** So that one package with many does not count for most. */
const MAX_PER_PACKAGE = 8;
const MAX_PER_DEBIAN_PACKAGE = 3;

const listPdfs = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => /\.pdf(?:\.gz)?$/.test(path) && statSync(path).isFile())
    .filter((path) => {
      const { size } = statSync(path);
      return (size > 2000 && size < MAX_FILE_BYTES) || path.endsWith(BY_INDESIGN);
    })
    .sort();

const unpackDebian = (name, folder) => {
  execFileSync('apt-get', ['-q', 'download', name], { cwd: folder, stdio: 'ignore' });
  for (const archive of readdirSync(folder).filter((file) => file.endsWith('.deb'))) {
    execFileSync('dpkg-deb', ['-x', archive, '.'], { cwd: folder });
    rmSync(join(folder, archive));
  }
};

const unpackNpm = (name, folder) => {
  execFileSync('npm', ['pack', '--silent', name], { cwd: folder, stdio: 'ignore' });
  for (const archive of readdirSync(folder).filter((file) => file.endsWith('.tgz'))) {
    execFileSync('tar', ['-xzf', archive], { cwd: folder });
    rmSync(join(folder, archive));
  }
};

/** Downloads a package, once, and unpacks it without installing. */
const fetchPackage = (name, unpack) => {
  const folder = join(FOLDER, name);
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  try {
    unpack(name, folder);
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  return folder;
};

/** Encrypted, damaged and empty PDFs, with which those packages test that they are refused. */
const NO_DOCUMENTS = new Set([
  '03-invalid.pdf',
  'helloworld-protected.pdf',
  'helloworld.pdf',
  '2023-Registered-Voter-Count.pdf',
]);

/** Documents for the bench, as `{ name, bytes }`. Packages that cannot be had are left out. */
export const loadDocuments = (limit) => {
  const documents = [];
  const packages = [
    ...NPM_PACKAGES.map((name) => ({ name, unpack: unpackNpm, most: MAX_PER_PACKAGE })),
    ...DEBIAN_PACKAGES.map((name) => ({
      name,
      unpack: unpackDebian,
      most: MAX_PER_DEBIAN_PACKAGE,
    })),
  ];
  for (const { name, unpack, most } of packages) {
    const folder = fetchPackage(name, unpack);
    if (!folder) continue;
    const seen = new Set();
    const wanted = name === 'debian-refcard' ? /refcard-(?:en|de|fr)-a4|refcard-en-lt/ : /./;
    for (const path of listPdfs(folder)) {
      const file = path.split('/').at(-1);
      if (NO_DOCUMENTS.has(file) || seen.has(file) || !wanted.test(file) || seen.size >= most)
        continue;
      seen.add(file);
      const content = readFileSync(path);
      const bytes = content[0] === 0x1f ? gunzipSync(content) : content;
      // Some packages have a document twice, under two names.
      if (documents.some((other) => other.bytes.equals(bytes))) continue;
      documents.push({ name: `${name}/${file.replace(/\.gz$/, '')}`, bytes });
    }
  }
  return documents.slice(0, limit);
};
