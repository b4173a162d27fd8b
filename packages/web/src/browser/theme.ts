// Runs before the first paint, so that a chosen theme does not flash.
import { keepChoices, recallChoices } from './common/choices.js';

const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

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

document.documentElement.dataset.theme = recallTheme();
