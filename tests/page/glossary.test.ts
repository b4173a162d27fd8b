import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  NS,
  officeArchive,
  XML,
} from '../../packages/documents/dist/conformance/office-archive.js';
import type { TestServer } from '../support/start-server.js';
import { describeInBrowser, ELSEWHERE, startPageServer, useBrowser } from './browser.js';
import { eventually, type TranslatorPage, translatorPage } from './translator-page.js';

let server: TestServer;
beforeAll(async () => {
  server = await startPageServer({ environment: { DRAGOMAN_PAGE: 'on' } });
});
afterAll(() => server?.stop());

const cellsOf = (...texts: readonly string[]) =>
  texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
const WORKBOOK = officeArchive({
  'xl/worksheets/sheet1.xml': [
    'vnd.openxmlformats-officedocument.spreadsheetml.worksheet',
    `${XML}<worksheet ${NS.x}><sheetData><row>${cellsOf('English', 'Spanish')}</row><row>${cellsOf('window', 'vitrina')}</row></sheetData></worksheet>`,
  ],
});

describeInBrowser('a glossary on the page', () => {
  const { newPage } = useBrowser();

  const open = async (): Promise<TranslatorPage> => {
    const it = translatorPage(await newPage());
    await it.open(`${server.url}/#from=EN&to=ES&text=The+house+is+big.`);
    await it.showsResult('La casa es grande.');
    return it;
  };
  const choiceOf = ({ page }: TranslatorPage) =>
    page.getByRole('combobox', { name: 'Glossary', exact: true });
  const termsIn = ({ page }: TranslatorPage) =>
    page
      .locator('#glossary-rows tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('input')].map((field) => field.value)),
      );

  it('is not made after all when Escape leaves the field for its name', async () => {
    const it = await open();
    const { page } = it;
    await choiceOf(it).selectOption({ label: 'New glossary…' });
    const name = page.getByRole('textbox', { name: 'Name of the glossary' });
    await name.fill('Homes');
    await name.press('Escape');
    expect(await name.isVisible()).toBe(false);
    expect(await choiceOf(it).inputValue()).toBe('');
    expect(await page.locator('#glossary-choice:focus').count()).toBe(1);
  });

  it('is made, filled and used; its terms are marked in the translation', async () => {
    const it = await open();
    const { page } = it;
    await choiceOf(it).selectOption({ label: 'New glossary…' });
    await page.getByRole('textbox', { name: 'Name of the glossary' }).fill('Homes');
    await it.button('Create').click();
    await eventually(() => page.locator('#glossary-pair').textContent()).toBe(
      'From English into Spanish',
    );

    await page.getByRole('textbox', { name: 'New term' }).fill('house');
    await page.getByRole('textbox', { name: 'Its translation' }).fill('hogar');
    await it.button('Add').click();
    await eventually(() => termsIn(it)).toEqual([['house', 'hogar']]);

    const chooser = page.waitForEvent('filechooser');
    await it.button('Import').click();
    await (await chooser).setFiles({
      name: 'terms.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(WORKBOOK),
    });
    await eventually(() => termsIn(it)).toEqual([
      ['house', 'hogar'],
      ['window', 'vitrina'],
    ]);

    const target = page.locator('#glossary-rows tr').nth(0).locator('input').nth(1);
    await target.fill('morada');
    await target.blur();
    await eventually(() => termsIn(it)).toEqual([
      ['house', 'morada'],
      ['window', 'vitrina'],
    ]);
    await it.button('Remove window').click();
    await eventually(() => termsIn(it)).toEqual([['house', 'morada']]);

    const download = page.waitForEvent('download');
    await it.button('Export').click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('Homes.csv');
    expect(await readFile(await file.path(), 'utf8')).toBe('house,morada');

    await it.button('Close').click();
    await it.showsResult(/morada/);
    const mark = page.locator('.result .mirror mark');
    await eventually(() => mark.textContent()).toBe('morada');
    const place = await mark.boundingBox();
    await page.mouse.move((place?.x ?? 0) + 5, (place?.y ?? 0) + 5);
    await eventually(() => page.locator('#result').getAttribute('title')).toBe('house → morada');
    const colour = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('.result .mirror mark')).backgroundColor",
    );
    expect(colour).not.toBe('rgba(0, 0, 0, 0)');
  });

  it('is used for a text whose language is detected, until none is chosen', async () => {
    const it = translatorPage(await newPage());
    await it.open(`${server.url}/#from=&to=ES&text=The+house+is+big.`);
    await it.showsResult('La casa es grande.');
    await choiceOf(it).selectOption({ label: 'Homes' });
    await it.showsResult(/morada/);
    await it.page.reload();
    await it.showsResult(/morada/);
    await choiceOf(it).selectOption({ label: 'None' });
    await it.showsResult('La casa es grande.');
  });

  it('says what is wrong with a file', async () => {
    const it = await open();
    await choiceOf(it).selectOption({ label: 'Homes' });
    await it.button('Edit').click();
    const chooser = it.page.waitForEvent('filechooser');
    await it.button('Import').click();
    await (await chooser).setFiles({
      name: 'terms.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('only one column'),
    });
    await eventually(() => it.page.locator('#glossary-trouble').textContent()).toBe(
      'Entry 1: It does not have two columns.',
    );
  });

  it('is deleted', async () => {
    const it = await open();
    await choiceOf(it).selectOption({ label: 'Homes' });
    await it.button('Edit').click();
    it.page.once('dialog', (dialog) => void dialog.accept());
    await it.button('Delete glossary').click();
    await eventually(() => choiceOf(it).locator('option').allTextContents()).toEqual([
      'None',
      'New glossary…',
    ]);
    await it.showsResult('La casa es grande.');
  });

  it('is not shown to visitors of other machines', async () => {
    const it = translatorPage(await newPage());
    await it.open(server.url.replace('127.0.0.1', ELSEWHERE));
    await it.text.fill('The house is big.');
    await it.showsResult('La casa es grande.');
    expect(await choiceOf(it).isVisible()).toBe(false);
  });
});
