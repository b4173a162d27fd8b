import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../support/start-server.js';
import { describeInBrowser, startPageServer, useBrowser } from './browser.js';
import { eventually, translatorPage } from './translator-page.js';

let server: TestServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server?.stop());

describeInBrowser('the language of the page itself', () => {
  const { newPage } = useBrowser();

  it('is that of the browser, and so are the names of languages', async () => {
    const it = translatorPage(await newPage({ locale: 'de-AT' }));
    await it.open(server.url);
    expect(await it.page.title()).toBe('Dragoman: übersetzen');
    expect(await it.page.getAttribute('html', 'lang')).toBe('de');
    const text = it.page.locator('#text');
    expect(await text.getAttribute('placeholder')).toBe(
      'Text eingeben oder einfügen, oder Dateien hier ablegen',
    );
    await it.target.selectOption({ label: 'Spanisch' });
    await text.fill('The house is big.');
    await it.showsResult('La casa es grande.');
    await eventually(() => it.detected.textContent()).toBe('Erkannt: Englisch');
    expect(await it.count.textContent()).toBe('17 Zeichen');
    // Their English names and their own still find them.
    await it.target.button.click();
    for (const name of ['french', 'français', 'Französisch']) {
      await it.target.search.fill(name);
      await eventually(() => it.target.options.first().textContent()).toBe('Französisch');
    }
  });

  it('is English for other browsers, which load no other messages', async () => {
    const it = translatorPage(await newPage({ locale: 'sv-SE' }));
    const loaded: string[] = [];
    it.page.on('request', (request) => loaded.push(request.url()));
    await it.open(server.url);
    expect(await it.page.title()).toBe('Dragoman: translate');
    // English itself may be part of the page's script.
    const others = () => loaded.filter((url) => /\/locales\/(?!en\b)/.test(url));
    expect(others()).toEqual([]);
    await it.page.locator('#page-language').selectOption('de');
    await eventually(others).toEqual([expect.stringMatching(/\/locales\/de\b/)]);
  });

  it('is changed and remembered; Arabic and Hebrew mirror the page, the text stays', async () => {
    const it = translatorPage(await newPage());
    await it.open(server.url);
    await it.target.selectOption({ label: 'Spanish' });
    await it.text.fill('The house is big.');
    await it.showsResult('La casa es grande.');
    const side = async () => {
      const [left, right] = [
        await it.page.locator('#text').boundingBox(),
        await it.page.locator('#result').boundingBox(),
      ];
      return (left?.x ?? 0) < (right?.x ?? 0) ? 'left' : 'right';
    };
    expect(await side()).toBe('left');
    await it.page.getByRole('combobox', { name: 'Language of this page' }).selectOption('ar');
    await eventually(() => it.page.title()).toBe('Dragoman: ترجمة');
    await it.showsResult('La casa es grande.');
    expect(await it.page.getAttribute('html', 'dir')).toBe('rtl');
    expect(await side()).toBe('right');
    expect(await it.page.locator('#text').inputValue()).toBe('The house is big.');
    expect(await it.page.locator('#target-name').textContent()).toBe('الإسبانية');
    await it.page.goto('about:blank');
    await it.page.goto(server.url);
    await eventually(() => it.page.title()).toBe('Dragoman: ترجمة');
    await it.page.locator('#page-language').selectOption('he');
    await eventually(() => it.page.title()).toBe('Dragoman: תרגום');
    expect(await side()).toBe('right');
  });
});
