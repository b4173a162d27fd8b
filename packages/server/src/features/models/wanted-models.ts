import {
  baseOf,
  findLanguageByName,
  findTarget,
  type LanguagePair,
  type LanguageTag,
  suggestLanguage,
  tagOfOtherCode,
  toTag,
} from '@dragoman/contract';
import { engineTagsOf } from '@dragoman/core/languages';
import { CatalogueError } from './catalogue-error.js';

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

/**
 * The tag used inside for a code of the catalogue or of the command line, in any case: `zh-Hans`
 * is `zh`, `no` is `nb`. Undefined when the service has no such language.
 */
export const modelLanguage = (code: string): LanguageTag | undefined => {
  const lowerCase = code.toLowerCase();
  const other = tagOfOtherCode(lowerCase) ?? lowerCase;
  // Plain Chinese is the simplified script throughout the service.
  if (other.toLowerCase() === 'zh-hans') return 'zh';
  if (other !== lowerCase) return other;
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,4})?$/.test(lowerCase)) return undefined;
  return findTarget(lowerCase) === undefined ? undefined : toTag(lowerCase.toUpperCase());
};

/**
 * Reads two languages: `zh-Hans-en`, `en-zh-Hant`, `EN-DE`. Different ones sooner than a language and
 * its variant: `pt-PT-br` is Portuguese and Breton.
 */
export const readPair = (text: string): LanguagePair | undefined => {
  const parts = text.split('-');
  const pairs: LanguagePair[] = [];
  for (let cut = 1; cut < parts.length && parts.length <= 4; cut += 1) {
    const source = modelLanguage(parts.slice(0, cut).join('-'));
    const target = modelLanguage(parts.slice(cut).join('-'));
    if (source !== undefined && target !== undefined && source !== target)
      pairs.push({ source, target });
  }
  return pairs.find(({ source, target }) => baseOf(source) !== baseOf(target)) ?? pairs[0];
};
