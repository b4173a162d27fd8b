import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../support/start-server.js';
import { describeInBrowser, startPageServer, useBrowser, useOwnServers } from './browser.js';
import { eventually, type TranslatorPage, translatorPage } from './translator-page.js';

let server: TestServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server?.stop());

const start = useOwnServers();

describeInBrowser('what the page does with a translation afterwards', () => {
  const { newPage } = useBrowser();

  const open = async (
    url: string,
    options: Parameters<typeof newPage>[0] = {},
  ): Promise<TranslatorPage> => {
    const it = translatorPage(await newPage(options));
    await it.open(url);
    await it.target.selectOption({ label: 'Spanish' });
    return it;
  };
  const kept = ({ page }: TranslatorPage) =>
    page.evaluate<string>(`localStorage.getItem('dragoman-recent') ?? ''`);

  it('keeps it in the browser, until that is turned off or cleared', async () => {
    const it = await open(server.url);
    await it.text.fill('Good morning');
    await it.showsResult('Buenos días');
    await it.text.fill('The house is big.');
    await it.showsResult('La casa es grande.');
    await it.page.getByText('Recent translations').click();
    const recent = it.page.locator('#recent-list a');
    await eventually(() => recent.count()).toBe(2);
    await recent.filter({ hasText: 'Buenos días' }).click();
    await it.showsResult('Buenos días');
    expect(await it.text.inputValue()).toBe('Good morning');
    await it.button('Delete all').click();
    expect(await recent.count()).toBe(0);
    expect(await kept(it)).not.toContain('Good morning');
    await it.page.getByLabel('Keep them in this browser').uncheck();
    await it.text.fill('The house is big.');
    await it.showsResult('La casa es grande.');
    await it.open(server.url);
    expect(await kept(it)).not.toContain('house');
    expect(await it.page.locator('#recent-on').isChecked()).toBe(false);
  });

  it('does not keep it where a password is shared, unless a person wants that', async () => {
    const password = 'open sesame, please';
    const shared = await start({ DRAGOMAN_PAGE_PASSWORD: password });
    const it = await open(shared.url, { httpCredentials: { username: '', password } });
    await it.text.fill('Good morning');
    await it.showsResult('Buenos días');
    expect(await kept(it)).toBe('');
    await it.page.getByText('Recent translations').click();
    await it.page.getByLabel('Keep them in this browser').check();
    await it.text.fill('The house is big.');
    await it.showsResult('La casa es grande.');
    await eventually(() => kept(it)).toContain('La casa es grande.');
  });

  it('shows the request as code', async () => {
    const it = await open(server.url);
    expect(await it.page.getByText('Show as code').isHidden()).toBe(true);
    await it.source.selectOption({ label: 'English' });
    await it.text.fill('Good morning');
    await it.showsResult('Buenos días');
    await it.page.getByText('Show as code').click();
    const code = it.page.getByRole('textbox', { name: 'This request in a program' });
    await eventually(() => code.inputValue()).toContain(`curl -s '${server.url}/v2/translate'`);
    await it.radio('Python').check();
    expect(await code.inputValue()).toContain('"source_lang": "EN"');
    expect(await code.inputValue()).toContain('urllib.request');
    await it.radio('Node').check();
    expect(await code.inputValue()).toContain('await fetch(');
  });

  it('reads it aloud where the browser has a voice, and offers nothing where it has none', async () => {
    const silent = await open(server.url);
    await silent.text.fill('Good morning');
    await silent.showsResult('Buenos días');
    expect(await silent.button('Read the translation aloud').count()).toBe(0);

    // The browser of the tests has no voices of its own: this one records what it is to say.
    const page = await newPage();
    await page.addInitScript(`{
      window.spoken = [];
      const voices = [{ lang: 'es_MX', name: 'voice' }];
      window.SpeechSynthesisUtterance = class extends EventTarget {
        constructor(text) { super(); this.text = text; }
      };
      Object.defineProperty(window, 'speechSynthesis', { value: {
        getVoices: () => voices, addEventListener() {}, cancel() {},
        speak: ({ text, lang, voice }) => window.spoken.push([text, lang, voice.lang]),
      } });
    }`);
    const it = translatorPage(page);
    await it.open(server.url);
    await it.target.selectOption({ label: 'Spanish' });
    await it.text.fill('Good morning');
    await it.showsResult('Buenos días');
    await it.button('Read the translation aloud').click();
    expect(await page.evaluate('window.spoken')).toEqual([['Buenos días', 'ES', 'es_MX']]);
    expect(await it.button('Stop reading aloud').isVisible()).toBe(true);
    expect(await it.button('Read the text aloud').count()).toBe(0);
  });
});
