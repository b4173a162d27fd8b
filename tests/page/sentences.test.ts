import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../support/start-server.js';
import { describeInBrowser, startPageServer, useBrowser, useOwnServers } from './browser.js';
import { eventually, type TranslatorPage, translatorPage } from './translator-page.js';

let server: TestServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server?.stop());

const TEXT = 'Good morning. The house is big and the garden is beautiful. I live here.';

describeInBrowser('sentences on the page', () => {
  const { newPage } = useBrowser();
  const startOwn = useOwnServers();

  const open = async (): Promise<TranslatorPage> => {
    const it = translatorPage(
      await newPage({ permissions: ['clipboard-read', 'clipboard-write'] }),
    );
    await it.open(server.url);
    await it.target.selectOption({ label: 'Spanish' });
    return it;
  };
  const sentence = ({ page }: TranslatorPage, side: 'source' | 'result', index: number) =>
    page.locator(`.${side} .mirror span`).nth(index);
  const marked = ({ page }: TranslatorPage) =>
    eventually(() => page.locator('.mirror .marked').allTextContents());

  it('are marked together with their translations, under the mouse and where the caret is', async () => {
    const it = await open();
    await it.text.fill(TEXT);
    await it.showsResult(/^Buenos días\. La casa es grande/);
    const box = await sentence(it, 'result', 0).boundingBox();
    await it.page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
    await marked(it).toEqual(['Good morning.', 'Buenos días.']);
    await it.page.mouse.move(5, 5);
    await marked(it).toEqual([]);
    await it.text.focus();
    await it.page.keyboard.press('Control+Home');
    await marked(it).toEqual(['Good morning.', 'Buenos días.']);
    await it.page.keyboard.press('Control+End');
    await marked(it).toEqual(['I live here.', expect.stringMatching(/^Vivo/)]);
    // What is typed has no translation yet.
    await it.page.keyboard.type(' ');
    await marked(it).toEqual([]);
  });

  it('stay next to each other when one side is scrolled', async () => {
    const it = await open();
    const lines = Array.from({ length: 60 }, (_, line) => `The house with number ${line} is big.`);
    await it.text.fill(lines.join('\n'));
    await it.showsResult(/59/);
    const firstSeen = (side: 'source' | 'result') =>
      it.page.evaluate<number>(`(() => {
        const field = document.querySelector('.${side} textarea');
        const top = field.getBoundingClientRect().top;
        const sentences = [...document.querySelectorAll('.${side} .mirror span')];
        return sentences.findIndex((one) => one.getBoundingClientRect().bottom > top + 1);
      })()`);
    const apart = () =>
      eventually(async () => (await firstSeen('result')) - (await firstSeen('source')));
    // The caret is at the end of the text, and so the end of the translation is seen.
    await eventually(() => firstSeen('result')).toBeGreaterThan(20);
    await apart().toBe(0);
    await it.text.hover();
    await it.page.mouse.wheel(0, -400);
    await eventually(() => firstSeen('source')).toBeLessThan(40);
    await apart().toBe(0);
    await it.result.hover();
    await it.page.mouse.wheel(0, -300);
    await eventually(() => firstSeen('result')).toBeLessThan(20);
    await apart().toBe(0);
  });

  it('have other wordings, one of which is chosen with a click', async () => {
    const it = await open();
    await it.text.fill(TEXT);
    await it.showsResult(/^Buenos días\. La casa es grande/);
    const before = await it.result.inputValue();
    const [, second = '', third = ''] = /^Buenos días\. (.*?\.) (.*)$/.exec(before) ?? [];
    const box = await sentence(it, 'result', 1).boundingBox();
    await it.page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 12);
    const dialog = it.page.getByRole('dialog', { name: /^Instead of “\p{L}+”$/u });
    const choice = dialog.locator('.alternative').first();
    await eventually(() => choice.count()).toBe(1);
    const wording = (await choice.textContent()) ?? '';
    expect(wording).not.toBe(second);
    expect(await choice.locator('strong').count()).toBeGreaterThan(0);
    await choice.click();
    expect(await it.result.inputValue()).toBe(`Buenos días. ${wording} ${third}`);
    expect(await dialog.isVisible()).toBe(false);
    await it.button('Copy').click();
    await eventually(() => it.page.evaluate('navigator.clipboard.readText()')).toContain(wording);
    // The sentence after it has moved, and still has its partner.
    await it.text.focus();
    await it.page.keyboard.press('Control+End');
    await marked(it).toEqual(['I live here.', third]);
  });

  it('have other wordings for the keyboard, too', async () => {
    const it = await open();
    await it.text.fill(TEXT);
    await it.showsResult(/^Buenos días\. La casa es grande/);
    await it.result.focus();
    await it.page.keyboard.press('Home');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) {
      await it.page.keyboard.press(key);
    }
    expect(await it.page.evaluate('getSelection().toString()')).toBe('casa');
    await it.page.keyboard.press('Enter');
    const dialog = it.page.getByRole('dialog', { name: 'Instead of “casa”' });
    await eventually(() => dialog.isVisible()).toBe(true);
    await eventually(() => dialog.locator('.alternative').count()).toBeGreaterThan(0);
    await it.page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(false);
    expect(await it.page.evaluate('document.activeElement.id')).toBe('result');
  });

  it('have the dictionary’s words for one that is clicked, and adapt to the one that is chosen', async () => {
    const it = await open();
    await it.text.fill('Good morning. The path is beautiful. I live here.');
    await it.showsResult(/^Buenos días\. La ruta es bella\./);
    await it.result.focus();
    await it.page.keyboard.press('Home');
    for (let count = 0; count < 3; count++) await it.page.keyboard.press('ArrowRight');
    await it.page.keyboard.press('Enter');
    const dialog = it.page.getByRole('dialog', { name: /^Instead of “\p{L}+”$/u });
    const dictionary = dialog.getByRole('group', { name: 'Dictionary' });
    await eventually(() => dictionary.textContent()).toMatch(/path noun.*camino/);
    // The word that stands there already is no choice.
    expect(await dictionary.getByRole('button', { name: 'ruta', exact: true }).count()).toBe(0);
    await dictionary.getByRole('button', { name: 'camino', exact: true }).click();
    await it.showsResult(/^Buenos días\. El camino es bello\. Vivo/);
    expect(await dialog.isVisible()).toBe(false);
  });

  it('have the other words of a model for one that is clicked, and agree with the one that is chosen', async () => {
    const own = await startOwn({ DRAGOMAN_ENGINES: 'neural' });
    const it = translatorPage(await newPage());
    await it.open(own.url);
    await it.target.selectOption({ label: 'German' });
    await it.text.fill('The road is long.');
    await it.showsResult('Die Straße ist lang.');
    await it.result.focus();
    await it.page.keyboard.press('Home');
    await it.page.keyboard.press('ArrowRight');
    await it.page.keyboard.press('Enter');
    const dialog = it.page.getByRole('dialog', { name: 'Instead of “Straße”' });
    const words = dialog.getByRole('group', { name: 'Other words' });
    await words.getByRole('button', { name: 'Weg', exact: true }).click();
    await it.showsResult('Der Weg ist lang.');
    expect(await dialog.isVisible()).toBe(false);
  });

  it('that are in another language than the chosen one are translated from it after one click', async () => {
    const it = await open();
    await it.source.selectOption({ label: 'French' });
    await it.text.fill('The house is big and the garden is beautiful.');
    await it.button('This looks like English').click();
    await it.showsResult(/^La casa es grande/);
    expect(await it.source.inputValue()).toBe('EN');
    expect(await it.page.locator('#looks-like').isHidden()).toBe(true);
  });
});
