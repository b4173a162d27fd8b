import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { SAMPLES } from '../../packages/documents/dist/conformance/samples.js';
import { formatOfExtension } from '../../packages/documents/dist/index.js';

/** Where Debian's packages put documents, and where the bench of PDFs does. */
const FOLDERS = [
  '/usr/share/doc',
  '/usr/lib/libreoffice',
  '/usr/share/common-licenses',
  fileURLToPath(new URL('../../node_modules/.cache/test-pdfs', import.meta.url)),
];
const MAX_DEPTH = 8;
const FILES_PER_FORMAT = 2;
/** If only one format is attacked. */
const FILES_OF_ONE_FORMAT = 8;
const MAX_FILE_BYTES = 64 * 1024;

/** Half of what a server allows for documents a hundred times as large. */
const MAX_HEAP_MEBIBYTES = 512;
/** A file that takes this long hangs: undamaged ones of this size take a small part of a second. */
const MAX_CASE_MS = 60_000;
/** A busy machine may need longer for what takes little time of its processor. */
const MAX_WAIT_MS = 10 * MAX_CASE_MS;
const WATCH_MS = 5_000;

const filesBelow = (folder, depth = 0) => {
  let entries = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return entries;
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return depth < MAX_DEPTH ? filesBelow(path, depth + 1) : [];
    return entry.isFile() ? [path] : [];
  });
};

/** Files of this machine, of every format that it has, in addition to the made ones. */
const realFiles = (most) => {
  const found = new Map();
  for (const path of FOLDERS.flatMap((folder) => filesBelow(folder))) {
    const format = formatOfExtension(extname(path).slice(1).toLowerCase());
    const known = found.get(format) ?? [];
    if (format === undefined || known.length === most) continue;
    const { size } = statSync(path);
    if (size > 0 && size <= MAX_FILE_BYTES) found.set(format, [...known, path]);
  }
  return [...found].flatMap(([format, paths]) =>
    paths.map((path) => ({ name: path, format, bytes: readFileSync(path) })),
  );
};

/** The same PDF without compression, so that damage reaches what was compressed; undefined without qpdf. */
const inflatedPdf = ({ name, format, bytes }) => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-inflated-'));
  const path = join(folder, 'file.pdf');
  try {
    writeFileSync(path, bytes);
    const inflated = execFileSync(
      'qpdf',
      ['--qdf', '--object-streams=disable', '--warning-exit-0', path, '-'],
      { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1e9 },
    );
    return { name: `${name}, inflated`, format, bytes: inflated };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Reads and writes damaged copies of a file in a thread. @returns counts and the first failure */
const attackFile = (file, cases, seed) =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('./documents-thread.mjs', import.meta.url), {
      workerData: { ...file, cases, seed },
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MEBIBYTES },
    });
    let last = { done: 0, read: 0 };
    let began = { at: Date.now(), usage: process.cpuUsage() };
    const end = (failure) => {
      clearInterval(watch);
      worker.removeAllListeners();
      resolve({ ...last, failure });
      worker.terminate();
    };
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage(began.usage);
      const isBusy = (user + system) / 1000 > MAX_CASE_MS;
      if (isBusy || Date.now() - began.at > MAX_WAIT_MS)
        end({ reason: `hangs in case ${last.done + 1}` });
    }, WATCH_MS);
    worker.on('message', (message) => {
      began = { at: Date.now(), usage: process.cpuUsage() };
      last = message;
      if (message.isLast) end(message.failure);
    });
    worker.on('error', (error) => end({ reason: `case ${last.done + 1}: ${error.message}` }));
  });

/** Damages a file of every format in many ways; each is read and written, or refused with a reason. */
export const damageDocuments = async ({ cases, format }) => {
  const seed = randomInt(2 ** 31);
  process.stdout.write(`documents: seed ${seed}, ${cases} damaged copies of each file\n`);
  const counts = { files: 0, copies: 0, read: 0, failures: 0 };
  const found = [
    ...SAMPLES,
    ...realFiles(format === undefined ? FILES_PER_FORMAT : FILES_OF_ONE_FORMAT),
  ].filter((each) => format === undefined || each.format === format);
  const files = found.flatMap((file) =>
    file.format === 'pdf' ? [file, inflatedPdf(file)].filter(Boolean) : [file],
  );
  for (const file of files) {
    const { done, read, failure } = await attackFile(file, cases, seed);
    counts.files++;
    counts.copies += done;
    counts.read += read;
    if (failure === undefined) continue;
    counts.failures++;
    process.stderr.write(`${file.name} (${file.format}): ${failure.reason}\n`);
    if (failure.bytes === undefined) continue;
    const path = join(mkdtempSync(join(tmpdir(), 'dragoman-damaged-')), `file.${file.format}`);
    writeFileSync(path, failure.bytes);
    process.stderr.write(`  the damaged file: ${path}\n`);
  }
  return counts;
};
