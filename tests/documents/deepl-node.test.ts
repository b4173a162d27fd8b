import { createReadStream, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as deepl from 'deepl-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchive } from '../../packages/documents/src/archive/read-archive.js';
import { createArchive } from '../../packages/documents/src/archive/write-archive.js';
import { DEFAULT_LIMITS } from '../../packages/documents/src/common/limits.js';
import { NS, officeArchive, XML } from '../../packages/documents/src/conformance/office-archive.js';
import { startTestServer, type TestServer } from '../support/start-server.js';

const SOURCE = 'The house is big.\r\n\r\nMy house has three doors.';
const TARGET = 'La casa es grande.\r\n\r\nMi casa tiene tres puertas.';

let server: TestServer;
let translator: deepl.DeepLClient;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-documents-'));
  server = await startTestServer();
  translator = new deepl.DeepLClient(server.key, { serverUrl: server.url, maxRetries: 0 });
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const place = (name: string): string => join(folder, name);

describe('the official Node client, unmodified', () => {
  it('translates a file into a file', async () => {
    await writeFile(place('in ü.txt'), SOURCE);
    const status = await translator.translateDocument(
      place('in ü.txt'),
      place('out.txt'),
      null,
      'es',
      { formality: 'prefer_more' },
    );
    expect(await readFile(place('out.txt'), 'utf8')).toBe(TARGET);
    expect(status.done()).toBe(true);
    expect(status.billedCharacters).toBe('The house is big.My house has three doors.'.length);
  });

  it('translates a buffer and a stream', async () => {
    await translator.translateDocument(Buffer.from(SOURCE), place('b.txt'), 'en', 'es', {
      filename: 'a.TXT',
    });
    expect(await readFile(place('b.txt'), 'utf8')).toBe(TARGET);
    await writeFile(place('c.txt'), SOURCE);
    await translator.translateDocument(
      createReadStream(place('c.txt')),
      place('d.txt'),
      'en',
      'es',
      {
        filename: 'c.txt',
      },
    );
    expect(await readFile(place('d.txt'), 'utf8')).toBe(TARGET);
  });

  it('puts its pictures back into a document it has minified', async () => {
    const picture = Buffer.from('89504e470d0a1a0a0000', 'hex');
    const bold = '<w:r><w:rPr><w:b/></w:rPr><w:t>house</w:t></w:r>';
    const text = (content: string) => `<w:r><w:t xml:space="preserve">${content}</w:t></w:r>`;
    const document = officeArchive({
      'word/document.xml': [
        'vnd.openxmlformats-officedocument.wordprocessingml.document.main',
        `${XML}<w:document ${NS.w}><w:body><w:p>${text('The ')}${bold}${text(' is big.')}</w:p></w:body></w:document>`,
      ],
    });
    const archive = await readArchive(document, DEFAULT_LIMITS);
    const entries = archive.entries.map(
      ({ name }) => [name, name === 'media/image1.png' ? picture : archive.inflate(name)] as const,
    );
    await writeFile(place('in.docx'), createArchive(entries));
    await translator.translateDocument(place('in.docx'), place('out.docx'), 'en', 'es', {
      enableDocumentMinification: true,
    });
    const result = await readArchive(readFileSync(place('out.docx')), DEFAULT_LIMITS);
    expect(Buffer.from(result.inflate('media/image1.png'))).toEqual(picture);
    const xml = Buffer.from(result.inflate('word/document.xml')).toString();
    expect(xml.replace(/<[^>]*>/g, '').trim()).toBe('La casa es grande.');
    expect(xml).toMatch(/<w:b\/>(<[^>]*>)*casa/);
  });

  it('hears at once what cannot be translated', async () => {
    const upload = (name: string, target: deepl.TargetLanguageCode, text = SOURCE) =>
      translator.uploadDocument(Buffer.from(text), 'en', target, { filename: name });
    await expect(upload('a.exe', 'es')).rejects.toThrow(/nvalid file/);
    await expect(upload('a.docx', 'es')).rejects.toThrow('not what its name says');
    await expect(upload('a.txt', 'en-GB')).rejects.toThrow('Source and target language are equal.');
    await expect(upload('a.txt', 'xx' as deepl.TargetLanguageCode)).rejects.toThrow('target_lang');
  });

  it('hears later what shows when the document is read', async () => {
    const error = await translator
      .translateDocument(Buffer.from('{"a": "b'), place('e.json'), 'en', 'es', {
        filename: 'e.json',
      })
      .catch((reason: deepl.DocumentTranslationError) => reason);
    expect(error).toBeInstanceOf(deepl.DocumentTranslationError);
    expect(String(error)).toContain('The file could not be read.');
  });

  it('hears that a document is in the target language already', async () => {
    const error = await translator
      .translateDocument(
        Buffer.from('Los niños están jugando en el jardín de la casa de su abuela.'),
        place('f.txt'),
        null,
        'es',
        { filename: 'f.txt' },
      )
      .catch((reason: Error) => reason);
    expect(String(error)).toContain('Source and target language are equal.');
  });

  it('sees the documents in the usage', async () => {
    expect((await translator.getUsage()).document?.count).toBe(4);
  });
});
