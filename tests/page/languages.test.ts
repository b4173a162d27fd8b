import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../support/start-server.js';
import { describeInBrowser, startPageServer, useBrowser } from './browser.js';
import { eventually, type TranslatorPage, translatorPage } from './translator-page.js';

let server: TestServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server?.stop());

describeInBrowser('the list of languages', () => {
  const { newPage } = useBrowser();

  const open = async (locale = 'en-US'): Promise<TranslatorPage> => {
    const it = translatorPage(await newPage({ locale }));
    await it.open(server.url);
    return it;
  };
  const names = ({ target }: TranslatorPage) => target.options.locator('.name').allTextContents();

  it('is searched by the beginning of a name in any language, and chosen from with the keyboard', async () => {
    const it = await open();
    await it.target.button.focus();
    await it.page.keyboard.press('Enter');
    await it.page.keyboard.type('span');
    await eventually(() => names(it)).toEqual(['Spanish']);
    await it.target.search.fill('espan');
    await eventually(() => names(it)).toEqual(['Spanish']);
    await it.target.search.fill('FR');
    await eventually(async () => (await names(it))[0]).toBe('French');
    await it.page.keyboard.press('Enter');
    expect(await it.target.inputValue()).toBe('FR');
    expect(await it.page.evaluate('document.activeElement.id')).toBe('target');
    const button = it.page.getByRole('button', { name: 'Translate into French' });
    expect(await button.isVisible()).toBe(true);
  });

  it('is a combobox for screen readers, which say where one is and how much was found', async () => {
    const it = await open();
    await it.source.button.click();
    expect(await it.source.button.getAttribute('aria-expanded')).toBe('true');
    const active = async () => {
      const id = await it.source.search.getAttribute('aria-activedescendant');
      return it.page.locator(`#${id}`).textContent();
    };
    expect(await active()).toBe('Detect language');
    expect(await it.source.options.first().getAttribute('aria-selected')).toBe('true');
    await it.page.keyboard.press('ArrowDown');
    expect(await active()).not.toBe('Detect language');
    await it.page.keyboard.type('spanish');
    const status = it.page.locator('#source-picker').getByRole('status');
    await eventually(() => status.textContent()).toBe('1 language found');
    await it.page.keyboard.press('Escape');
    expect(await it.source.search.isVisible()).toBe(false);
    expect(await it.source.inputValue()).toBe('');
    expect(await it.page.evaluate('document.activeElement.id')).toBe('source');
  });

  it('closes when one goes elsewhere', async () => {
    const it = await open();
    await it.source.button.click();
    await it.page.getByRole('heading', { name: 'Dragoman' }).click();
    expect(await it.source.search.isVisible()).toBe(false);
    await it.source.button.click();
    await it.page.keyboard.press('Tab');
    expect(await it.source.search.isVisible()).toBe(false);
  });

  it('shows first what was used last, also after a reload', async () => {
    const it = await open();
    await it.target.selectOption({ label: 'French' });
    await it.target.selectOption({ label: 'Spanish' });
    await it.open(server.url);
    await it.target.button.click();
    expect((await it.target.namesIn('Recently used')).slice(0, 2)).toEqual(['Spanish', 'French']);
    expect(await it.target.namesIn('All languages')).toContain('Spanish');
    await it.target.options.filter({ hasText: 'French' }).first().click();
    expect(await it.target.inputValue()).toBe('FR');
  });
});
