import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../support/start-server.js';
import { describeInBrowser, PHONE, startPageServer, useBrowser } from './browser.js';
import { eventually, type TranslatorPage, translatorPage } from './translator-page.js';

let server: TestServer;
let axe: string;
beforeAll(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  server = await startPageServer();
});
afterAll(() => server?.stop());

const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'on a phone': { ...PHONE, colorScheme: 'light' },
  'in Arabic': { locale: 'ar-EG' },
  'in forced colours': { forcedColors: 'active' },
};

/** What axe finds wrong, in words. */
const faultsOf = async (page: Page): Promise<readonly string[]> => {
  // Colours that are still changing are no colours that anybody reads. Some animations are cancelled.
  await page.evaluate('Promise.allSettled(document.getAnimations().map((one) => one.finished))');
  if (await page.evaluate('!globalThis.axe')) await page.evaluate(axe);
  // What it finds right need not be described.
  return page.evaluate<
    string[]
  >(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(
    ({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`);
};

describeInBrowser('axe finds nothing wrong with the page', () => {
  const { newPage } = useBrowser();

  it.each(Object.entries(LOOKS))('%s, whatever it shows', async (_look, options) => {
    const it: TranslatorPage = translatorPage(await newPage(options));
    const { page } = it;
    await it.open(server.url);
    expect(await faultsOf(page)).toEqual([]);

    await it.target.selectOption('ES');
    await page.locator('#text').fill('The house is big.');
    await it.showsResult('La casa es grande.');
    expect(await faultsOf(page)).toEqual([]);

    await page.locator('#recent summary').click();
    await page.locator('#code summary').click();
    await page.locator('#result').focus();
    await page.keyboard.press('Enter');
    await eventually(() => page.locator('.alternatives').isVisible()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.locator('#source').click();
    await eventually(() => it.source.options.count()).toBeGreaterThan(10);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await it.chooser.setInputFiles([
      { name: 'note.txt', mimeType: '', buffer: Buffer.from('Good morning') },
      { name: 'song.mp3', mimeType: '', buffer: Buffer.from('x') },
    ]);
    await eventually(() => page.locator('[data-state=done], [data-state=failed]').count()).toBe(2);
    expect(await faultsOf(page)).toEqual([]);

    await it.source.selectOption('DA');
    await page.locator('#text').fill('Jeg bor i et hus.');
    await eventually(() => it.trouble.isVisible()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
  });
});

describeInBrowser('axe finds nothing wrong with the API reference', () => {
  const { newPage } = useBrowser();

  it.each(['light', 'dark'] as const)('%s', async (colorScheme) => {
    const page = await newPage({ colorScheme });
    await page.goto(`${server.url}/docs`);
    expect(await faultsOf(page)).toEqual([]);
  });
});
