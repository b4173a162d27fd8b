import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../packages/server/dist/platform/database/testing/free-port.js';
import type { TestServer } from '../support/start-server.js';
import { describeInBrowser, startPageServer, useBrowser } from './browser.js';
import { eventually, type TranslatorPage, translatorPage } from './translator-page.js';

/** A server with low limits. */
let server: TestServer;
beforeAll(async () => {
  server = await startPageServer({
    environment: { DRAGOMAN_PAGE_REQUESTS_PER_MINUTE: '10', DRAGOMAN_MAX_BODY_BYTES: '2KiB' },
  });
});
afterAll(() => server?.stop());

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((own) => own.stop()));
});

const start = async (options: Parameters<typeof startPageServer>[0]): Promise<TestServer> => {
  const own = await startPageServer(options);
  servers.push(own);
  return own;
};

describeInBrowser('trouble on the page is told in words', () => {
  const { newPage } = useBrowser();

  const open = async (url: string): Promise<TranslatorPage> => {
    const it = translatorPage(await newPage());
    await it.open(url);
    await it.target.selectOption({ label: 'Spanish' });
    return it;
  };
  const GONE =
    'The server cannot be reached. Check that it is running and that you are connected. The page keeps trying.';

  it('when the server is gone, and goes on when it is back', async () => {
    const port = String(await freePort());
    const first = await start({ flags: ['--port', port] });
    const { text, result, trouble, showsResult, button } = await open(first.url);
    await text.fill('Good morning');
    await showsResult('Buenos días');
    await first.stop();
    await text.fill('The house is big.');
    await eventually(() => trouble.locator('p').textContent()).toBe(GONE);
    // The old translation can still be read, but is not taken for the new one.
    expect(await result.inputValue()).toBe('Buenos días');
    expect(await button('Copy').isDisabled()).toBe(true);
    expect(await button('Download').isDisabled()).toBe(true);
    expect(await button('Try again').isEnabled()).toBe(true);
    await start({ flags: ['--port', port] });
    // Its sessions are gone as well; the page begins a new one, all by itself.
    await showsResult('La casa es grande.');
    expect(await trouble.textContent()).toBe('');
    expect(await button('Copy').isEnabled()).toBe(true);
    expect(await text.inputValue()).toBe('The house is big.');
  });

  it('when there is no way between two languages', async () => {
    const { source, text, trouble } = await open(server.url);
    await source.selectOption({ label: 'Danish' });
    await text.fill('Jeg bor i et hus.');
    await eventually(() => trouble.textContent()).toBe(
      'This server cannot translate Danish into Spanish. Choose another language.Add Danish',
    );
    await source.selectOption({ label: 'Detect language' });
    await eventually(() => trouble.textContent()).toBe(
      'This looks like Danish, which this server cannot translate into Spanish. If it is in another language, select that.Add Danish',
    );
    await text.fill('Sää oli yllättävän hyvä sinä päivänä, kun lähdimme matkalle.');
    await eventually(() => trouble.textContent()).toMatch(
      /^This looks like Finnish, which is not installed here\. /,
    );
  });

  it('when somebody asks too often, and tries again by itself', async () => {
    const { page, text, trouble, showsResult } = await open(server.url);
    // Another tab of the same visitor uses up the per-minute limit.
    await page.evaluate(`(async () => {
      while ((await fetch('session/languages?type=source')).ok);
    })()`);
    await text.fill('Good morning');
    await eventually(() => trouble.locator('p').textContent()).toMatch(
      /^You have reached your own limit of translations per minute on this server\. Trying again in (a second|\d+ seconds)\.$/,
    );
    await showsResult('Buenos días');
    expect(await trouble.textContent()).toBe('');
  });

  it('when a text is too long', async () => {
    const { text, trouble, showsResult } = await open(server.url);
    await text.fill('The house is big. '.repeat(200));
    await eventually(() => trouble.textContent()).toBe(
      'The text is too long: this server takes up to 2 kB at once. Try a shorter part.',
    );
    await text.fill('Good morning');
    await showsResult('Buenos días');
  });

  it('when no language is installed', async () => {
    const { url } = await start({
      environment: {
        DRAGOMAN_APERTIUM_DATA_DIR: '/nonexistent',
        DRAGOMAN_STARTER_MODELS_DIR: '/nonexistent',
      },
    });
    const { page, trouble } = translatorPage(await newPage());
    await page.goto(url);
    await eventually(() => trouble.textContent()).toContain('No languages are installed');
  });
});
