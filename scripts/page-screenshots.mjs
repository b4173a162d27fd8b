// Takes the pictures of the page in docs/images: `node scripts/page-screenshots.mjs ADDRESS`, with a
// server at ADDRESS that translates from English into Spanish and German but not from Finnish, and Debian's
// Chromium. It also prints how long a translation takes from the last key on.
import { join } from 'node:path';
import { DOCX_SAMPLES } from '../packages/documents/dist/conformance/office-samples.js';
import { PDF_SAMPLES } from '../packages/documents/dist/conformance/pdf-samples.js';
import { launchChromium } from './common/chromium.mjs';
import { ROOT } from './setup.mjs';

const [address = 'http://127.0.0.1:3030/'] = process.argv.slice(2);
const TEXT =
  'Good morning, my friend. The house is big and the garden is beautiful. I live here with my family.';
const FINNISH = 'Sää oli yllättävän hyvä sinä päivänä, kun lähdimme matkalle.';
const MEETING = 'The meeting was cancelled because nobody came.';
const DESKTOP = { viewport: { width: 1200, height: 720 } };
const PHONE = {
  viewport: { width: 375, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};
/** How often the time from the last key to the translation is taken. */
const KEYS_TIMED = 15;

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

const browser = await launchChromium();

const open = async ({ target = 'ES', ...options }) => {
  const page = await browser.newPage({ locale: 'en-US', colorScheme: 'light', ...options });
  await page.goto(address);
  await page.locator('#target[value]').waitFor();
  await page.locator('#target').click();
  await page.locator(`#target-picker [data-base=${target}]`).first().click();
  return page;
};
const translate = async (page, text) => {
  await page.locator('#text').fill(text);
  await page.locator('#copy:enabled').waitFor();
  await page.locator('#text').blur();
};
const picture = (page, name) =>
  page.screenshot({ path: join(ROOT, 'docs', 'images', `page-${name}.png`) });

const takePictures = {
  async looks() {
    for (const [device, options] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
      for (const colorScheme of ['light', 'dark']) {
        const page = await open({ ...options, colorScheme });
        await translate(page, TEXT);
        await picture(page, `${device}-${colorScheme}`);
        await page.close();
      }
    }
  },
  async arabic() {
    const page = await open({ ...DESKTOP, locale: 'ar-EG' });
    await translate(page, TEXT);
    await picture(page, 'arabic');
  },
  async sentences() {
    const page = await open(DESKTOP);
    await translate(page, TEXT);
    await page.locator('.result .mirror span').nth(1).waitFor();
    // Its first line; the second word of it.
    const [x, y] = await page
      .locator('.result .mirror span')
      .nth(1)
      .evaluate((span) => {
        const { left, top } = span.getClientRects()[0];
        return [left + 50, top + 12];
      });
    await page.mouse.move(x, y);
    await picture(page, 'sentences');
    await page.mouse.click(x, y);
    await page.locator('.alternative').first().waitFor();
    await picture(page, 'wordings');
  },
  async words() {
    const page = await open({ ...DESKTOP, target: 'DE' });
    await translate(page, MEETING);
    const word = await page.locator('#result').evaluate((field) => {
      const [first] = /\p{Lu}\p{L}{3,}/u.exec(field.value);
      field.setSelectionRange(field.value.indexOf(first), field.value.indexOf(first));
      field.focus();
      return first;
    });
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: word }).locator('.word').first().waitFor();
    await page.locator('.alternatives [role=status]').waitFor({ state: 'detached' });
    await page.mouse.move(5, 5);
    await picture(page, 'words');
  },
  async languages() {
    const page = await open(DESKTOP);
    await page.locator('#source').click();
    await page.keyboard.type('fi');
    await page.locator('.option.missing').first().waitFor();
    await picture(page, 'languages');
  },
  async missing() {
    const page = await open(DESKTOP);
    await page.locator('#text').fill(FINNISH);
    await page.locator('#trouble button').waitFor();
    await page.locator('#text').blur();
    await picture(page, 'missing-language');
  },
  async error() {
    const page = await open(DESKTOP);
    await translate(page, TEXT);
    await page.context().setOffline(true);
    await page.locator('#text').fill(`${TEXT} It is quiet.`);
    await page.locator('#trouble button').waitFor();
    await page.locator('#text').blur();
    await picture(page, 'error');
  },
  async documents() {
    const page = await open({ viewport: { width: 1200, height: 900 } });
    await page.locator('#file').setInputFiles(DOCUMENTS.slice(0, 2));
    await page.locator('[data-state=done]').nth(1).waitFor();
    await page.locator('#file').setInputFiles(DOCUMENTS.slice(2));
    const progress = page.locator('#documents progress:not([hidden])');
    while (Number(await progress.getAttribute('value')) < 0.15) await page.waitForTimeout(200);
    await picture(page, 'documents');
  },
};

/** From the last key to the translation, in milliseconds. */
const timeKeys = async () => {
  const page = await open(DESKTOP);
  const durationsMs = [];
  for (let index = 0; index < KEYS_TIMED; index++) {
    await page.locator('#text').fill('');
    await page.locator('#copy:disabled').waitFor();
    await page.locator('#text').pressSequentially(`The house with number ${index} is big`);
    // Until what was typed so far is translated.
    await page.waitForTimeout(2000);
    durationsMs.push(
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            const text = globalThis.document.getElementById('text');
            const copy = globalThis.document.getElementById('copy');
            const result = globalThis.document.getElementById('result');
            text.addEventListener('input', () => {
              const startMs = globalThis.performance.now();
              const before = result.value;
              const look = () => {
                if (!copy.disabled && result.value !== before)
                  resolve(globalThis.performance.now() - startMs);
                else globalThis.requestAnimationFrame(look);
              };
              look();
            });
            globalThis.document.execCommand('insertText', false, ' here.');
          }),
      ),
    );
  }
  return durationsMs.sort((one, other) => one - other);
};

try {
  for (const take of Object.values(takePictures)) await take();
  const durationsMs = await timeKeys();
  const median = Math.round(durationsMs[Math.floor(KEYS_TIMED / 2)]);
  console.log(`From the last key to the translation: median ${median} ms of ${KEYS_TIMED}.`);
} finally {
  await browser.close();
}
