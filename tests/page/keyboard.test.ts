import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../support/start-server.js';
import { describeInBrowser, startPageServer, useBrowser } from './browser.js';
import { eventually, type TranslatorPage, translatorPage } from './translator-page.js';

let server: TestServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server?.stop());

describeInBrowser('the page without a mouse, and read aloud', () => {
  const { newPage } = useBrowser();

  const open = async (): Promise<TranslatorPage> => {
    const it = translatorPage(
      await newPage({ permissions: ['clipboard-read', 'clipboard-write'] }),
    );
    await it.open(server.url);
    return it;
  };
  const focused = ({ page }: TranslatorPage) =>
    page.evaluate<string>('document.activeElement.id || document.activeElement.value');

  it('translates from the first key on: the text has the focus', async () => {
    const it = await open();
    expect(await focused(it)).toBe('text');
    await it.page.keyboard.press('Shift+Tab');
    await it.page.keyboard.press('Shift+Tab');
    expect(await focused(it)).toBe('target');
    await it.page.keyboard.type('Spanish');
    await it.page.keyboard.press('Enter');
    expect(await focused(it)).toBe('target');
    await eventually(() => it.target.inputValue()).toBe('ES');
    await it.text.focus();
    await it.page.keyboard.type('Good morning');
    await it.showsResult('Buenos días');
  });

  it('does by keys what its buttons do, and says which', async () => {
    const it = await open();
    for (const name of ['translate now', 'swap', 'copy', 'open files']) {
      expect(await it.page.getByRole('listitem').filter({ hasText: name }).isVisible()).toBe(true);
    }
    await it.target.selectOption({ label: 'Spanish' });
    await it.text.focus();
    const request = it.page.waitForRequest('**/session/translate');
    await it.page.keyboard.type('Good morning');
    await it.page.keyboard.press('Control+Enter');
    await request;
    await it.showsResult('Buenos días');
    expect(await it.text.inputValue()).toBe('Good morning');
    await it.page.keyboard.press('Alt+Shift+C');
    await eventually(() => it.page.evaluate('navigator.clipboard.readText()')).toBe('Buenos días');
    await it.page.keyboard.press('Alt+Shift+S');
    await it.showsResult('Good morning');
    expect(await it.text.inputValue()).toBe('Buenos días');
    const chooser = it.page.waitForEvent('filechooser');
    await it.page.keyboard.press('Alt+Shift+O');
    await chooser;
  });

  it('is gone through in the order in which it is read, each stop to be seen', async () => {
    const it = await open();
    await it.target.selectOption({ label: 'Spanish' });
    await it.text.fill('Good morning');
    await it.showsResult('Buenos días');
    await it.radio('As the system').focus();
    const stops: string[] = [];
    while (stops.at(-1) !== 'model' && stops.length < 20) {
      await it.page.keyboard.press('Tab');
      const [stop, isSeen] = await it.page.evaluate<[string, boolean]>(`(() => {
        const focused = document.activeElement;
        const shown = [focused, focused.closest('label'), focused.closest('.pane')].filter(Boolean);
        const isSeen = shown.some((element) =>
          getComputedStyle(element).outlineStyle === 'solid' ||
          getComputedStyle(element, '::after').height === '2px');
        return [focused.id || focused.name, isSeen];
      })()`);
      expect({ stop, isSeen }).toEqual({ stop, isSeen: true });
      stops.push(stop);
    }
    expect(stops).toEqual([
      ...['source', 'swap', 'target', 'variant'],
      ...['text', 'open', 'clear', 'result', 'save', 'copy', 'model'],
    ]);
  });

  it('gives every control a name, and every part of the page its place', async () => {
    const it = await open();
    await it.target.selectOption({ label: 'Spanish' });
    await it.chooser.setInputFiles({
      name: 'note.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Good morning'),
    });
    await eventually(() => it.button('Download note.es.txt').isVisible()).toBe(true);
    await it.text.fill('Good morning');
    await it.showsResult('Buenos días');
    const session = await it.page.context().newCDPSession(it.page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const seen = nodes
      .filter((node) => !node.ignored)
      .map((node) => ({ role: String(node.role?.value), name: String(node.name?.value ?? '') }));
    const controls = seen.filter(({ role }) =>
      ['button', 'checkbox', 'combobox', 'link', 'radio', 'textbox'].includes(role),
    );
    expect(controls.length).toBeGreaterThan(15);
    expect(controls.filter(({ name }) => name.trim() === '')).toEqual([]);
    const roles = seen.map(({ role }) => role);
    for (const role of ['banner', 'main', 'contentinfo', 'heading', 'status', 'alert']) {
      expect(roles).toContain(role);
    }
    const groups = seen.filter(({ role }) => role === 'group').map(({ name }) => name);
    expect(groups).toEqual(expect.arrayContaining(['Appearance', 'Variant of Spanish', 'Model']));
    expect(await it.page.getAttribute('html', 'lang')).toBe('en');
  });
});
