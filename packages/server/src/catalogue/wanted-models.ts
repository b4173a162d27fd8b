import {
  findLanguageByName,
  findTarget,
  type LanguagePair,
  type LanguageTag,
  suggestLanguage,
} from '@dragoman/contract';
import { engineTagsOf } from '@dragoman/core';
import { CatalogueError } from './catalogue-error.js';
import { modelLanguage, readPair } from './model-language.js';

/** The language that every model of the default catalogue has on one side. */
export const PIVOT: LanguageTag = 'en';

/** The models that one word of a command asks for. */
export interface WantedModels {
  /** As it was written. */
  readonly text: string;
  /** A pair means this direction; a language means both directions with English. */
  readonly kind: 'pair' | 'language';
  /**
   * The directions. Each is a list of acceptable pairs, the wanted one first: where a model of the
   * base language serves a variant, that is acceptable, too.
   */
  readonly directions: readonly (readonly LanguagePair[])[];
}

/** The tag of a language given by code or name: `de`, `German`, `deutsch`, `zh-Hant`. */
export const languageNamed = (text: string): LanguageTag | undefined =>
  modelLanguage(text) ?? modelLanguage(findLanguageByName(text)?.code ?? '');

/**
 * Reads a language (`German`, `de`) or a pair (`en-de`), without asking the catalogue.
 *
 * @throws CatalogueError `invalid` for anything else, with the language probably meant
 */
export const readWanted = (text: string): WantedModels => {
  const language = languageNamed(text);
  if (language !== undefined) return bothWays(text, language);
  const pair = readPair(text);
  if (pair) return { text, kind: 'pair', directions: [[pair]] };
  const meant = suggestLanguage(text);
  throw new CatalogueError(
    'invalid',
    `"${text.slice(0, 80)}" is neither a language nor a pair like en-de.${meant ? ` Did you mean ${meant.code.toLowerCase()} (${meant.name})?` : ''}`,
  );
};

const bothWays = (text: string, language: LanguageTag): WantedModels => {
  const target = findTarget(language);
  const tags = [...new Set([language, ...(target ? engineTagsOf(target) : [])])];
  if (tags.includes(PIVOT)) {
    throw new CatalogueError(
      'invalid',
      `English is on one side of every model: name the other language instead of "${text}", such as de.`,
    );
  }
  return {
    text,
    kind: 'language',
    directions: [
      tags.map((tag) => ({ source: PIVOT, target: tag })),
      tags.map((tag) => ({ source: tag, target: PIVOT })),
    ],
  };
};
