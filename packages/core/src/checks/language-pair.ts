import type { LanguageTag } from '@dragoman/contract';

/** The languages of a translation. */
export interface LanguagePair {
  readonly from: LanguageTag;
  readonly to: LanguageTag;
}
