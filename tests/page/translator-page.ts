import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Polls until something is true, for as long as a cold engine may take. */
export const eventually = <Value>(read: () => Value) =>
  expect.poll(read, { timeout: 20_000, interval: 50 });

/** The translator page as a user navigates it: by the names of its parts. */
export const translatorPage = (page: Page) => ({
  page,
  source: page.getByRole('combobox', { name: 'Translate from' }),
  target: page.getByRole('combobox', { name: 'Translate into' }),
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
    await eventually(() => page.locator('#target option').count()).toBeGreaterThan(1);
  },
  /** Waits for this translation. */
  async showsResult(expected: string | RegExp): Promise<void> {
    const shown = eventually(() => page.locator('#result').inputValue());
    await (typeof expected === 'string' ? shown.toBe(expected) : shown.toMatch(expected));
  },
});

export type TranslatorPage = ReturnType<typeof translatorPage>;
