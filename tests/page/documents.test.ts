import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  NS,
  officeArchive,
  XML,
} from '../../packages/documents/dist/conformance/office-archive.js';
import { PDF_SAMPLES, SCANNED_PDF } from '../../packages/documents/dist/conformance/pdf-samples.js';
import { readDocument } from '../../packages/documents/dist/read-document.js';
import type { TestServer } from '../support/start-server.js';
import { describeInBrowser, startPageServer, useBrowser } from './browser.js';
import { eventually, type TranslatorPage, translatorPage } from './translator-page.js';

interface TestFile {
  readonly name: string;
  readonly content: Uint8Array;
}

const textFile = (name: string, text: string): TestFile => ({ name, content: Buffer.from(text) });

const run = (text: string, properties = '') =>
  `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const DOCX: TestFile = {
  name: 'report.docx',
  content: officeArchive({
    'word/document.xml': [
      'vnd.openxmlformats-officedocument.wordprocessingml.document.main',
      `${XML}<w:document ${NS.w}><w:body><w:p>${run('The ')}${run('house', '<w:rPr><w:b/></w:rPr>')}${run(' is big.')}</w:p></w:body></w:document>`,
    ],
  }),
};

/** Too much to be done at once. */
const LONG: TestFile = textFile(
  'long.txt',
  Array.from({ length: 8000 }, (_, line) => `The house with number ${line} is big.`).join('\n'),
);

let server: TestServer;
beforeAll(async () => {
  server = await startPageServer({ environment: { DRAGOMAN_MAX_DOCUMENT_BYTES: '512KiB' } });
});
afterAll(() => server?.stop());

describeInBrowser('documents on the page', () => {
  const { newPage } = useBrowser();

  const open = async (target = 'Spanish'): Promise<TranslatorPage> => {
    const it = translatorPage(await newPage());
    await it.open(server.url);
    await it.target.selectOption({ label: target });
    return it;
  };
  const card = ({ page }: TranslatorPage, name: string): Locator =>
    page.getByRole('list', { name: 'Documents' }).getByRole('listitem').filter({ hasText: name });

  const stateOf = (it: TranslatorPage, name: string) =>
    eventually(() => card(it, name).locator('.state').textContent());

  /** Files as the browser gets them from the desktop or the clipboard. */
  const transferOf = ({ page }: TranslatorPage, files: readonly TestFile[], text = '') =>
    page.evaluateHandle(`{
      const transfer = new DataTransfer();
      if (${JSON.stringify(text)} !== '') transfer.setData('text/plain', ${JSON.stringify(text)});
      for (const [name, base64] of ${JSON.stringify(
        files.map(({ name, content }) => [name, Buffer.from(content).toString('base64')]),
      )}) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
      }
      transfer;
    }`);

  const drop = async (it: TranslatorPage, ...files: readonly TestFile[]) => {
    const dataTransfer = await transferOf(it, files);
    await it.page.dispatchEvent('body', 'dragover', { dataTransfer });
    expect(await it.page.getByText('Drop documents to translate them').isVisible()).toBe(true);
    await it.page.dispatchEvent('body', 'drop', { dataTransfer });
  };

  const choose = async (it: TranslatorPage, ...files: readonly TestFile[]) => {
    const chooser = it.page.waitForEvent('filechooser');
    await it.button('Open files').click();
    const inputs = files.map(({ name, content }) => ({
      name,
      mimeType: '',
      buffer: Buffer.from(content),
    }));
    await (await chooser).setFiles(inputs);
  };

  const download = async (it: TranslatorPage, name: string) => {
    const started = it.page.waitForEvent('download');
    await card(it, name)
      .getByRole('button', { name: /^Download/ })
      .click();
    const file = await started;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };

  /** What the server keeps of documents. */
  const storedFiles = () => readdir(join(server.dataDirectory, 'documents')).catch(() => []);

  it('come back translated, with their formatting, after a drop', async () => {
    const it = await open();
    await drop(it, DOCX);
    await stateOf(it, 'report.docx').toBe('Translated');
    expect(await card(it, 'report.docx').locator('.facts').textContent()).toMatch(
      /^\d+ (bytes|kB) · into Spanish$/,
    );
    expect(await it.status.textContent()).toBe('report.docx was translated.');
    const { name, bytes } = await download(it, 'report.docx');
    expect(name).toBe('report.es.docx');
    const { paragraphs } = await readDocument(bytes, { format: 'docx' });
    expect(paragraphs).toMatchObject([
      {
        text: 'La casa es grande.',
        codes: [
          { kind: 'open', at: 3 },
          { kind: 'close', at: 7 },
        ],
      },
    ]);
    // The page has the file, so the server keeps nothing, and it can be saved twice.
    await eventually(storedFiles).toEqual([]);
    expect((await download(it, 'report.docx')).bytes).toEqual(bytes);
  });

  it('are chosen with the button, several at once, each of its own kind', async () => {
    const it = await open();
    const html = '<!doctype html>\n<p class="big">The house is <b>big</b>.</p>\n';
    const srt = '1\n00:00:01,000 --> 00:00:02,000\nGood morning\n';
    await choose(it, textFile('page.html', html), textFile('film.srt', srt));
    await stateOf(it, 'page.html').toBe('Translated');
    await stateOf(it, 'film.srt').toBe('Translated');
    const page = await download(it, 'page.html');
    expect([page.name, page.bytes.toString()]).toEqual([
      'page.es.html',
      '<!doctype html>\n<p class="big">La casa es <b>grande</b>.</p>\n',
    ]);
    const film = await download(it, 'film.srt');
    expect([film.name, film.bytes.toString()]).toEqual([
      'film.es.srt',
      srt.replace('Good morning', 'Buenos días'),
    ]);
    // The texts of files never get into the field.
    expect(await it.text.inputValue()).toBe('');
  });

  it('are pasted, while pasted text stays text', async () => {
    const it = await open();
    const paste = async (clipboardData: Awaited<ReturnType<typeof transferOf>>) => {
      await clipboardData.evaluate((transfer) => {
        const page = globalThis as unknown as {
          readonly document: { readonly activeElement: EventTarget };
          readonly ClipboardEvent: new (type: string, options: object) => Event;
        };
        page.document.activeElement.dispatchEvent(
          new page.ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }),
        );
      });
    };
    // Office programs copy a picture of the text along with it.
    await paste(await transferOf(it, [textFile('image.png', 'a picture')], 'Good morning'));
    await paste(await transferOf(it, [textFile('note.txt', 'Good morning')]));
    await stateOf(it, 'note.txt').toBe('Translated');
    expect(await it.page.getByRole('list', { name: 'Documents' }).locator('li').count()).toBe(1);
    expect((await download(it, 'note.txt')).bytes.toString()).toBe('Buenos días');
  });

  it('of PDF are written as the format that is chosen', async () => {
    const it = await open();
    await drop(it, { name: 'paper.pdf', content: PDF_SAMPLES[0]?.bytes ?? Buffer.of() });
    await stateOf(it, 'paper.pdf').toBe('Translated');
    expect((await download(it, 'paper.pdf')).name).toBe('paper.es.pdf');
    await it.radio('TXT').check();
    await stateOf(it, 'paper.pdf').toBe('Translated');
    await eventually(() =>
      card(it, 'paper.pdf').getByRole('button', { name: 'Download paper.es.txt' }).isVisible(),
    ).toBe(true);
    const { name, bytes } = await download(it, 'paper.pdf');
    expect(name).toBe('paper.es.txt');
    expect(bytes.toString()).toContain('párrafo');
  });

  it('show their progress and the time left, and can be removed while they are translated', async () => {
    const it = await open();
    await drop(it, LONG);
    await stateOf(it, 'long.txt').toMatch(/^About [\d,]+ (second|minute)s? left$/);
    const progress = card(it, 'long.txt').getByRole('progressbar', {
      name: 'Translating long.txt',
    });
    expect(Number(await progress.getAttribute('value'))).toBeLessThan(1);
    expect(await storedFiles()).not.toEqual([]);
    await it.button('Remove long.txt').click();
    expect(await card(it, 'long.txt').count()).toBe(0);
    expect(await it.page.evaluate('document.activeElement.id')).toBe('open');
    await eventually(storedFiles).toEqual([]);
  });

  it('are no longer translated when the page is closed', async () => {
    const it = await open();
    await drop(it, LONG);
    await stateOf(it, 'long.txt').toMatch(/left$/);
    await it.page.close();
    await eventually(storedFiles).toEqual([]);
  });

  it.each([
    ['of a wrong kind', textFile('song.mp3', 'x'), /^This kind of file cannot be translated\./],
    [
      'that are too large',
      textFile('large.txt', 'a '.repeat(300 * 1024)),
      /^The file is too large: this server takes documents up to 512 kB\.$/,
    ],
  ])('%s are refused in words, without being sent', async (_name, file, words) => {
    const it = await open();
    await drop(it, file);
    await stateOf(it, file.name).toMatch(words);
    expect(await it.status.textContent()).toMatch(new RegExp(`^${file.name}: `));
    expect(await card(it, file.name).locator('.facts').textContent()).not.toContain('into');
    expect(await it.button(`Try ${file.name} again`).count()).toBe(0);
    await it.button(`Remove ${file.name}`).click();
    expect(await it.page.getByRole('heading', { name: 'Documents' }).isHidden()).toBe(true);
  });

  it.each([
    [
      'that are encrypted',
      {
        name: 'secret.docx',
        content: Buffer.concat([
          Buffer.from('d0cf11e0a1b11ae1', 'hex'),
          Buffer.from('EncryptedPackage', 'utf16le'),
        ]),
      },
      'The document is encrypted. Remove its password and send it again.',
    ],
    [
      'that are scanned',
      { name: 'scan.pdf', content: SCANNED_PDF },
      'The PDF has pictures of pages and no text. Run text recognition on it first.',
    ],
  ])('%s are refused with the reason', async (_name, file, words) => {
    const it = await open();
    await drop(it, file);
    await stateOf(it, file.name).toBe(words);
  });

  it('in the target language, which nobody chose, are translated into another one', async () => {
    const it = translatorPage(await newPage());
    await it.open(server.url);
    await drop(it, textFile('note.txt', 'This is an ordinary English sentence about a house.'));
    await stateOf(it, 'note.txt').toBe('Translated');
    expect((await download(it, 'note.txt')).name).not.toBe('note.en.txt');
  });

  it('in a target language that was chosen say so, and are translated into another one', async () => {
    const it = await open('English');
    const english = 'This is an ordinary English sentence about a house.';
    await drop(it, textFile('note.txt', english));
    await stateOf(it, 'note.txt').toMatch(/^The document is already in English/);
    await it.target.selectOption({ label: 'Spanish' });
    await it.button('Try note.txt again').click();
    await stateOf(it, 'note.txt').toBe('Translated');
    expect((await download(it, 'note.txt')).name).toBe('note.es.txt');
  });

  it('in a language that is not installed name it', async () => {
    const it = await open();
    const finnish = 'Sää oli yllättävän hyvä sinä päivänä, kun lähdimme matkalle.';
    await drop(it, textFile('matka.txt', finnish));
    await stateOf(it, 'matka.txt').toMatch(/Finnish/);
  });
});
