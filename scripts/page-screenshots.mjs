// Takes the pictures of the page in docs/images: `node scripts/page-screenshots.mjs ADDRESS`, with a
// server at ADDRESS that translates from English into Spanish, and Debian's Chromium.
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { DOCX_SAMPLES } from '../packages/documents/dist/conformance/samples/docx.js';
import { PDF_SAMPLES } from '../packages/documents/dist/conformance/samples/pdf.js';
import { ROOT } from './setup.mjs';

const [address = 'http://127.0.0.1:3030/'] = process.argv.slice(2);
const TEXT = 'Good morning, my friend. The house is big and the garden is beautiful.';
const DESKTOP = { viewport: { width: 1200, height: 720 } };
const PHONE = {
  viewport: { width: 375, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

/** Small documents, and one that takes long enough to be seen in progress. */
const DOCUMENTS = [
  ['report.docx', DOCX_SAMPLES[0].bytes],
  ['paper.pdf', PDF_SAMPLES[0].bytes],
  [
    'handbook.txt',
    Buffer.from(
      Array.from({ length: 4000 }, (_, page) => `See page ${page} of the book.\n`).join('\n'),
    ),
  ],
].map(([name, content]) => ({ name, mimeType: '', buffer: Buffer.from(content) }));

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  for (const [device, options] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await browser.newPage({ ...options, colorScheme, locale: 'en-US' });
      await page.goto(address);
      await page.locator('#target').selectOption({ label: 'Spanish' });
      await page.locator('#text').fill(TEXT);
      await page.locator('#detected:not([hidden])').waitFor();
      await page.locator('#text').blur();
      await page.screenshot({
        path: join(ROOT, 'docs', 'images', `page-${device}-${colorScheme}.png`),
      });
      await page.close();
    }
  }
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, locale: 'en-US' });
  await page.goto(address);
  await page.locator('#target').selectOption({ label: 'Spanish' });
  await page.locator('#file').setInputFiles(DOCUMENTS.slice(0, 2));
  await page.locator('[data-state=done]').nth(1).waitFor();
  await page.locator('#file').setInputFiles(DOCUMENTS.slice(2));
  const progress = page.locator('progress:not([hidden])');
  while (Number(await progress.getAttribute('value')) < 0.15) await page.waitForTimeout(200);
  await page.screenshot({ path: join(ROOT, 'docs', 'images', 'page-documents.png') });
} finally {
  await browser.close();
}
