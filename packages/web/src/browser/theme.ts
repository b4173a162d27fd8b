// Runs before the first paint, so that a chosen theme does not flash.
import { keepChoices, recallChoices } from './choices.js';

const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const recallTheme = (): Theme =>
  THEMES.find((theme) => theme === recallChoices().theme) ?? 'system';

/** Shows the page in a theme from now on; `system` follows the system as it changes. */
export const chooseTheme = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme;
  keepChoices({ theme });
};

document.documentElement.dataset.theme = recallTheme();
