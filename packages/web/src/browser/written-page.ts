// Waits for the messages before anything that imports this module is run.

import type { MessageKey, Messages } from './locales/en.js';
import { chosenLocale } from './locales.js';
import { MESSAGE_ATTRIBUTES } from './message-attributes.js';
import { locale, message, useMessages } from './messages.js';

/** English is in the page already, and stays if the file cannot be loaded. */
const load = async (wanted: string): Promise<void> => {
  if (wanted === 'en') return;
  // A bundler leaves an address alone that is put together: only one of these files is loaded.
  const address = `./locales/${wanted}.js`;
  const file = (await import(address)) as { readonly MESSAGES: Messages };
  useMessages(wanted, file.MESSAGES);
};

/** Writes what stands in the page: texts, and the names and hints of its parts. */
const write = (): void => {
  const each = (name: string, show: (part: HTMLElement, text: string) => void) => {
    for (const part of document.querySelectorAll<HTMLElement>(`[data-${name}]`)) {
      show(part, message(part.dataset[name] as MessageKey));
    }
  };
  each('message', (part, text) => {
    part.textContent = text;
  });
  for (const [name, attribute] of Object.entries(MESSAGE_ATTRIBUTES)) {
    each(name, (part, text) => part.setAttribute(attribute, text));
  }
};

try {
  await load(chosenLocale());
} catch {
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
}
if (locale() !== 'en') write();
delete document.documentElement.dataset.waiting;
