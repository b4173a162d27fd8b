// Runs before the first paint, so that neither another theme nor another language is seen first.
import { keepChoices, recallChoices } from './choices.js';
import { chosenLocale, directionOfLocale } from './locales.js';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

export const recallTheme = (): Theme => themeOf(recallChoices().theme);

const themeOf = (word: string): Theme => THEMES.find((theme) => theme === word) ?? 'system';

/**
 * Shows the page in a theme from now on; `system`, like every unknown value, follows the system.
 */
export const chooseTheme = (word: string): void => {
  const theme = themeOf(word);
  document.documentElement.dataset.theme = theme;
  keepChoices({ theme });
};

const page = document.documentElement;
page.dataset.theme = recallTheme();
page.lang = chosenLocale();
page.dir = directionOfLocale(page.lang);
// What is written in English in the page is not shown to others.
if (page.lang !== 'en') page.dataset.waiting = '';
