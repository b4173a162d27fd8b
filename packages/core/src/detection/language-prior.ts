import type { LanguageTag } from '@dragoman/contract';

/** English is what short foreign-looking text turns out to be most often: product names, interfaces. */
const ENGLISH = 1.2;
/** eld leans to their larger or closer sibling (Danish, Czech, Croatian) where both have the word. */
const SIBLING = 0.3;
const RARE = -1;

/** Latin-script languages few texts to translate are in, though short words often resemble them. */
const RARE_LANGUAGES: ReadonlySet<LanguageTag> = new Set(
  'af an az br bs cy eo eu ga lb mt oc sq sw tl yo'.split(' '),
);

const PRIORS: ReadonlyMap<LanguageTag, number> = new Map([
  ['en', ENGLISH],
  ['nb', SIBLING],
  ['sk', SIBLING],
  ['sl', SIBLING],
  // The rare ones among eld's languages; those told by markers have handicaps of their own.
  ...['az', 'eu', 'sq', 'tl', 'yo'].map((language) => [language, RARE] as const),
]);

/** How common a language is as input, in natural logarithms; 0 for most. */
export const languagePrior = (language: LanguageTag): number => PRIORS.get(language) ?? 0;

/** Whether few texts are in a language, so that none is taken for it because of its neighbours. */
export const isRare = (language: LanguageTag): boolean => RARE_LANGUAGES.has(language);
