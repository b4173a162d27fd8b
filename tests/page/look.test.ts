import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyModel } from '../../packages/engines/dist/neural/testing/copy-model.js';
import { startTestServer, type TestServer } from '../support/start-server.js';
import { describeInBrowser, PHONE, useBrowser } from './browser.js';
import { eventually, type TranslatorPage, translatorPage } from './translator-page.js';

const inPage = (name: string) => fileURLToPath(new URL(`in-page/${name}`, import.meta.url));

const changeMetadata = async (model: string, change: object): Promise<void> => {
  const path = join(models, model, 'metadata.json');
  const metadata = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...metadata, ...change }));
};

let models: string;
let server: TestServer;
beforeAll(async () => {
  models = await mkdtemp(join(tmpdir(), 'dragoman-models-'));
  // Models that repeat their input, said to write Arabic and Hebrew: enough for the direction of the page.
  await copyModel(models, 'copy-en-ar', 'ar');
  await copyModel(models, 'copy-en-he', 'he');
  await copyModel(models, 'copy-en-uk', 'uk');
  await copyModel(models, 'copy-uk-en', 'en');
  await changeMetadata('copy-en-ar', { isStarter: true });
  await changeMetadata('copy-en-uk', { isStarter: true });
  await changeMetadata('copy-uk-en', {
    isStarter: true,
    pairs: [{ source: 'uk', target: 'en' }],
  });
  server = await startTestServer({ environment: { DRAGOMAN_MODELS_DIR: models } });
});
afterAll(async () => {
  await server?.stop();
  await rm(models, { recursive: true, force: true });
});

describeInBrowser('the look of the page', () => {
  const { newPage } = useBrowser();

  const open = async (
    options: Parameters<typeof newPage>[0] = {},
    target = 'Spanish',
  ): Promise<TranslatorPage> => {
    const it = translatorPage(await newPage(options));
    await it.page.addInitScript({ path: inPage('contrast.js') });
    await it.page.addInitScript({ path: inPage('letter-places.js') });
    await it.open(server.url);
    await it.target.selectOption({ label: target });
    return it;
  };
  const ground = ({ page }: TranslatorPage) =>
    page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const overflow = ({ page }: TranslatorPage) =>
    page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  const direction = ({ page }: TranslatorPage, field: 'text' | 'result') =>
    page.evaluate<string>(`getComputedStyle(document.getElementById('${field}')).direction`);

  it('follows the system, unless a person chooses; the choice outlasts a reload', async () => {
    const it = await open({ colorScheme: 'light' });
    const light = await ground(it);
    await it.page.emulateMedia({ colorScheme: 'dark' });
    const dark = await ground(it);
    expect(dark).not.toBe(light);
    await it.radio('Light').check();
    expect(await ground(it)).toBe(light);
    await it.open(server.url);
    expect(await ground(it)).toBe(light);
    await it.radio('As the system').check();
    expect(await ground(it)).toBe(dark);
  });

  it.each(['light', 'dark'] as const)('can be read without strain when %s', async (colorScheme) => {
    const it = await open({ colorScheme });
    expect(await it.page.evaluate('faintTexts()')).toEqual([]);
    await it.source.selectOption({ label: 'Danish' });
    await it.text.fill('Jeg bor i et hus.');
    await eventually(() => it.trouble.isVisible()).toBe(true);
    expect(await it.page.evaluate('faintTexts()')).toEqual([]);
    await it.source.selectOption('');
    await it.text.fill('Good morning');
    await it.showsResult('Buenos días');
    expect(await it.page.evaluate('faintTexts()')).toEqual([]);
  });

  it('fits a phone without scrolling sideways', async () => {
    const it = await open(PHONE);
    expect(await overflow(it)).toBeLessThanOrEqual(0);
    await it.text.fill(`Good morning ${'x'.repeat(300)}`);
    await it.showsResult(/^Buenos días/);
    await eventually(() => it.detected.isVisible()).toBe(true);
    expect(await overflow(it)).toBeLessThanOrEqual(0);
    await it.page.setViewportSize({ width: 320, height: 640 });
    expect(await overflow(it)).toBeLessThanOrEqual(0);
    for (const name of ['Copy', 'Download', 'Choose a file']) {
      const box = await it.button(name).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
    }
  });

  it('stays usable when everything is shown twice as large', async () => {
    const it = await open({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
    await it.text.fill('Good morning');
    await it.showsResult('Buenos días');
    expect(await overflow(it)).toBeLessThanOrEqual(0);
  });

  it.each([
    ['a wide screen', { width: 2560, height: 1440 }],
    ['a tablet', { width: 820, height: 1180 }],
  ])('uses %s: both panes side by side, and most of it', async (_name, viewport) => {
    const it = await open({ viewport });
    await it.text.fill('Good morning');
    await it.showsResult('Buenos días');
    expect(await overflow(it)).toBeLessThanOrEqual(0);
    const [source, result, card] = await Promise.all(
      ['.pane.source', '.pane.result', '#card'].map((part) => it.page.locator(part).boundingBox()),
    );
    expect(source?.y).toBe(result?.y);
    expect(source?.width).toBeCloseTo(result?.width ?? 0, -1);
    expect(card?.width).toBeGreaterThan(0.7 * viewport.width);
    expect(card?.height).toBeGreaterThan(0.55 * viewport.height);
  });

  it('does not move where motion is not wanted, whatever it is doing', async () => {
    const it = await open({ reducedMotion: 'no-preference' });
    await it.chooser.setInputFiles([
      { name: 'note.txt', mimeType: '', buffer: Buffer.from('Good morning') },
    ]);
    await eventually(() => it.page.locator('.document progress').count()).toBe(1);
    await it.page.evaluate(`(() => {
      document.getElementById('result-pane').classList.add('busy');
      document.querySelector('.document progress').removeAttribute('value');
    })()`);
    /** What has a duration, with its two. */
    const moving = () =>
      it.page.evaluate<string[]>(`[...document.querySelectorAll('*')].flatMap((element) =>
        [null, '::before', '::after'].flatMap((part) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element, part);
          const isStill = /^(0s)(, 0s)*$/.test(transitionDuration + ', ' + animationDuration);
          return isStill ? [] : [element.tagName + (element.id || element.className) + (part ?? '')];
        }))`);
    expect(await moving()).toEqual(
      expect.arrayContaining(['TEXTAREAresult', 'DIVprogress', 'DIVprogress::before', 'PROGRESS']),
    );
    await it.page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await moving()).toEqual([]);
  });

  it('says where only a starter model is there', async () => {
    const it = await open({}, 'Arabic');
    await it.text.fill('The house is big and the garden is beautiful.');
    await eventually(() => it.note.textContent()).toBe(
      'Starter model for Arabic: expect mistakes.',
    );
    await it.target.selectOption({ label: 'Catalan' });
    await eventually(() => it.note.textContent()).toBe(
      'Rule-based, basic quality. Better: npx dragoman models pull ca',
    );
  });

  it.each([
    ['a laptop', { width: 1280, height: 800 }],
    ['a wide screen', { width: 2560, height: 1440 }],
  ])('offers the full model in one line on %s', async (_name, viewport) => {
    const it = await open({ viewport }, 'Ukrainian');
    await it.text.fill('The house is big and the garden is beautiful.');
    const offer = it.note.getByRole('button');
    await eventually(() => offer.textContent()).toMatch(/^Get the full model \(\d+ MB\)$/);
    const [note, button] = await Promise.all([it.note.boundingBox(), offer.boundingBox()]);
    expect(note?.height).toBeLessThan(1.5 * (button?.height ?? 0));
  });

  it('covers nothing of a translation on a phone but with its buttons', async () => {
    const it = await open(PHONE, 'Ukrainian');
    await it.text.fill(`${'The house is big and the garden is beautiful. '.repeat(8)}`);
    await eventually(() => it.note.getByRole('button').count()).toBe(1);
    const [result, note] = await Promise.all([it.result.boundingBox(), it.note.boundingBox()]);
    expect(note?.y).toBeGreaterThanOrEqual((result?.y ?? 0) + (result?.height ?? 0));
  });

  it('writes languages from right to left, each side by itself', async () => {
    const it = await open({}, 'Arabic');
    await it.source.selectOption({ label: 'English' });
    await it.text.fill('Good morning');
    await it.showsResult('Good morning');
    expect(await direction(it, 'text')).toBe('ltr');
    expect(await direction(it, 'result')).toBe('rtl');
    expect(await it.result.getAttribute('lang')).toBe('ar');
    // In another script than that of the chosen source.
    await it.text.fill('שלום, מה שלומך?');
    expect(await direction(it, 'text')).toBe('rtl');
    await it.source.selectOption('');
    await it.text.fill('صباح الخير');
    expect(await direction(it, 'text')).toBe('rtl');
    await it.target.selectOption({ label: 'Spanish' });
    await it.text.fill('Good morning');
    await it.showsResult('Buenos días');
    expect(await direction(it, 'text')).toBe('ltr');
    expect(await direction(it, 'result')).toBe('ltr');
  });

  it.each([
    ['Arabic', 'البيت <b>كبير</b> جدا.'],
    ['Hebrew', 'הבית <b>גדול</b> מאוד.'],
  ])(
    'shows each tag from left to right and the words around it from right to left, in %s',
    async (language, text) => {
      const it = await open({ permissions: ['clipboard-read', 'clipboard-write'] }, language);
      await it.source.selectOption({ label: 'English' });
      await it.text.fill(text);
      await eventually(() => it.result.inputValue()).toContain('</b>');
      const places = async (field: 'text' | 'result') => {
        const shown = await it[field].inputValue();
        const lefts = await it.page.evaluate<number[]>(`letterPlaces('${field}')`);
        const of = (piece: string) =>
          lefts.slice(shown.indexOf(piece), shown.indexOf(piece) + piece.length);
        return { opening: of('<b>'), closing: of('</b>'), last: of('.')[0] ?? 0 };
      };
      const ascending = (lefts: readonly number[]) => lefts.toSorted((a, b) => a - b);
      const result = await places('result');
      expect(result.opening).toEqual(ascending(result.opening));
      expect(result.closing).toEqual(ascending(result.closing));
      expect(Math.max(...result.closing)).toBeLessThan(Math.min(...result.opening));
      expect(result.last).toBeLessThan(Math.min(...result.closing));
      // What is copied is the text, without anything that only helps to show it.
      await it.result.press('Control+A');
      await it.result.press('Control+C');
      expect(await it.page.evaluate('navigator.clipboard.readText()')).toBe(text);
      await it.button('Copy').click();
      await eventually(() => it.page.evaluate('navigator.clipboard.readText()')).toBe(text);
      // A language that is not chosen leaves the direction of the source to the text.
      await it.source.selectOption('');
      await it.text.fill(text);
      const source = await places('text');
      expect(source.opening).toEqual(ascending(source.opening));
      expect(source.closing).toEqual(ascending(source.closing));
    },
  );
});
