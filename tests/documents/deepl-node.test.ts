import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import * as deepl from 'deepl-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createArchive, readArchive } from '../../packages/documents/dist/archive.js';
import {
  NS,
  officeArchive,
  XML,
} from '../../packages/documents/dist/conformance/office-archive.js';
import { DEFAULT_LIMITS } from '../../packages/documents/dist/limits.js';
import { connect } from '../support/clients/official-client.js';
import { startTestServer, type TestServer } from '../support/start-server.js';

const SOURCE = 'The house is big.\r\n\r\nMy house has three doors.';
const TARGET = 'La casa es grande.\r\n\r\nMi casa tiene tres puertas.';

let server: TestServer;
let translator: deepl.DeepLClient;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-documents-'));
  server = await startTestServer();
  translator = connect(server, server.key);
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

  it('translates a file handle into a stream', async () => {
    await writeFile(place('h.txt'), SOURCE);
    const output = createWriteStream(place('i.txt'));
    await translator.translateDocument(await open(place('h.txt')), output, 'en', 'es', {
      filename: 'h.txt',
    });
    await finished(output.end());
    expect(await readFile(place('i.txt'), 'utf8')).toBe(TARGET);
  });

  const picture = Buffer.from('89504e470d0a1a0a0000', 'hex');
  const bold = '<w:r><w:rPr><w:b/></w:rPr><w:t>house</w:t></w:r>';
  const text = (content: string) => `<w:r><w:t xml:space="preserve">${content}</w:t></w:r>`;
  const WORD = officeArchive({
    'word/document.xml': [
      'vnd.openxmlformats-officedocument.wordprocessingml.document.main',
      `${XML}<w:document ${NS.w}><w:body><w:p>${text('The ')}${bold}${text(' is big.')}</w:p></w:body></w:document>`,
    ],
  });
  const SLIDES = officeArchive({
    'ppt/presentation.xml': [
      'vnd.openxmlformats-officedocument.presentationml.presentation.main',
      `${XML}<p:presentation ${NS.p}/>`,
    ],
    'ppt/slides/slide1.xml': [
      'vnd.openxmlformats-officedocument.presentationml.slide',
      `${XML}<p:sld ${NS.p} ${NS.a}><a:p><a:r><a:t>The house is big.</a:t></a:r></a:p></p:sld>`,
    ],
  });
  /** The document with a picture instead of what a minified one has. */
  const withPicture = async (document: Uint8Array): Promise<Uint8Array> => {
    const archive = await readArchive(document, DEFAULT_LIMITS);
    return createArchive(
      archive.entries.map(({ name }) => [
        name,
        name === 'media/image1.png' ? picture : archive.inflate(name),
      ]),
    );
  };
  /** The translated part of a document, when its picture is whole. */
  const partWithPicture = async (path: string, part: string): Promise<string> => {
    const result = await readArchive(readFileSync(path), DEFAULT_LIMITS);
    expect(Buffer.from(result.inflate('media/image1.png'))).toEqual(picture);
    return Buffer.from(result.inflate(part)).toString();
  };
  const wordsOf = (xml: string): string => xml.replace(/<[^>]*>/g, '').trim();
  const minified = { enableDocumentMinification: true };

  it.each([
    ['docx', WORD, 'word/document.xml'],
    ['pptx', SLIDES, 'ppt/slides/slide1.xml'],
  ])('puts its pictures back into a %s it has minified', async (format, document, part) => {
    await writeFile(place(`in.${format}`), await withPicture(document));
    await translator.translateDocument(
      place(`in.${format}`),
      place(`out.${format}`),
      'en',
      'es',
      minified,
    );
    const xml = await partWithPicture(place(`out.${format}`), part);
    expect(wordsOf(xml)).toBe('La casa es grande.');
    if (format === 'docx') expect(xml).toMatch(/<w:b\/>(<[^>]*>)*casa/);
  });

  it('sends buffers and streams with their pictures, minified or not', async () => {
    const document = Buffer.from(await withPicture(WORD));
    await writeFile(place('g.docx'), document);
    const inputs = [document, createReadStream(place('g.docx'))];
    for (const [index, input] of inputs.entries()) {
      const output = place(`g${index}.docx`);
      const options = { ...minified, filename: 'g.docx' };
      await translator.translateDocument(input, output, 'en', 'es', options);
      const xml = await partWithPicture(output, 'word/document.xml');
      expect(wordsOf(xml)).toBe('La casa es grande.');
    }
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
    expect((await translator.getUsage()).document?.count).toBe(8);
  });
});
