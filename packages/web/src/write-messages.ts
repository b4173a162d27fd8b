import { MESSAGES } from './browser/messages/locales/en.js';

/**
 * Writes the English messages into the page where its elements name them: elements with
 * `data-message` by their text, others by `data-label`, `data-hint` and `data-placeholder` for their
 * attributes. The names stay in the elements, so that the page can write other languages.
 *
 * @throws Error for a name that no message has
 */
export const writeMessages = (html: string): string =>
  html
    .replace(
      /\sdata-message>(\w+)</g,
      (_, key: string) => ` data-message="${key}">${messageOf(key)}<`,
    )
    .replace(
      /\sdata-(label|hint|placeholder)="(\w+)"/g,
      (written, kind: keyof typeof ATTRIBUTES, key: string) =>
        `${written} ${ATTRIBUTES[kind]}="${messageOf(key)}"`,
    );

const ATTRIBUTES = { label: 'aria-label', hint: 'title', placeholder: 'placeholder' } as const;

const messageOf = (key: string): string => {
  const found: unknown = Object(MESSAGES)[key];
  if (typeof found !== 'string') throw new Error(`the page names an unknown message: ${key}`);
  return found.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
};
