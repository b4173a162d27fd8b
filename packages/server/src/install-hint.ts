import type { LanguageTag } from '@dragoman/contract';
import type { InstallHint } from '@dragoman/core';
import { debianPackagesFor } from '@dragoman/engines/apertium';
import { pullCommandFor } from './catalogue/addable-languages.js';
import { knownLanguages } from './catalogue/known-languages.js';
import type { Configuration } from './platform/configuration/settings.js';

/** Says in a sentence how to add a missing language. */
export const createInstallHint =
  (configuration: Configuration): InstallHint =>
  (language, other) => {
    const ways = waysToAdd(language, other, configuration);
    return ways.length > 0
      ? `The operator can add it with: ${ways.join(' - or with: ')}`
      : `The operator can search for a model with: npx dragoman models available ${language}`;
  };

/** Says in a sentence how to add a language model. */
export const LANGUAGE_MODEL_HINT =
  'The operator can add one with the setting languageModels (DRAGOMAN_LANGUAGE_MODELS).';

/** The commands that add a language, best first; empty if there is no known way. */
const waysToAdd = (
  tag: LanguageTag,
  other: LanguageTag | undefined,
  configuration: Configuration,
): readonly string[] => [
  ...(knownLanguages(configuration).languages.some((known) => known.tag === tag)
    ? [pullCommandFor(tag)]
    : []),
  ...debianPackagesFor(tag, other)
    .slice(0, 3)
    .map((name) => `apt-get install ${name}`),
];
