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

  it.each([
    [360, 'below'],
    [1280, 'below'],
    [2560, 'beside'],
  ])('shows at %d pixels the example %s what a call takes', async (width, place) => {
    const page = await newPage({ viewport: { width, height: 800 } });
    await page.goto(`${server.url}/docs`);
    const about = await page.locator('#translateText .about').boundingBox();
    const sample = await page.locator('#translateText .sample').boundingBox();
    if (!about || !sample) throw new Error('they are not shown');
    const isBeside = sample.x >= about.x + about.width && sample.y < about.y + about.height;
    expect(isBeside ? 'beside' : 'below').toBe(place);
    // Neither too wide nor half empty.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    const main = await page.locator('main').boundingBox();
    expect((main?.x ?? 0) + (main?.width ?? 0)).toBeGreaterThan(0.9 * width);
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
