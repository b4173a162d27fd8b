import { recallChoices } from './choices.js';

/** The languages that the page is written in, each with a file of its messages. */
export const LOCALES: readonly string[] = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'ru',
  'uk',
  'ja',
  'zh',
  'ar',
  'he',
];

const RIGHT_TO_LEFT: readonly string[] = ['ar', 'he'];

/**
 * The language to write in: the one that was chosen, else the first of the browser's that there is,
 * else English.
 *
 * @param preferences languages of the browser, the best first: `pt-BR`
 */
export const localeFor = (chosen: string, preferences: readonly string[]): string =>
  [chosen, ...preferences]
    // The old code of Hebrew is still in use.
    .map((tag) => (tag.toLowerCase().split('-', 1)[0] ?? '').replace(/^iw$/, 'he'))
    .find((language) => LOCALES.includes(language)) ?? 'en';

export const chosenLocale = (): string => localeFor(recallChoices().locale, navigator.languages);

export const directionOfLocale = (locale: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.includes(locale) ? 'rtl' : 'ltr';
