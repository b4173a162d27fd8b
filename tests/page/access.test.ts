import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../support/start-server.js';
import {
  describeInBrowser,
  ELSEWHERE,
  startPageServer,
  useBrowser,
  useOwnServers,
} from './browser.js';
import { eventually, translatorPage } from './translator-page.js';

/** A server with the default settings. */
let server: TestServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server?.stop());

const start = useOwnServers();

describeInBrowser('who sees the page, and what it sees', () => {
  const { newPage } = useBrowser();

  it('loads less than 100 kB compressed, from its own server alone, without any key', async () => {
    const page = await newPage();
    const broken: string[] = [];
    page.on('console', (message) => broken.push(message.text()));
    page.on('pageerror', (error) => broken.push(error.message));
    const loaded: {
      readonly url: string;
      readonly seen: string;
      readonly sent: readonly string[];
      readonly bytes: number;
    }[] = [];
    const reading: Promise<unknown>[] = [];
    page.on('response', (response) => {
      const request = response.request();
      reading.push(
        Promise.all([
          response.body(),
          request.sizes(),
          response.allHeaders(),
          request.allHeaders(),
        ]).then(([body, { responseBodySize, responseHeadersSize }, ...headers]) => {
          const seen = `${body.toString()} ${JSON.stringify(headers)}`;
          const sent = Object.keys(headers[1]);
          const bytes = responseHeadersSize + responseBodySize;
          loaded.push({ url: response.url(), seen, sent, bytes });
        }),
      );
    });
    const it = translatorPage(page);
    await it.open(server.url);
    await it.target.selectOption({ label: 'Spanish' });
    await it.text.fill('Good morning');
    await it.showsResult('Buenos días');
    await page.waitForLoadState('networkidle');
    page.removeAllListeners('response');
    await Promise.all(reading);
    expect(loaded.map(({ url }) => new URL(url).origin)).toEqual(loaded.map(() => server.url));
    const files = loaded.filter(({ url }) => !url.includes('/session/'));
    // Without a window there is no icon to load.
    const names = files.map(({ url }) => url.slice(url.lastIndexOf('/') + 1));
    expect(names).toEqual(expect.arrayContaining(['', 'page.css', 'theme.js', 'app.js']));
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(100_000);
    for (const { seen, sent } of loaded) {
      expect(seen).not.toContain(server.key);
      expect(sent).not.toContain('authorization');
    }
    expect(broken).toEqual([]);
    expect(await page.evaluate('document.cookie')).toBe('');
  });

  it('asks for the password, and takes the right one only', async () => {
    const password = 'open sesame, please';
    const { url } = await start({ DRAGOMAN_PAGE_PASSWORD: password });
    const stranger = await newPage({ httpCredentials: { username: 'me', password: 'not that' } });
    expect((await stranger.goto(url))?.status()).toBe(401);
    const it = translatorPage(await newPage({ httpCredentials: { username: '', password } }));
    await it.open(url);
    await it.target.selectOption({ label: 'Spanish' });
    await it.text.fill('Good morning');
    await it.showsResult('Buenos días');
  });

  it('works over plain HTTP from elsewhere when it is on for everybody', async () => {
    const { url } = await start({ DRAGOMAN_PAGE: 'on' });
    const it = translatorPage(await newPage());
    await it.open(url.replace('127.0.0.1', ELSEWHERE));
    await it.target.selectOption({ label: 'Spanish' });
    await it.text.fill('Good morning');
    await it.showsResult('Buenos días');
    // Without TLS, browsers do not offer the clipboard API; copying still works.
    expect(await it.page.evaluate('isSecureContext')).toBe(false);
    await it.button('Copy').click();
    await eventually(() => it.button('Copied').isVisible()).toBe(true);
    await it.text.fill('');
    await it.page.keyboard.press('Control+V');
    expect(await it.text.inputValue()).toBe('Buenos días');
  });

  it('is not for sites of strangers whose name leads here', async () => {
    const answer = await (await newPage()).goto(server.url.replace('127.0.0.1', ELSEWHERE));
    expect(answer?.status()).toBe(403);
    expect(await answer?.text()).toContain('<title>Dragoman: 403</title>');
  });

  it('is not there when it is turned off', async () => {
    const { url, output } = await start({ DRAGOMAN_PAGE: 'off' });
    expect(output()).toContain('Web page   off');
    const page = await newPage();
    expect((await page.goto(url))?.status()).toBe(404);
    expect(await page.title()).toBe('Dragoman: 404');
    expect((await fetch(`${url}/session/languages`)).status).toBe(404);
  });

  it('begins a new session by itself when its own has ended', async () => {
    const it = translatorPage(await newPage());
    await it.open(server.url);
    await it.target.selectOption({ label: 'Spanish' });
    await it.page.context().clearCookies();
    await it.text.fill('Good morning');
    await it.showsResult('Buenos días');
    await eventually(() => it.trouble.textContent()).toBe('');
  });
});
