import { LANGUAGES, type Language, UNLISTED_LANGUAGES } from '@dragoman/contract';
import { code, pageHead, table } from './markdown.js';

const INTRODUCTION = `The language codes of the API. Requests may use upper or lower case; responses use upper case. Which
pairs a server translates depends on what is installed: \`GET /v2/languages\` lists them.

A base code as the target stands for its default variant. A variant that shares its base's model is
translated by any model of the base language; the others need their own model. Variants cannot be
source languages.`;

const UNLISTED = `If installed, these can be requested by code, but \`/v2/languages\` does not list them, because existing
clients do not know them.`;

const variants = (language: Language, isShared: boolean): string =>
  (language.variants ?? [])
    .filter((variant) => variant.sharesBaseModel === isShared)
    .map((variant) => `${code(variant.code)} ${variant.name}`)
    .join(', ');

const languageTable = (languages: readonly Language[]): string => {
  const headings = [
    'Code',
    'Name',
    'Variants sharing the base model',
    'Variants with their own model',
    'Default variant',
  ];
  return table(
    headings,
    languages.map((language) => [
      code(language.code),
      language.name,
      variants(language, true),
      variants(language, false),
      code(language.designatedVariant),
    ]),
  );
};

/** The page about all language codes, from their table. */
export const languagesPage = (): string =>
  [
    pageHead('Languages', INTRODUCTION),
    languageTable(LANGUAGES),
    `## Unlisted languages\n\n${UNLISTED}\n\n${table(
      ['Code', 'Name'],
      UNLISTED_LANGUAGES.map((language) => [code(language.code), language.name]),
    )}`,
  ].join('\n');
