import { baseOf, findLanguage, findTarget, type LanguageTag, toTag } from '@dragoman/contract';

/** The base language that a file means; undefined for one that is not known. */
export const sourceTagOf = (name: string): LanguageTag | undefined => {
  const language = findLanguage(baseOf(name.replaceAll('_', '-').toUpperCase()));
  return language && toTag(language.code);
};

/** The base language or known variant that a file means: `en-GB` as it is, `de-DE` as `de`. */
export const targetTagOf = (name: string): LanguageTag | undefined => {
  const code = name.replaceAll('_', '-').toUpperCase();
  const variant = code.includes('-') ? findTarget(code)?.variant : undefined;
  return variant ? toTag(variant.code) : sourceTagOf(code);
};
