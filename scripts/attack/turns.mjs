// Sends documents that are large in unusual ways through the documents of a server in this process,
// with an engine that answers at once, and reports the longest turn of the event loop for each, in
// milliseconds of CPU time of this thread: other programs on the machine do not count.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../../packages/core/dist/index.js';
import {
  NS,
  officeArchive,
  XML,
} from '../../packages/documents/dist/conformance/office-archive.js';
import { loadConfiguration } from '../../packages/server/dist/configuration/load.js';
import { createDocuments } from '../../packages/server/dist/features/documents/create-documents.js';
import { createDocumentMeter } from '../../packages/server/dist/features/documents/document-metrics.js';
import { createAccountServices } from '../../packages/server/dist/features/keys-and-usage/account-services.js';
import { openStores } from '../../packages/server/dist/open-stores.js';
import { createMetrics } from '../../packages/server/dist/platform/metrics.js';

const MEBIBYTE = 1024 * 1024;
/** A document that takes longer is cancelled: what follows is more of the same. */
const PATIENCE_MS = 8000;
const MAX_TURN_MS = 100;

const filled = (piece, bytes = 9 * MEBIBYTE) => piece.repeat(Math.ceil(bytes / piece.length));
const numbered = (count, line) => Array.from({ length: count }, (_, index) => line(index)).join('');
const docx = (body) =>
  officeArchive({
    'word/document.xml': [
      'vnd.openxmlformats-officedocument.wordprocessingml.document.main',
      `${XML}<w:document ${NS.w}><w:body>${body}</w:body></w:document>`,
    ],
  });
const paragraph = (text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** Name of the file, and how it is made. */
const FILES = {
  'one-paragraph.docx': () => docx(paragraph(filled('word and ', 40 * MEBIBYTE))),
  'paragraphs.docx': () => docx(filled(paragraph('The same.'), 40 * MEBIBYTE)),
  'runs.docx': () =>
    docx(
      `<w:p>${filled('<w:r><w:rPr><w:b/></w:rPr><w:t>a </w:t></w:r><w:r><w:t>b </w:t></w:r>', 4 * MEBIBYTE)}</w:p>`,
    ),
  'tags.srt': () => `1\n00:00:01,000 --> 00:00:02,000\n${filled('<i>a ')}\n`,
  'strings.json': () =>
    JSON.stringify(Array.from({ length: 400_000 }, (_, index) => `It is ${index}.`)),
  'dots.txt': () => filled('. a'),
  'one-line.txt': () => filled('The house is big and the garden is small. '),
  'no-space.txt': () => filled('abcdefghij'),
  'angles.txt': () => filled('<a '),
  'lines.txt': () => numbered(30_000, (index) => `The house ${index} is big.\n`),
  'quotes.csv': () => filled('"a ""b""",c\n'),
};

const cpuMs = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** Watches the turns of the event loop until it is stopped. */
const watchTurns = () => {
  let last = cpuMs();
  let longest = 0;
  const timer = setInterval(() => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  return () => {
    clearInterval(timer);
    return longest;
  };
};

/** Counts the documents that held up the event loop for too long. */
export const measureTurns = async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-turns-'));
  const settings = {
    ...loadConfiguration({ environment: {}, workingDirectory: '/' }),
    dataDirectory,
    maxDocumentCharacters: 100_000_000,
  };
  const accounts = await openStores(settings);
  const services = createAccountServices(accounts, settings, { log: silentLogger });
  const documents = createDocuments(settings, {
    ...services,
    translator: {
      translate: async ({ text }) =>
        text.map((one) => ({ text: one.toUpperCase(), billedCharacters: 0 })),
    },
    detect: () => [],
    findOwnWords: async () => ({ revision: '', load: async () => ({}) }),
    isTranslatingTexts: () => false,
    store: accounts.documentStore,
    shared: undefined,
    meter: createDocumentMeter(createMetrics().registry),
    log: silentLogger,
  });
  await documents.start();
  const { record: owner } = await accounts.keyManager.create('attack', { name: 'attack' });
  const turns = {};
  let failures = 0;
  for (const [fileName, make] of Object.entries(FILES)) {
    const bytes = Buffer.from(await make());
    const format = fileName.split('.')[1];
    const options = { sourceLanguage: 'en', targetLanguage: 'es', format, outputFormat: format };
    const stop = watchTurns();
    const handle = await documents.accept(owner, { bytes, fileName, options });
    const access = { id: handle.document_id, key: handle.document_key };
    const status = await documents.outcome(access, AbortSignal.timeout(PATIENCE_MS));
    if (status.status === 'done') {
      const download = await documents.download(access);
      for await (const _piece of download.pieces);
      download.end();
    }
    await documents.cancel(access);
    const turnMs = stop();
    turns[fileName] = `${turnMs.toFixed(1)} ms (${status.error_message ?? status.status})`;
    if (turnMs > MAX_TURN_MS) failures++;
  }
  await documents.stop();
  await services.ledger.stop();
  await accounts.close();
  await rm(dataDirectory, { recursive: true });
  return { ...turns, failures };
};
