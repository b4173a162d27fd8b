import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as deepl from 'deepl-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../support/clients/official-client.js';
import { startTestServer, type TestServer } from '../support/start-server.js';

const TIMEOUT_MS = 120_000;

const FILE = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="en-US"/><body>
<tu><tuv xml:lang="en-US"><seg>Hello world!</seg></tuv><tuv xml:lang="es"><seg>¡Hola a todos!</seg></tuv></tu>
<tu><tuv xml:lang="en-US"><seg>Good morning.</seg></tuv><tuv xml:lang="es"><seg>Muy buenas.</seg></tuv></tu>
</body></tmx>`;

let server: TestServer;
let client: deepl.DeepLClient;
let folder = '';
let id = '';
beforeAll(async () => {
  server = await startTestServer();
  client = connect(server, server.key);
  folder = await mkdtemp(join(tmpdir(), 'dragoman-tmx-'));
  const path = join(folder, 'words.tmx');
  await writeFile(path, FILE);
  const job = await client.importTranslationMemoryFromFilepath(path, { displayName: 'Words' });
  expect(job.results[0]).toMatchObject({ status: 'completed', skippedSegmentCount: 0 });
  id = job.results[0]?.translationMemoryId ?? '';
}, TIMEOUT_MS);
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true });
});

describe('the translation memory methods of the official Node client', () => {
  it('show and list a memory', async () => {
    const memory = await client.getTranslationMemory(id);
    expect(memory).toMatchObject({
      translationMemoryId: id,
      name: 'Words',
      sourceLanguage: 'en',
      targetLanguages: ['es'],
      segmentCount: 2,
    });
    expect(memory.creationTime).toBeInstanceOf(Date);
    expect(await client.listTranslationMemories(0, 25)).toEqual([memory]);
  });

  it('list its segments page by page', async () => {
    const first = await client.listTranslationMemorySegments(id, { pageSize: 1 });
    expect(first.segments[0]?.sourceText).toBe('Hello world!');
    const { nextPageCursor: pageCursor = '' } = first;
    const second = await client.listTranslationMemorySegments(id, { pageSize: 1, pageCursor });
    expect(second.segments[0]?.targets[0]?.targetText).toBe('Muy buenas.');
    expect(second.nextPageCursor).toBeUndefined();
    const found = await client.listTranslationMemorySegments(id, { filterText: 'hola' });
    expect(found.segments.map(({ sourceText }) => sourceText)).toEqual(['Hello world!']);
  });

  it('export it to a file', { timeout: TIMEOUT_MS }, async () => {
    const path = join(folder, 'copy.tmx');
    const job = await client.exportTranslationMemoryToFilepath(id, path);
    expect(await readFile(path, 'utf8')).toContain('<seg>¡Hola a todos!</seg>');
    expect((await client.getTranslationMemoryJob(job.jobId)).results[0]?.status).toBe('downloaded');
  });

  it('translate texts with it', async () => {
    const translate = async (text: string, translationMemoryThreshold?: number) => {
      const options = {
        translationMemory: id,
        ...(translationMemoryThreshold !== undefined && { translationMemoryThreshold }),
      };
      return (await client.translateText(text, null, 'es', options)).text;
    };
    expect(await translate('Helloo world!')).toBe('¡Hola a todos!');
    expect(await translate('Good morning.', 100)).toBe('Muy buenas.');
    expect(await translate('Good mornings.', 100)).not.toBe('Muy buenas.');
  });

  it('translate documents with it', { timeout: TIMEOUT_MS }, async () => {
    const handle = await client.uploadDocument(Buffer.from('Good morning.\n'), 'en', 'es', {
      filename: 'a.txt',
      translationMemory: id,
    });
    await client.isDocumentTranslationComplete(handle);
    const result = await fetch(`${server.url}/v2/document/${handle.documentId}/result`, {
      method: 'POST',
      headers: {
        authorization: `Service-Auth-Key ${server.key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ document_key: handle.documentKey }),
    });
    expect(await result.text()).toBe('Muy buenas.\n');
  });

  it('hear what is wrong with a file', { timeout: TIMEOUT_MS }, async () => {
    const path = join(folder, 'wrong.tmx');
    await writeFile(path, '<html></html>');
    await expect(client.importTranslationMemoryFromFilepath(path)).rejects.toThrow(
      'not a TMX file',
    );
  });

  it('delete it', async () => {
    await client.deleteTranslationMemory(id);
    await expect(client.getTranslationMemory(id)).rejects.toThrow('Not found');
    await expect(
      client.translateText('Hello', 'en', 'es', { translationMemory: id }),
    ).rejects.toThrow('Translation memory not found');
  });
});
