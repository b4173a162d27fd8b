import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../support/start-server.js';
import { describeInBrowser, startPageServer, useBrowser } from './browser.js';
import { eventually, type TranslatorPage, translatorPage } from './translator-page.js';

const HTML = `<!doctype html>
<title>Good morning</title>
<p class="big">The house is <b>big</b>.</p>
<p translate="no">The house is big.</p>
`;

let server: TestServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server?.stop());

describeInBrowser('files on the page', () => {
  const { newPage } = useBrowser();

  const open = async (): Promise<TranslatorPage> => {
    const it = translatorPage(await newPage());
    await it.open(server.url);
    await it.target.selectOption({ label: 'Spanish' });
    return it;
  };

  /** Drops a file on the page, as from the desktop. */
  const drop = async (
    { page }: TranslatorPage,
    file: { readonly name: string; readonly type: string; readonly text: string },
  ) => {
    const dataTransfer = await page.evaluateHandle(`{
      const transfer = new DataTransfer();
      const { name, type, text } = ${JSON.stringify(file)};
      transfer.items.add(new File([text], name, { type }));
      transfer;
    }`);
    await page.dispatchEvent('body', 'dragover', { dataTransfer });
    expect(await page.getByText('Drop a text or HTML file').isVisible()).toBe(true);
    await page.dispatchEvent('body', 'drop', { dataTransfer });
  };

  const download = async ({ page, button }: TranslatorPage) => {
    const started = page.waitForEvent('download');
    await button('Download').click();
    const file = await started;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  };

  it('translates a text file that is dropped, and hands the translation out as a file', async () => {
    const it = await open();
    await drop(it, { name: 'note.txt', type: 'text/plain', text: 'Good morning' });
    await it.showsResult('Buenos días');
    expect(await it.page.getByText('note.txt').isVisible()).toBe(true);
    expect(await download(it)).toEqual({ name: 'note.es.txt', text: 'Buenos días' });
  });

  it('translates an HTML file as HTML: tags stay, and what is not to be translated', async () => {
    const it = await open();
    await drop(it, { name: 'page.html', type: 'text/html', text: HTML });
    const expected = HTML.replace('Good morning', 'Buenos días').replace(
      'The house is <b>big</b>',
      'La casa es <b>grande</b>',
    );
    await it.showsResult(expected);
    expect(await download(it)).toEqual({ name: 'page.es.html', text: expected });
  });

  it('takes a file from the chooser, and text again once it is closed', async () => {
    const it = await open();
    const chooser = it.page.waitForEvent('filechooser');
    await it.button('Open file').click();
    await (await chooser).setFiles({
      name: 'page.html',
      mimeType: 'text/html',
      buffer: Buffer.from('<p>Good morning</p>'),
    });
    await it.showsResult('<p>Buenos días</p>');
    await it.button('Close the file').click();
    await it.showsResult('');
    await it.text.fill('Good morning');
    await it.showsResult('Buenos días');
    expect((await download(it)).name).toBe('translation.es.txt');
  });

  it('reads UTF-16 where the file says so', async () => {
    const it = await open();
    const buffer = Buffer.from('\uFEFFGood morning', 'utf16le');
    await it.chooser.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer });
    await it.showsResult('Buenos días');
  });

  it('says in words that a file is too big, and what is not text', async () => {
    const it = await open();
    const file = (buffer: Buffer) => ({ name: 'note.txt', mimeType: 'text/plain', buffer });
    await it.chooser.setInputFiles(file(Buffer.alloc(200_000, 'a ')));
    await eventually(() => it.trouble.textContent()).toBe(
      'The text is too long: this server takes up to 128 kB at once. Try a shorter part.',
    );
    expect(await it.text.inputValue()).toBe('');
    await it.chooser.setInputFiles(file(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2])));
    await eventually(() => it.trouble.textContent()).toContain('not plain text or HTML in UTF-8');
    await it.chooser.setInputFiles(file(Buffer.from('Good morning')));
    await it.showsResult('Buenos días');
    expect(await it.trouble.textContent()).toBe('');
  });
});
