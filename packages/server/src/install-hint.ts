import type { LanguageTag } from '@dragoman/contract';
import type { InstallHint } from '@dragoman/core';
import { debianPackagesFor } from '@dragoman/engines/apertium';
import { pullCommandFor } from './catalogue/languages/addable-languages.js';
import { PUBLISHED_LANGUAGES } from './catalogue/published-languages.js';

/** Says in a sentence how to add a missing language. */
export const installHint: InstallHint = (language) => {
  const ways = waysToAdd(language);
  return ways.length > 0
    ? `The operator can add it with: ${ways.join(' - or with: ')}`
    : `The operator can search for a model with: npx dragoman models available ${language}`;
};

/** The commands that add a language, best first; empty if there is no known way. */
const waysToAdd = (tag: LanguageTag): readonly string[] => [
  ...(PUBLISHED_LANGUAGES.some((published) => published.tag === tag) ? [pullCommandFor(tag)] : []),
  ...debianPackagesFor(tag)
    .slice(0, 3)
    .map((name) => `apt-get install ${name}`),
];
