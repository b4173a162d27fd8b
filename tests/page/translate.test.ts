import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../support/start-server.js';
import { describeInBrowser, startPageServer, useBrowser } from './browser.js';
import { eventually, type TranslatorPage, translatorPage } from './translator-page.js';

let server: TestServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server?.stop());

describeInBrowser('translating on the page', () => {
  const { newPage } = useBrowser();

  const open = async (target = 'Spanish'): Promise<TranslatorPage> => {
    const it = translatorPage(
      await newPage({ permissions: ['clipboard-read', 'clipboard-write'] }),
    );
    await it.open(server.url);
    await it.target.selectOption({ label: target });
    return it;
  };

  it('translates while a person types, says what it detected and counts', async () => {
    const { text, showsResult, detected, status, count } = await open();
    await text.pressSequentially('The house is big 😀');
    await showsResult('La casa es grande 😀');
    await eventually(() => detected.textContent()).toBe('English detected');
    expect(await status.textContent()).toBe('Translated into Spanish.');
    expect(await count.textContent()).toBe('18 characters');
    await text.fill('La maison est grande.');
    await showsResult('La casa es grande.');
    await eventually(() => detected.textContent()).toBe('French detected');
  });

  it('takes the source a person chooses, and then says nothing of detection', async () => {
    const { source, text, showsResult, detected } = await open('English');
    await source.selectOption({ label: 'Spanish' });
    await text.fill('La casa es grande.');
    await showsResult('The house is big.');
    expect(await detected.isHidden()).toBe(true);
  });

  it('offers the variants of a language and remembers the choice', async () => {
    const { text, radio, showsResult, target, open: reopen } = await open('Portuguese');
    await text.fill('El autobús y el tren.');
    await radio('European').check();
    await showsResult('O autocarro e o comboio.');
    await radio('Brazilian').check();
    await showsResult('O ônibus e o trem.');
    await reopen(server.url);
    expect(await target.inputValue()).toBe('PT');
    expect(await radio('Brazilian').isChecked()).toBe(true);
    await target.selectOption({ label: 'Catalan' });
    expect(await radio('Brazilian').count()).toBe(0);
  });

  it('swaps the languages and translates back', async () => {
    const { text, swap, source, target, showsResult } = await open();
    await text.fill('Good morning');
    await showsResult('Buenos días');
    await swap.click();
    await showsResult('Good morning');
    expect(await text.inputValue()).toBe('Buenos días');
    expect(await source.inputValue()).toBe('ES');
    expect(await target.inputValue()).toBe('EN');
  });

  it('asks for the kind of model a person wants and says when there is no such one', async () => {
    const { text, radio, note, showsResult } = await open();
    await radio('Best').check();
    await text.fill('Good morning');
    await showsResult('Buenos días');
    await eventually(() => note.textContent()).toBe(
      'Only the fast model is installed for this. Rule-based, basic quality. Better: npx dragoman models pull es',
    );
    await radio('Fast').check();
    await eventually(() => note.textContent()).toBe(
      'Rule-based, basic quality. Better: npx dragoman models pull es',
    );
    // Now that it is not chosen any more, it is not offered either.
    await eventually(() => radio('Best').count()).toBe(0);
    expect(await radio('Automatic').count()).toBe(1);
  });

  it('says so when the text is in the target language already', async () => {
    const { text, note } = await open('English');
    await text.fill('This is an ordinary English sentence about a house.');
    await eventually(() => note.textContent()).toBe('This is already English.');
  });

  it('takes another language by itself for who has not chosen any', async () => {
    const it = translatorPage(await newPage());
    await it.open(server.url);
    expect(await it.target.inputValue()).toBe('EN');
    await it.text.fill('The house is big.');
    await it.showsResult('La casa es grande.');
    expect(await it.target.inputValue()).toBe('ES');
    await it.target.selectOption({ label: 'English' });
    await eventually(() => it.note.textContent()).toBe('This is already English.');
  });

  it('turns round when a person chooses one language on both sides', async () => {
    const { source, target, text, showsResult } = await open();
    await source.selectOption({ label: 'English' });
    await target.selectOption({ label: 'English' });
    expect(await source.inputValue()).toBe('ES');
    await text.fill('La casa es grande.');
    await showsResult('The house is big.');
    await source.selectOption({ label: 'English' });
    expect(await target.inputValue()).toBe('ES');
    await text.fill('Good morning');
    await showsResult('Buenos días');
  });

  it('copies the translation', async () => {
    const { page, text, button, showsResult, status } = await open();
    expect(await button('Copy').isDisabled()).toBe(true);
    await text.fill('Good morning');
    await showsResult('Buenos días');
    await button('Copy').click();
    await eventually(() => button('Copied').isVisible()).toBe(true);
    expect(await status.textContent()).toBe('The translation was copied.');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Buenos días');
  });

  it('forgets an outdated request, whose answer comes last', async () => {
    const { page, text, showsResult, result } = await open();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let whenSent = () => {};
    const sent = new Promise<void>((resolve) => {
      whenSent = resolve;
    });
    const aborted = page.waitForEvent('requestfailed');
    await page.route('**/session/translate', async (route) => {
      if (route.request().postData()?.includes('Good night')) {
        whenSent();
        await held;
      }
      // The page may have disconnected by then, which is the point.
      await route.continue().catch(() => {});
    });
    await text.fill('Good night');
    await sent;
    await text.fill('Good morning');
    await showsResult('Buenos días');
    expect((await aborted).failure()?.errorText).toBe('net::ERR_ABORTED');
    release();
    await page.unrouteAll({ behavior: 'wait' });
    expect(await result.inputValue()).toBe('Buenos días');
  });

  it('empties both sides at once', async () => {
    const { page, text, button, showsResult, detected } = await open();
    await text.fill('Good morning');
    await showsResult('Buenos días');
    await button('Clear the text').click();
    await showsResult('');
    expect(await text.inputValue()).toBe('');
    expect(await detected.isHidden()).toBe(true);
    expect(await page.evaluate('document.activeElement.id')).toBe('text');
  });

  it('brings back a text that was cleared, until another one is typed', async () => {
    const { text, button, showsResult } = await open();
    await text.fill('Good morning');
    await showsResult('Buenos días');
    await button('Clear the text').click();
    await showsResult('');
    await button('Undo').click();
    await showsResult('Buenos días');
    expect(await text.inputValue()).toBe('Good morning');
    await button('Clear the text').click();
    await text.fill('The house is big.');
    expect(await button('Undo').count()).toBe(0);
  });

  it('keeps text and languages over a reload, in the part of the address that is never sent', async () => {
    const { page, source, target, text, showsResult } = await open();
    await source.selectOption({ label: 'English' });
    await text.fill('Good morning & 50 % more');
    await showsResult(/^Buenos días/);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url(), JSON.stringify(request.headers())));
    await page.reload();
    await showsResult(/^Buenos días/);
    expect(await text.inputValue()).toBe('Good morning & 50 % more');
    expect([await source.inputValue(), await target.inputValue()]).toEqual(['EN', 'ES']);
    expect(sent.filter((part) => part.includes('morning'))).toEqual([]);
    // A link in the page's own tab does the same.
    await page.evaluate(`location.hash = 'from=ES&to=EN-GB&text=La+casa+es+grande.'`);
    await showsResult('The house is big.');
    expect([await source.inputValue(), await target.inputValue()]).toEqual(['ES', 'EN']);
    await text.fill('');
    await eventually(() => new URL(page.url()).hash).toBe('');
  });

  it('follows a link as far as its languages are here, and never into the source', async () => {
    const it = translatorPage(await newPage());
    const languages = async () => [await it.source.inputValue(), await it.target.inputValue()];
    await it.open(`${server.url}/#xx/yy/The%20house%20is%20big.`);
    await it.showsResult('La casa es grande.');
    expect(await languages()).toEqual(['', 'ES']);
    expect(await it.note.textContent()).toContain(
      'Languages of the link that are not on this server: XX, YY.',
    );
    await it.text.fill('The garden is big.');
    await it.showsResult('El jardín es grande.');
    expect(await it.note.textContent()).not.toContain('link');
    await it.target.selectOption('CA');
    await it.showsResult('El jardí és gran.');
    await it.page.evaluate(`location.hash = 'es/es/La%20casa%20es%20grande.'`);
    await eventually(languages).toEqual(['ES', 'CA']);
    await it.page.evaluate(`location.hash = 'ca/ca/La%20casa%20%C3%A9s%20gran.'`);
    await it.showsResult('The home is big.');
    expect(await languages()).toEqual(['CA', 'EN']);
  });

  it('does not claim to know the language of what is no word', async () => {
    const { text, detected } = await open();
    await text.fill('asdf qwer zxcv');
    await eventually(() => detected.textContent()).toMatch(/^Not sure: .+\?$/);
    await text.fill('Good morning');
    await eventually(() => detected.textContent()).toBe('English detected');
  });

  it('offers only what the source can be translated into', async () => {
    const { source, target, page } = await open();
    await source.selectOption({ label: 'Danish' });
    await target.button.click();
    await eventually(() => target.namesIn('Not from Danish')).toContain('French');
    const usable = await target.options.and(page.locator('.usable')).allTextContents();
    expect(usable).toContain('Swedish');
    expect(usable).not.toContain('French');
    const french = target.options.filter({ hasText: 'French' });
    expect(await french.getAttribute('aria-disabled')).toBe('true');
    // Clicking it does nothing, which the browser's driver would wait for to change.
    await french.click({ force: true });
    expect(await target.inputValue()).not.toBe('FR');
  });
});
