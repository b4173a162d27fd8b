import type { LanguageTag } from '@dragoman/contract';

/** The marks around a quotation, outer level, with the space that belongs inside them. */
export interface Quotes {
  readonly open: string;
  readonly close: string;
  readonly inside?: string;
}

const quotes = (marks: string, inside?: string): Quotes => ({
  open: marks.slice(0, 1),
  close: marks.slice(1, 2),
  ...(inside !== undefined && { inside }),
});

/**
 * The outer quotation marks by language, after Unicode CLDR (`quotationStart`, `quotationEnd`).
 * Languages where usage is divided are left out and keep the source's marks.
 */
export const QUOTES: Readonly<Record<LanguageTag, Quotes>> = {
  bg: quotes('„“'),
  ca: quotes('«»'),
  cs: quotes('„“'),
  de: quotes('„“'),
  'de-CH': quotes('«»'),
  el: quotes('«»'),
  en: quotes('“”'),
  es: quotes('«»'),
  et: quotes('„“'),
  fi: quotes('””'),
  fr: quotes('«»', '\u00a0'),
  hr: quotes('„“'),
  hu: quotes('„”'),
  is: quotes('„“'),
  it: quotes('«»'),
  ja: quotes('「」'),
  ko: quotes('“”'),
  lt: quotes('„“'),
  nb: quotes('«»'),
  nn: quotes('«»'),
  oc: quotes('«»'),
  pl: quotes('„”'),
  'pt-PT': quotes('«»'),
  'pt-BR': quotes('“”'),
  ro: quotes('„”'),
  ru: quotes('«»'),
  sk: quotes('„“'),
  sl: quotes('„“'),
  sv: quotes('””'),
  tr: quotes('“”'),
  uk: quotes('«»'),
  zh: quotes('“”'),
  'zh-Hant': quotes('「」'),
};
