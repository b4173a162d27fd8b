import { keepChoices } from '../choices.js';
import { element } from '../elements.js';
import { ownName } from './language-names.js';
import { LOCALES } from './locales.js';
import { locale } from './messages.js';

/** Offers the languages of the page, each by its own name. */
export const offerPageLanguages = (): void => {
  const select = element('page-language', HTMLSelectElement);
  select.replaceChildren(
    ...LOCALES.map((code) => {
      const option = new Option(capitalized(code, ownName(code) ?? code), code);
      option.lang = code;
      return option;
    }),
  );
  select.value = locale();
  select.addEventListener('change', () => {
    keepChoices({ locale: select.value });
    // Text and languages are in the address, so the page starts again with them.
    location.reload();
  });
};

const capitalized = (code: string, name: string): string =>
  name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
