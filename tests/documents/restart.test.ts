import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildPdf, linesAt } from '../../packages/documents/dist/conformance/pdf-samples.js';
import { readDocument } from '../../packages/documents/dist/index.js';
import { loadServerKey } from '../../packages/server/dist/features/documents/create-documents.js';
import {
  decrypt,
  fileKeyOf,
} from '../../packages/server/dist/features/documents/document-cipher.js';
import { createDocumentFiles } from '../../packages/server/dist/features/documents/document-files.js';
import {
  askDocument,
  documentForm,
  untilEnded,
  untilTranslating,
  upload,
} from '../support/documents.js';
import { startTestServer } from '../support/start-server.js';

/** A word that nothing but the document can bring into a file. */
const TRACE = 'Vandermolenbrug';
/** Enough to keep the engine busy while its server is killed. */
const LINES = Array.from({ length: 600 }, (_, index) => `The house ${index} of ${TRACE} is big.\n`);
const NAME = `${TRACE}.txt`;

const LINES_OF_PAGE = 30;
/** Some of them as pages, with lines so far apart that each is a paragraph. */
const PAGES = buildPdf({
  pages: Array.from({ length: LINES.length / LINES_OF_PAGE }, (_, page) => ({
    content: linesAt(
      72,
      750,
      LINES.slice(page * LINES_OF_PAGE, (page + 1) * LINES_OF_PAGE).map((line) => line.trim()),
      { leading: 23 },
    ),
  })),
});

vi.setConfig({ testTimeout: 180_000 });

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-restart-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const start = (environment: Readonly<Record<string, string>> = {}) =>
  startTestServer({
    dataDirectory: folder,
    environment: { DRAGOMAN_ENGINES: 'apertium', DRAGOMAN_DOCUMENT_KEEP_MS: '0', ...environment },
  });

const documentFiles = (): readonly string[] =>
  existsSync(join(folder, 'documents'))
    ? readdirSync(join(folder, 'documents'))
        .map((name) => name.replace(/^[0-9A-F]{32}\./, ''))
        .toSorted()
    : [];

const tracesIn = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => file.includes(TRACE) || readFileSync(file).includes(TRACE));

describe('a document whose server', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'ends by %s while it translates is translated by the next one',
    async (signal) => {
      const first = await start();
      const handle = await upload(first, documentForm(LINES.join(''), NAME));
      await untilTranslating(first, handle);
      await first.stop(signal);
      expect(documentFiles()).toEqual(['key', 'name', 'source']);
      expect(tracesIn(folder)).toEqual([]);

      const second = await start();
      try {
        expect(await untilEnded(second, handle)).toMatchObject({ status: 'done' });
        expect(documentFiles()).toEqual(['name', 'result']);
        expect(tracesIn(folder)).toEqual([]);
        const result = await (await askDocument(second, handle, '/result')).text();
        expect(result.split('\n')).toHaveLength(LINES.length + 1);
        expect(result).toContain(`La casa 0 de ${TRACE} es grande.\n`);
      } finally {
        await second.stop();
      }
      expect(documentFiles()).toEqual([]);
    },
  );

  it('is killed while it translates a PDF writes its pages when it is there again', async () => {
    const first = await start();
    const handle = await upload(first, documentForm(PAGES, `${TRACE}.pdf`));
    await untilTranslating(first, handle);
    await first.stop('SIGKILL');
    expect(tracesIn(folder)).toEqual([]);
    const second = await start();
    try {
      expect(await untilEnded(second, handle)).toMatchObject({ status: 'done' });
      const result = await (await askDocument(second, handle, '/result')).arrayBuffer();
      // What is changed stands behind the original.
      expect(Buffer.from(result, 0, PAGES.length).equals(PAGES)).toBe(true);
      const { paragraphs } = await readDocument(new Uint8Array(result), { format: 'pdf' });
      expect(paragraphs[0]?.text).toBe(`La casa 0 de ${TRACE} es grande.`);
    } finally {
      await second.stop();
    }
  });

  it('translates a PDF that is cancelled keeps nothing of it', async () => {
    const server = await start();
    try {
      const handle = await upload(server, documentForm(PAGES, `${TRACE}.pdf`));
      await untilTranslating(server, handle);
      const answer = await fetch(`${server.url}/v2/document/${handle.document_id}`, {
        method: 'DELETE',
        headers: {
          authorization: `Service-Auth-Key ${server.key}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ document_key: handle.document_key }),
      });
      expect(answer.status).toBe(204);
      expect((await askDocument(server, handle)).status).toBe(404);
      expect(documentFiles()).toEqual([]);
    } finally {
      await server.stop();
    }
  });

  it('ends when it is done can be downloaded from the next one, and is billed there', async () => {
    const first = await start();
    const handle = await upload(first, documentForm('The house is big.', 'a.txt'));
    await untilEnded(first, handle);
    await first.stop('SIGKILL');
    const second = await start();
    try {
      expect(await (await askDocument(second, handle, '/result')).text()).toBe(
        'La casa es grande.',
      );
      const usage = await fetch(`${second.url}/v2/usage`, {
        headers: { authorization: `Service-Auth-Key ${second.key}` },
      });
      expect(await usage.json()).toMatchObject({ character_count: 17, document_count: 1 });
    } finally {
      await second.stop();
    }
  });
});

it('a translated document opens for nobody without its key, not even with that of the server', async () => {
  const server = await start();
  const handle = await upload(server, documentForm(`The house of ${TRACE} is big.`, NAME));
  await untilEnded(server, handle);
  await server.stop('SIGKILL');
  expect(documentFiles()).toEqual(['name', 'result']);
  expect(tracesIn(folder)).toEqual([]);
  const files = createDocumentFiles(folder);
  const id = handle.document_id;
  const [name, result] = await Promise.all([files.read(id, 'name'), files.read(id, 'result')]);
  if (!name || !result) throw new Error('the files are gone');
  for (const fileKey of [await loadServerKey(folder), randomBytes(32)]) {
    expect(() => decrypt(fileKey, 'name', name)).toThrow();
    expect(() => decrypt(fileKey, 'result', result)).toThrow();
  }
  const owners = fileKeyOf({ id, key: handle.document_key });
  expect(decrypt(owners, 'name', name).toString()).toBe(NAME);
  expect(decrypt(owners, 'result', result).toString()).toContain(TRACE);
});

it('the key that protects waiting documents is readable by its owner only', async () => {
  const server = await start();
  await upload(server, documentForm('The house is big.', 'a.txt'));
  await server.stop();
  expect(statSync(join(folder, 'document-key')).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'documents')).mode & 0o777).toBe(0o700);
});

it('a document nobody asks about is deleted in time', async () => {
  const server = await start({ DRAGOMAN_DOCUMENT_RETENTION_MS: '4000' });
  try {
    const handle = await upload(server, documentForm('The house is big.', 'a.txt'));
    await untilEnded(server, handle);
    await vi.waitUntil(() => documentFiles().length === 0, { timeout: 20_000, interval: 200 });
    expect((await askDocument(server, handle)).status).toBe(404);
  } finally {
    await server.stop();
  }
});
