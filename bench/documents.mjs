import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createDocx, createOrdinaryDocx, createXlsx } from './documents/office-files.mjs';
import { measureUploads, renderUploads } from './documents/uploads.mjs';
import { runClosedLoop } from './load/closed-loop.mjs';
import { createHttpClient } from './load/http-client.mjs';
import { percentile, round } from './load/percentiles.mjs';
import { isTranslation, sentenceOf } from './load/sentences.mjs';
import { writeResults, writeSection } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';
import { formatTable } from './report/table.mjs';
import { cpuSecondsOf } from './servers/process-tree.mjs';
import { spawnDragoman } from './servers/spawn-dragoman.mjs';

const MEBI = 1024 * 1024;
/** Largest file that is accepted by default. */
const FILE_BYTES = 10_000_000;
/** As many characters as make an office file of about that size. */
const CHARACTERS = { docx: 22_000_000, xlsx: 20_000_000 };
const ROUNDS = 2;
const PAGE = 'docs/decisions/server/documents.md';
const CHILD = fileURLToPath(new URL('documents/read-and-write.mjs', import.meta.url));

const temporaryDirectory = () => mkdtempSync(join(tmpdir(), 'dragoman-bench-documents-'));
const median = (values) => percentile(values, 0.5);

/** Reads and writes a document in a process of its own. */
const readAndWrite = (directory, format, bytes) => {
  const path = join(directory, `document.${format}`);
  writeFileSync(path, bytes);
  return JSON.parse(execFileSync(process.execPath, [CHILD, format, path], { encoding: 'utf8' }));
};

const upload = async (server, name, bytes) => {
  const form = new FormData();
  form.set('file', new Blob([bytes]), name);
  form.set('source_lang', 'EN');
  form.set('target_lang', 'ES');
  const answer = await fetch(`${server.url}/v2/document`, {
    method: 'POST',
    headers: { authorization: server.headers.authorization },
    body: form,
  });
  if (!answer.ok) throw new Error(`the upload gave ${answer.status}: ${await answer.text()}`);
  return answer.json();
};

const statusOf = async (server, { document_id, document_key }) => {
  const answer = await fetch(`${server.url}/v2/document/${document_id}`, {
    method: 'POST',
    headers: server.headers,
    body: JSON.stringify({ document_key }),
  });
  const status = await answer.json();
  if (status.status === 'error') throw new Error(status.error_message);
  return status;
};

const until = async (server, handle, states) => {
  for (;;) {
    const status = await statusOf(server, handle);
    if (states.includes(status.status)) return status;
    await delay(100);
  }
};

/** How long a short text takes, with and without a large document in translation. */
const measureTexts = async (server, seconds) => {
  let number = 0;
  const client = createHttpClient(server.port);
  const load = (durationMs) =>
    runClosedLoop(
      async (next) => {
        const answer = await server.post(client, '/v2/translate', {
          text: [sentenceOf(next)],
          source_lang: 'EN',
          target_lang: 'ES',
        });
        const [{ text }] = JSON.parse(answer).translations;
        if (!isTranslation(text, next)) throw new Error(`"${sentenceOf(next)}" gave "${text}"`);
      },
      { concurrency: 1, rampMs: 1000, durationMs, nextWork: () => number++ },
    );
  const latenciesOf = async () => {
    const { latenciesMs, failures, firstFailure } = await load(seconds * 1000);
    if (failures > 0) throw new Error(firstFailure);
    return { p50Ms: median(latenciesMs), p95Ms: percentile(latenciesMs, 0.95) };
  };
  const alone = [await latenciesOf()];
  const beside = [];
  const lines = [];
  for (let size = 0, next = 1_000_000; size < FILE_BYTES - 200; size += lines.at(-1).length + 1) {
    lines.push(sentenceOf(next++));
  }
  const handle = await upload(server, 'large.txt', Buffer.from(lines.join('\n')));
  await until(server, handle, ['translating']);
  for (let index = 0; index < ROUNDS; index++) beside.push(await latenciesOf());
  const { status } = await statusOf(server, handle);
  if (status !== 'translating') throw new Error('the document was done too soon to measure by');
  client.close();
  const of = (key, rows) => round(median(rows.map((row) => row[key])), 2);
  return {
    aloneP50Ms: of('p50Ms', alone),
    besideP50Ms: of('p50Ms', beside),
    aloneP95Ms: of('p95Ms', alone),
    besideP95Ms: of('p95Ms', beside),
  };
};

/** CPU time of the server for a document of a megabyte of text, with a real engine. */
const measureWhole = async (server, bytes) => {
  const before = cpuSecondsOf(server.pid);
  await until(server, await upload(server, 'whole.docx', bytes), ['done']);
  return 1000 * (cpuSecondsOf(server.pid) - before);
};

/** Each server has a directory of its own: a server goes on with the documents that it finds. */
const withServer = async (work) => {
  const directory = temporaryDirectory();
  const server = await spawnDragoman({
    directory,
    // The document is to last as long as the measuring.
    settings: { DRAGOMAN_MAX_DOCUMENT_CHARACTERS: '100000000' },
  });
  try {
    return await work({ ...server, url: `http://127.0.0.1:${server.port}` });
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
};

/** Largest files, several at once: what arriving takes of the server's memory. */
const runUploads = async () => {
  const machine = machineFacts();
  const uploads = await withServer(measureUploads);
  writeResults('uploads', { machine, uploads });
  const text = `${renderUploads(uploads)}

On ${describeMachine(machine)}, with \`npm run bench -- documents --only-uploads\`.`;
  writeSection(PAGE, 'bench uploads', text);
  process.stdout.write(`${text}\n`);
};

/**
 * `npm run bench -- documents [--seconds N]`: what a large document costs those who send short
 * texts, and what documents cost in memory and CPU time; `--only-uploads` measures just what
 * uploads cost.
 */
export const run = async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '6' },
      'only-uploads': { type: 'boolean', default: false },
    },
  });
  await runUploads();
  if (values['only-uploads']) return;
  const directory = temporaryDirectory();
  try {
    const sizes = Object.fromEntries(
      [
        ['docx', createDocx(CHARACTERS.docx)],
        ['xlsx', createXlsx(CHARACTERS.xlsx)],
      ].map(([format, bytes]) => [format, readAndWrite(directory, format, bytes)]),
    );
    const report = { machine: machineFacts(), sizes };
    if (existsSync('/usr/share/apertium/modes')) {
      report.texts = await withServer((server) => measureTexts(server, Number(values.seconds)));
      const megabyte = createOrdinaryDocx(1_000_000);
      const parsing = readAndWrite(directory, 'docx', megabyte);
      const wholeMs = await withServer((server) => measureWhole(server, megabyte));
      report.megabyte = {
        characters: parsing.characters,
        parsingMs: round(parsing.cpuMs),
        wholeMs: round(wholeMs),
        parsingShare: round(parsing.cpuMs / wholeMs, 3),
      };
    } else process.stdout.write('Apertium is not installed: only memory is measured.\n');
    writeResults('documents', report);
    const text = describe(report);
    writeSection(PAGE, 'bench documents', text);
    process.stdout.write(`${text}\n`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

const describe = ({ machine, sizes, texts, megabyte }) => {
  const parts = [];
  if (texts) {
    const ratio = (beside, alone) => `${round(beside / alone, 2)}`;
    parts.push(
      formatTable(
        ['a text of one sentence', 'alone', 'beside a document of 10 MB', 'ratio'],
        [
          [
            'median',
            `${texts.aloneP50Ms} ms`,
            `${texts.besideP50Ms} ms`,
            ratio(texts.besideP50Ms, texts.aloneP50Ms),
          ],
          [
            '95th percentile',
            `${texts.aloneP95Ms} ms`,
            `${texts.besideP95Ms} ms`,
            ratio(texts.besideP95Ms, texts.aloneP95Ms),
          ],
        ],
      ),
      `Reading, writing and checking a Word document with ${megabyte.characters} characters takes ${megabyte.parsingMs} ms of CPU time: ${round(100 * megabyte.parsingShare, 1)} % of the ${round(megabyte.wholeMs / 1000)} s that its translation with Apertium takes.`,
    );
  }
  parts.push(
    formatTable(
      ['a document of text alone', 'file', 'characters', 'CPU time', 'memory above idle'],
      Object.entries(sizes).map(([format, { fileBytes, characters, cpuMs, aboveIdleBytes }]) => [
        `.${format}`,
        `${round(fileBytes / 1e6)} MB`,
        String(characters),
        `${round(cpuMs / 1000)} s`,
        `${Math.round(aboveIdleBytes / MEBI)} MiB`,
      ]),
    ),
    `On ${describeMachine(machine)}, with \`npm run bench -- documents\`.`,
  );
  return parts.join('\n\n');
};
