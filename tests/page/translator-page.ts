import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Polls until something is true, for as long as a cold engine may take beside other tests. */
export const eventually = <Value>(read: () => Value) =>
  expect.poll(read, { timeout: 60_000, interval: 50 });

/** A list of languages: its button, and what it opens. */
const languageList = (page: Page, id: 'source' | 'target') => {
  const button = page.locator(`#${id}`);
  const search = page.locator(`#${id}-picker`).getByRole('combobox');
  const options = page.locator(`#${id}-picker`).getByRole('option');
  return {
    button,
    search,
    options,
    /** Opens the list and clicks a language, by its name as it is shown or by its base code. */
    async selectOption(language: string | { readonly label: string }): Promise<void> {
      await button.click();
      const wanted: Locator =
        typeof language === 'string'
          ? options.and(page.locator(`[data-base="${language}"]`))
          : options.filter({ has: page.getByText(language.label, { exact: true }) });
      await wanted.first().click();
    },
    /** Its base code. */
    inputValue: async () => (await button.getAttribute('value')) ?? '',
    /** The names in one part of the list, while it is open. */
    namesIn: (group: string) =>
      page
        .locator(`#${id}-picker`)
        .getByRole('group', { name: group })
        .locator('.name')
        .allTextContents(),
  };
};

/** The translator page as a user navigates it: by the names of its parts. */
export const translatorPage = (page: Page) => ({
  page,
  source: languageList(page, 'source'),
  target: languageList(page, 'target'),
  text: page.getByRole('textbox', { name: 'Text to translate' }),
  result: page.getByRole('textbox', { name: 'Translation', exact: true }),
  swap: page.getByRole('button', { name: 'Swap languages' }),
  trouble: page.getByRole('alert'),
  status: page.locator('#status'),
  detected: page.locator('#detected'),
  note: page.locator('#note'),
  count: page.locator('#count'),
  chooser: page.locator('#file'),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
  radio: (name: string) => page.getByRole('radio', { name, exact: true }),
  /** Opens the page and waits until its languages are there. */
  async open(url: string): Promise<void> {
    await page.goto(url);
    await eventually(() => page.locator('#target').getAttribute('value')).not.toBe(null);
  },
  /** Waits for this translation. */
  async showsResult(expected: string | RegExp): Promise<void> {
    const shown = eventually(() => page.locator('#result').inputValue());
    await (typeof expected === 'string' ? shown.toBe(expected) : shown.toMatch(expected));
  },
});

export type TranslatorPage = ReturnType<typeof translatorPage>;
