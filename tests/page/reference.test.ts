import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../support/start-server.js';
import { describeInBrowser, startPageServer, useBrowser } from './browser.js';
import { eventually } from './translator-page.js';

let server: TestServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server?.stop());

describeInBrowser('the API reference in a browser', () => {
  const { newPage } = useBrowser();

  it('tries a call with a key that was pasted into it', async () => {
    const page = await newPage();
    await page.goto(`${server.url}/docs`);
    const section = page.locator('#translateText');
    await section.getByText('Try it').click();
    await section.getByLabel('API key').fill(server.key);
    await section
      .getByLabel('Body')
      .fill('{"text":["The house is big."],"source_lang":"EN","target_lang":"ES"}');
    await section.getByRole('button', { name: 'Send' }).click();
    await eventually(() => section.locator('form .answer').textContent()).toContain(
      'La casa es grande.',
    );
  });

  it('tries a call on this machine without a key', async () => {
    const page = await newPage();
    await page.goto(`${server.url}/docs`);
    const section = page.locator('#translateText');
    await section.getByText('Try it').click();
    await section
      .getByLabel('Body')
      .fill('{"text":["The house is big."],"source_lang":"EN","target_lang":"ES"}');
    await section.getByRole('button', { name: 'Send' }).click();
    await eventually(() => section.locator('form .answer').textContent()).toMatch(
      /^200\n.*La casa es grande\./s,
    );
  });

  it('copies a command', async () => {
    const page = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${server.url}/docs`);
    await page.locator('#translateText .copy').click();
    await eventually(() => page.locator('#translateText .copy').textContent()).toBe('Copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('curl -s http');
  });

  it('lists the routes of other servers', async () => {
    const page = await newPage();
    await page.goto(`${server.url}/docs`);
    const row = page.locator('tr', { hasText: 'MTranServer, DeepLX, LibreTranslate' });
    expect(await row.textContent()).toBe('MTranServer, DeepLX, LibreTranslate/translate');
  });

  it('folds its sections', async () => {
    const page = await newPage();
    await page.goto(`${server.url}/docs`);
    await page.getByText(/^Schemas: \d+$/).click();
    expect(await page.locator('#schema-Error').isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Error', exact: true }).first().click();
    await eventually(() => page.locator('#schema-Error').isVisible()).toBe(true);
  });
});
