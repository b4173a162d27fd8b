import type { LanguageTag } from '@dragoman/contract';

/** What the default catalogue is known to have for a language, without asking it. */
export interface PublishedLanguage {
  readonly tag: LanguageTag;
  /** Directions with English: both, only into English, or only from English. */
  readonly directions: 'both' | 'into English' | 'from English';
  /** Estimated download of these directions together, in bytes. */
  readonly estimatedBytes: number;
}

/**
 * Mozilla publishes its translation models under this licence; the catalogue does not repeat it.
 * Source: the licence file of the models' repository, mozilla/firefox-translations-models.
 */
export const MODEL_LICENSE = 'MPL-2.0';

/** Mean download of one model by architecture, in bytes. */
const TINY_BYTES = 14_200_000;
const BASE_MEMORY_BYTES = 26_000_000;

const rows = (
  tags: string,
  directions: PublishedLanguage['directions'],
  estimatedBytes: number,
): readonly PublishedLanguage[] =>
  tags.split(' ').map((tag) => ({ tag, directions, estimatedBytes }));

/** When the table below was written. */
export const PUBLISHED_AS_OF = 'October 2025';

/**
 * The languages of Mozilla's catalogue at that time, where this service knows them too. Only used to
 * show what can be added without asking anybody; what is really downloaded is read from the
 * catalogue, and a language that it has got since can be pulled like any other.
 */
export const PUBLISHED_LANGUAGES: readonly PublishedLanguage[] = [
  ...rows('ar bg ca cs de es et fi fr is it ja ko nl pl pt sl zh', 'both', 2 * BASE_MEMORY_BYTES),
  ...rows('hu lt lv ru sk uk', 'both', BASE_MEMORY_BYTES + TINY_BYTES),
  ...rows('az bn da el fa gu he hi hr id ml ms ro sv te tr', 'both', 2 * TINY_BYTES),
  ...rows('be bs nb sq sr vi', 'into English', TINY_BYTES),
  ...rows('ta', 'from English', TINY_BYTES),
];
