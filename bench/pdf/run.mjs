import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeResults } from '../report/files.mjs';
import { machineFacts } from '../report/machine.mjs';
import { compareObjects } from './compare-objects.mjs';
import {
  countOutside,
  countOverlaps,
  renderPage,
  unchangedShare,
  wordsOf,
} from './compare-pages.mjs';
import { loadDocuments } from './documents.mjs';

const CHILD = fileURLToPath(new URL('translate-file.mjs', import.meta.url));
const DOTS_PER_INCH = 60;
const MAX_PAGES_SHOWN = 5;
const LONG_PAGES = 1000;

const hasNoWarnings = (program, args) => {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1e9 });
  return status === 0 && stderr.trim() === '';
};

const isReadable = (path) =>
  hasNoWarnings('pdftotext', [path, '/dev/null']) &&
  hasNoWarnings('mutool', ['draw', '-q', '-F', 'text', '-o', '/dev/null', path, '1-20']);

/** Node collects no garbage while it has room; with little, what is needed shows. */
const LITTLE_HEAP = ['--max-old-space-size=256', '--max-semi-space-size=8'];

/** Reads a document, changes its words, and writes it; in a process of its own. */
const translate = (source, result, language, flags = []) => {
  const info = execFileSync('pdfinfo', [source], { encoding: 'utf8' });
  const said = (name) => new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(info)?.[1];
  const facts = execFileSync(process.execPath, [...flags, CHILD, source, result, language], {
    encoding: 'utf8',
  });
  return {
    pages: Number(said('Pages')),
    madeBy: said('Creator') || said('Producer') || 'unknown',
    ...JSON.parse(facts),
  };
};

const comparePages = (before, after, pages) => {
  const step = Math.max(1, Math.ceil(pages / MAX_PAGES_SHOWN));
  const shares = [];
  let overlaps = 0;
  let outside = 0;
  let words = 0;
  for (let page = 1; page <= pages; page += step) {
    const old = wordsOf(before, page);
    const now = wordsOf(after, page);
    const boxes = [...old.words, ...now.words].map(({ box }) => box);
    const [was, is] = [before, after].map((path) => renderPage(path, page, DOTS_PER_INCH));
    shares.push(unchangedShare(was, is, boxes, DOTS_PER_INCH));
    overlaps += Math.max(0, countOverlaps(now.words) - countOverlaps(old.words));
    // As drawn: poppler names the width and height of a turned page as they were before.
    const drawn = {
      width: (was.width * 72) / DOTS_PER_INCH,
      height: (was.height * 72) / DOTS_PER_INCH,
    };
    outside += Math.max(0, countOutside({ ...now, ...drawn }) - countOutside({ ...old, ...drawn }));
    words += now.words.length;
  }
  return { shares, overlaps, outside, words };
};

/** A document of many pages of text. */
const longDocument = (pages) => {
  const sentence = 'This is one of many sentences on a page that is full of text.';
  const lines = Array.from({ length: 45 }, (_, line) => `(${line} ${sentence}) Tj 0 -14 Td`);
  const content = `BT /F1 11 Tf 72 740 Td ${lines.join(' ')} ET`;
  let text = '%PDF-1.4\n';
  const offsets = [];
  const add = (object) => {
    offsets.push(text.length);
    text += `${offsets.length} 0 obj\n${object}\nendobj\n`;
  };
  const kids = Array.from({ length: pages }, (_, index) => `${index * 2 + 4} 0 R`);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>');
  for (const [index] of kids.entries()) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${index * 2 + 5} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  const start = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  text += `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
};

/** Translates PDFs that other people made, without an engine, and compares their pages. */
export const run = async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      limit: { type: 'string', default: '40' },
      keep: { type: 'string' },
      into: { type: 'string', default: 'de' },
    },
  });
  const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'dragoman-bench-pdf-'));
  mkdirSync(folder, { recursive: true });
  const rows = [];
  try {
    for (const { name, bytes } of loadDocuments(Number(values.limit))) {
      const base = join(folder, name.replaceAll('/', '-'));
      const [before, after] = [`${base}.before.pdf`, `${base}.after.pdf`];
      writeFileSync(before, bytes);
      let facts;
      try {
        facts = translate(before, after, values.into);
      } catch (error) {
        const reason = /code: '(\w+)'/.exec(error.message)?.[1] ?? error.message;
        process.stdout.write(`${name}: ${reason}\n`);
        rows.push({ name, failed: true, reason });
        continue;
      }
      const compared = comparePages(before, after, facts.pages);
      const { parts, changes } = compareObjects(before, after);
      for (const change of changes) process.stdout.write(`${name}: changed ${change}\n`);
      const wasSound = hasNoWarnings('qpdf', ['--check', before]);
      const row = {
        name,
        ...facts,
        leastUnchanged: Math.min(...compared.shares),
        overlaps: compared.overlaps,
        outside: compared.outside,
        words: compared.words,
        parts,
        changes: changes.length,
        isSound: !wasSound || hasNoWarnings('qpdf', ['--check', after]),
        isReadable: isReadable(after) || !isReadable(before),
      };
      rows.push(row);
      process.stdout.write(
        `${name} (${row.madeBy}): ${row.pages} pages, ${row.paragraphs - row.left} of ${row.paragraphs} blocks, ${(row.leastUnchanged * 100).toFixed(2)} % unchanged, ${row.overlaps} over others and ${row.outside} outside of ${row.words} words, ${row.cpuSeconds.toFixed(1)} s${row.isSound && row.isReadable ? '' : ', WARNINGS'}\n`,
      );
    }
    const long = join(folder, 'long.pdf');
    writeFileSync(long, longDocument(LONG_PAGES));
    const memory = translate(long, join(folder, 'long.after.pdf'), values.into, LITTLE_HEAP);
    const done = rows.filter(({ failed }) => !failed);
    const sum = (key) => done.reduce((total, row) => total + row[key], 0);
    const summary = {
      documents: rows.length,
      failed: rows.length - done.length,
      pages: sum('pages'),
      pagesPerCpuSecond: sum('pages') / sum('cpuSeconds'),
      blocks: sum('paragraphs'),
      blocksLeft: sum('left'),
      words: sum('words'),
      wordsOverOthers: sum('overlaps'),
      wordsOutside: sum('outside'),
      documentsWith: Object.fromEntries(
        [...new Set(done.flatMap(({ parts }) => parts))].map((part) => [
          part,
          done.filter(({ parts }) => parts.includes(part)).length,
        ]),
      ),
      otherChanges: sum('changes'),
      documentsBelow99: done.filter(({ leastUnchanged }) => leastUnchanged < 0.99).length,
      documentsWithWarnings: done.filter(({ isSound, isReadable }) => !isSound || !isReadable)
        .length,
      longPages: memory.pages,
      longPagesPerCpuSecond: memory.pages / memory.cpuSeconds,
      longMebibytes: memory.mebibytes,
    };
    process.stdout.write(`${JSON.stringify(summary, undefined, 2)}\n`);
    // What other scripts need is looked at; what is recorded is German.
    if (values.into === 'de') writeResults('pdf', { ...machineFacts(), summary, rows });
  } finally {
    if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
};
