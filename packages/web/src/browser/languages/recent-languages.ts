import { keepChoices, recallChoices } from '../choices.js';

const MOST_RECENT = 5;

/** Remembers that these languages were chosen; undefined stands for detection. */
export const keepRecent = (bases: readonly (string | undefined)[]): void => {
  const all = [...bases.filter((base) => base !== undefined), ...recallChoices().recent];
  keepChoices({ recent: [...new Set(all)].slice(0, MOST_RECENT) });
};
