import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type CatalogueServer,
  startCatalogueServer,
} from '../../packages/server/dist/features/models/testing/catalogue-server.js';
import { copyModelOffer } from '../operations/models/copy-model-offer.js';
import { startTestServer, type TestServer } from '../support/start-server.js';
import { describeInBrowser, ELSEWHERE, useBrowser } from './browser.js';
import { eventually, translatorPage } from './translator-page.js';

let catalogue: CatalogueServer;
let server: TestServer;
beforeAll(async () => {
  catalogue = await startCatalogueServer([
    ...copyModelOffer({ source: 'en', target: 'de' }),
    ...copyModelOffer({ source: 'de', target: 'en' }),
  ]);
  server = await startTestServer({
    environment: {
      DRAGOMAN_STARTER_MODELS_DIR: '/nonexistent',
      DRAGOMAN_CATALOGUE_URL: catalogue.url,
      DRAGOMAN_PAGE: 'on',
    },
  });
});
afterAll(async () => {
  await server?.stop();
  await catalogue?.close();
});

describeInBrowser('adding a language on the page', () => {
  const { newPage } = useBrowser();

  it('shows visitors of other machines the command, and no button', async () => {
    const it = translatorPage(await newPage());
    await it.open(server.url.replace('127.0.0.1', ELSEWHERE));
    await it.page.getByText('Add a language').click();
    await eventually(() => it.page.locator('#more-list').textContent()).toContain(
      'npx dragoman models pull de',
    );
    expect(await it.button('Add German').count()).toBe(0);
  });

  it('lists the languages in the order of their names in the language of the page', async () => {
    const it = translatorPage(await newPage({ locale: 'de-DE' }));
    await it.open(server.url);
    const names = it.page.locator('#more-list strong');
    await eventually(() => names.count()).toBeGreaterThan(10);
    const shown = await names.allTextContents();
    expect(shown).toEqual(shown.toSorted((one, other) => one.localeCompare(other, 'de')));
    expect(shown.indexOf('Dänisch')).toBeLessThan(shown.indexOf('Tschechisch'));
  });

  it('reports that a catalogue has nothing for a language, with what to do', async () => {
    const it = translatorPage(await newPage());
    await it.open(server.url);
    await it.page.getByText('Add a language').click();
    await it.button('Add Finnish').click();
    await eventually(() => it.page.locator('#more-list pre').textContent()).toContain(
      'The catalogue has no model for fi.',
    );
    expect(await it.button('Add Finnish').isEnabled()).toBe(true);
  });

  it('starts from the list of languages, too, where a language that is missing says how', async () => {
    const elsewhere = translatorPage(await newPage());
    await elsewhere.open(server.url.replace('127.0.0.1', ELSEWHERE));
    const finnish = ({ source }: typeof elsewhere) => source.options.filter({ hasText: 'Finnish' });
    await elsewhere.source.button.click();
    await eventually(() => finnish(elsewhere).textContent()).toBe(
      'Finnish npx dragoman models pull fi',
    );
    await finnish(elsewhere).click();
    await eventually(() => elsewhere.page.getByText('licence').isVisible()).toBe(true);
    const it = translatorPage(await newPage());
    await it.open(server.url);
    await it.source.button.click();
    await eventually(() => finnish(it).textContent()).toMatch(/^Finnish Download · about \d+ MB$/);
    await finnish(it).click();
    // The catalogue of this test has none.
    await eventually(() => it.page.locator('#more-list pre').textContent()).toContain(
      'The catalogue has no model for fi.',
    );
  });

  it('takes one click under a text in that language, and then translates the text', async () => {
    const it = translatorPage(await newPage());
    await it.open(server.url);
    await it.target.button.click();
    await eventually(() => it.target.namesIn('Not installed')).toContain('German');
    await it.page.keyboard.press('Escape');
    await it.target.selectOption({ label: 'English' });
    await it.text.fill('Das Wetter war gut, als wir gestern abreisten.');
    await it.button('Add German').click();
    // The model of the fixtures copies what it reads, more or less.
    await it.showsResult(/^Das Wetter /);
    await it.target.button.click();
    await eventually(() => it.target.namesIn('Not installed')).not.toContain('German');
    expect(await it.button('Add German').count()).toBe(0);
  });
});
