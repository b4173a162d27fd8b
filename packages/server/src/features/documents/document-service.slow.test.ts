import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentHandle } from '@dragoman/contract';
import { type RequestSettings, silentLogger } from '@dragoman/core';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadConfiguration } from '../../configuration/load.js';
import type { Configuration } from '../../configuration/settings.js';
import { openStores, type Stores } from '../../open-stores.js';
import type { KeyRecord } from '../../platform/accounts/key-record.js';
import { DatabaseOutage } from '../../platform/database/store-error.js';
import { type AccountServices, createAccountServices } from '../keys-and-usage/account-services.js';
import { createDocuments } from './create-documents.js';
import { createDocumentMeter } from './document-metrics.js';
import type { DocumentStore } from './document-record.js';
import type { DocumentService } from './document-service.js';
import type { DocumentDownload } from './downloads.js';

const TEXT = 'The house is big.';
const KEEP_MS = 60_000;

let folder: string;
let accounts: Stores;
let nowMs: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-documents-'));
  accounts = await openStores({ dataDirectory: folder, databaseUrl: undefined });
  nowMs = Date.UTC(2026, 10, 15);
});
afterEach(async () => {
  await accounts.close();
  await rm(folder, { recursive: true });
});

/** What the names in an upload stand for: nothing. */
const request: RequestSettings = {
  source: 'en',
  target: { base: 'es', tags: ['es'], label: 'Spanish (ES)' },
  options: {
    splitMode: 'sentences-and-newlines',
    preserveFormatting: false,
    preferredModel: 'quality_optimized',
    markup: undefined,
    isStrictXml: false,
    style: {},
  },
  guidance: { instructions: [], needs: [] },
};

interface TestServer {
  readonly documents: DocumentService;
  readonly services: AccountServices;
  stop(): Promise<void>;
}

/** The documents of one server, with an engine that answers in capitals. */
const startServer = async (
  changed: Partial<Configuration> = {},
  {
    translating = async () => {},
    store = accounts.documentStore,
  }: {
    readonly translating?: (texts: readonly string[]) => Promise<void>;
    readonly store?: DocumentStore;
  } = {},
): Promise<TestServer> => {
  const settings = {
    ...loadConfiguration({ environment: {}, workingDirectory: '/' }),
    dataDirectory: folder,
    documentKeepMs: KEEP_MS,
    ...changed,
  };
  const now = () => nowMs;
  const services = createAccountServices(accounts, settings, { log: silentLogger, now });
  const documents = createDocuments(settings, {
    ...services,
    now,
    translator: {
      translate: async ({ texts }) => {
        await translating(texts);
        return texts.map((one) => ({
          text: one.toUpperCase(),
          source: 'en',
          billedCharacters: one.length,
          modelType: 'quality_optimized',
        }));
      },
      requireRoute: () => {},
    },
    detect: async () => [],
    resolveRequest: async () => ({ revision: '', request, load: async () => request }),
    isTranslatingTexts: () => false,
    store,
    shared: undefined,
    meter: createDocumentMeter(new Registry()),
    log: silentLogger,
  });
  await documents.start();
  return {
    documents,
    services,
    async stop() {
      await documents.stop();
      await services.ledger.stop();
    },
  };
};

const createKey = async (charactersPerMonth: number | null): Promise<KeyRecord> => {
  const { record } = await accounts.keyManager.create('test', {
    name: 'one',
    isNumbered: true,
    limits: { charactersPerMonth },
  });
  return record;
};

async function* inChunks(text: string) {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += 1000)
    yield bytes.subarray(start, start + 1000);
}

const send = async ({ documents }: TestServer, owner: KeyRecord, text: string) =>
  documents.accept(owner, {
    file: await documents.receive(inChunks(text)),
    fileName: 'a.txt',
    options: {
      parameters: { source_lang: 'en', target_lang: 'es' },
      format: 'txt',
      outputFormat: 'txt',
    },
  });

const accessOf = ({ document_id: id, document_key: key }: DocumentHandle) => ({ id, key });

/** Sends a document, and waits until it is done or has failed. */
const translate = async (server: TestServer, owner: KeyRecord, text = TEXT) => {
  const handle = await send(server, owner, text);
  await server.documents.outcome(accessOf(handle), AbortSignal.timeout(80_000));
  return accessOf(handle);
};

const readAll = async ({ chunks, end }: DocumentDownload): Promise<string> => {
  const read: Buffer[] = [];
  for await (const chunk of chunks) read.push(chunk);
  end();
  return Buffer.concat(read).toString();
};

describe('the bill of a document', () => {
  it('comes with the first download; another one is free for a while', async () => {
    const server = await startServer();
    const owner = await createKey(null);
    const access = await translate(server, owner);
    const used = () => server.services.ledger.usedCharacters(owner.id);
    expect(await used()).toBe(0);
    expect(await readAll(await server.documents.download(access))).toBe(TEXT.toUpperCase());
    expect(await used()).toBe(TEXT.length);
    expect(await readAll(await server.documents.download(access))).toBe(TEXT.toUpperCase());
    expect(await server.documents.status(access)).toMatchObject({ status: 'done' });
    expect(await used()).toBe(TEXT.length);
    nowMs += KEEP_MS;
    await server.stop();
    // What has had its time goes with the next sweep, at the latest when a server starts.
    const next = await startServer();
    await expect(next.documents.download(access)).rejects.toMatchObject({ code: 'not_found' });
    expect(await readdir(join(folder, 'documents'))).toEqual([]);
    await next.stop();
  });

  it('are swept one sweep after the other, however long one takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      const listExpired = vi.fn(accounts.documentStore.listExpired);
      const store = { ...accounts.documentStore, listExpired };
      const server = await startServer({}, { store });
      let end: (ids: readonly string[]) => void = () => {};
      const slow = new Promise<readonly string[]>((resolve) => {
        end = resolve;
      });
      listExpired.mockReturnValueOnce(slow);
      await vi.advanceTimersByTimeAsync(10 * KEEP_MS);
      expect(listExpired).toHaveBeenCalledTimes(2);
      end([]);
      await server.stop();
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not come before the last chunk, and is not lost with the server after that', async () => {
    const server = await startServer();
    const owner = await createKey(null);
    const access = await translate(server, owner, `${TEXT}\n`.repeat(40_000));
    const download = await server.documents.download(access);
    const chunks = download.chunks[Symbol.asyncIterator]();
    const first = await chunks.next();
    expect(first.value?.length).toBeLessThan(download.byteCount);
    await chunks.return?.();
    download.end();
    await server.documents.stop();
    expect(await accounts.documentStore.find(access.id)).toMatchObject({ billedAtMs: null });

    const second = await startServer();
    let count = 0;
    for await (const chunk of (await second.documents.download(access)).chunks) {
      count += chunk.length;
      // Whoever has it all has been billed, also if this server does not live to note more.
      const record = await accounts.documentStore.find(access.id);
      expect(record?.billedAtMs === null).toBe(count < download.byteCount);
    }
    const third = await startServer();
    expect((await readAll(await third.documents.download(access))).length).toBe(download.byteCount);
    expect(await third.services.ledger.usedCharacters(owner.id)).toBe(40_000 * TEXT.length);
    for (const one of [second, third]) await one.stop();
  });

  it('is refused before anything is sent when the quota was used up in between', async () => {
    const server = await startServer();
    const owner = await createKey(40);
    const access = await translate(server, owner);
    await server.stop();
    const next = await startServer();
    (await next.services.ledger.reserve(owner, 30)).settle(30);
    await expect(next.documents.download(access)).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect(await next.documents.status(access)).toMatchObject({ status: 'done' });
    await next.stop();
  });

  it('never exceeds the quota, however often servers start between', async () => {
    const owner = await createKey(40);
    const accesses = [];
    for (let round = 0; round < 4; round++) {
      const server = await startServer();
      accesses.push(await translate(server, owner));
      await server.stop();
    }
    const last = await startServer();
    const outcomes = await Promise.allSettled(
      accesses.map(async (access) => readAll(await last.documents.download(access))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await last.services.ledger.usedCharacters(owner.id)).toBe(2 * TEXT.length);
    await last.stop();
  });

  it('is written once for several downloads at the same time', async () => {
    const server = await startServer();
    const owner = await createKey(TEXT.length);
    const access = await translate(server, owner);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, async () => readAll(await server.documents.download(access))),
    );
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refusals.length).toBeLessThan(5);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'document_not_done' });
    expect(await server.services.ledger.usedCharacters(owner.id)).toBe(TEXT.length);
    await server.stop();
  });
});

/** Different lines, in thousands of batches. */
const BOOK = Array.from({ length: 30_000 }, (_, index) => `Line ${index} of a long book.\n`).join(
  '',
);

describe('a short document', () => {
  it.each(['the same', 'another'])('of %s owner does not wait for a book', async (whose) => {
    const server = await startServer();
    const owner = await createKey(null);
    const other = whose === 'another' ? await createKey(null) : owner;
    const books = [];
    for (let count = 0; count < 5; count++) books.push(accessOf(await send(server, owner, BOOK)));
    const short = await translate(server, other);
    expect(await server.documents.status(short)).toMatchObject({ status: 'done' });
    const statuses = await Promise.all(books.map((book) => server.documents.status(book)));
    expect(statuses.map(({ status }) => status)).not.toContain('done');
    // Two of one owner at a time; the others say how many are before them.
    expect(statuses.slice(2).map(({ queue_position: position }) => position)).toEqual([1, 2, 3]);
    for (const book of books) await server.documents.cancel(book);
    await server.stop();
  });
});

describe('a document', () => {
  it('that is too long fails with the reason, and without a quota', async () => {
    const server = await startServer({ maxDocumentCharacters: 1000 });
    const access = await translate(server, await createKey(null), BOOK);
    expect(await server.documents.status(access)).toMatchObject({
      status: 'error',
      error_message: expect.stringMatching(/ characters; at most 1000 are translated\.$/),
      error_code: 'invalid_file',
      error_reason: 'too_large',
    });
    await server.stop();
  });

  it('that is cancelled is gone, and the work on it has ended', async () => {
    let reached = () => {};
    const working = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const server = await startServer(
      {},
      {
        translating: async () => reached(),
      },
    );
    const access = accessOf(await send(server, await createKey(null), BOOK));
    await working;
    await server.documents.cancel(access);
    await expect(server.documents.status(access)).rejects.toMatchObject({ code: 'not_found' });
    expect(await readdir(join(folder, 'documents'))).toEqual([]);
    await server.stop();
  });

  it('goes on by itself when the database takes changes again', async () => {
    let failures = 2;
    const store: DocumentStore = {
      ...accounts.documentStore,
      async change(id, change) {
        if (change.characters !== undefined && failures-- > 0) throw new DatabaseOutage('full');
        await accounts.documentStore.change(id, change);
      },
    };
    const server = await startServer({}, { store });
    const access = await translate(server, await createKey(null));
    expect(await server.documents.status(access)).toMatchObject({ status: 'done' });
    expect(await accounts.documentStore.find(access.id)).toMatchObject({ attempts: 1 });
    await server.stop();
  });

  it('can be asked about while the database takes no changes', async () => {
    let isFull = false;
    const store: DocumentStore = {
      ...accounts.documentStore,
      async change(id, change) {
        if (isFull) throw new DatabaseOutage('full');
        await accounts.documentStore.change(id, change);
      },
    };
    const server = await startServer({}, { store });
    const access = await translate(server, await createKey(null));
    isFull = true;
    nowMs += 3_600_000 / 2;
    expect(await server.documents.status(access)).toMatchObject({ status: 'done' });
    await server.stop();
  });

  it('whose upload failed half-way does not stay queued', async () => {
    const server = await startServer();
    const access = accessOf(await send(server, await createKey(null), BOOK));
    await server.stop();
    await rm(join(folder, 'documents', `${access.id}.key`));
    nowMs += 3_600_000 / 2;
    const next = await startServer();
    await expect(next.documents.status(access)).rejects.toMatchObject({ code: 'not_found' });
    expect(await readdir(join(folder, 'documents'))).toEqual([]);
    await next.stop();
  });
});
