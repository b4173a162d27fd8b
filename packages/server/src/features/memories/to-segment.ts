import { hasLoneSurrogate, type LanguageTag } from '@dragoman/contract';
import { betweenCodes, comparedForm, withPlaceholders } from '@dragoman/core';
import type { TmxText, TmxUnit, TmxVariant } from '@dragoman/documents';
import { sourceTagOf, targetTagOf } from './languages.js';
import type { NewSegment, StoredTarget } from './memory-record.js';

/**
 * The segment that a unit of a file becomes; undefined without a source in the language of the
 * memory or without a translation.
 *
 * @param maxTargets further languages are left out
 */
export const toSegment = (
  { sourceLanguage: unitLanguage, variants }: TmxUnit,
  sourceLanguage: LanguageTag,
  maxTargets: number,
): Omit<NewSegment, 'position'> | undefined => {
  if (unitLanguage !== undefined && sourceTagOf(unitLanguage) !== sourceLanguage) return undefined;
  const source = findSource(variants, unitLanguage ?? sourceLanguage, sourceLanguage);
  if (!source || !isUsable(source)) return undefined;
  const form = comparedForm(betweenCodes(withPlaceholders(source)));
  if (form === undefined || form === '') return undefined;
  const targets = new Map<LanguageTag, StoredTarget>();
  for (const variant of variants) {
    const language = targetTagOf(variant.language);
    if (variant === source || language === undefined || !isUsable(variant)) continue;
    if (language === sourceLanguage || targets.has(language) || targets.size === maxTargets)
      continue;
    targets.set(language, { language, text: variant.text, codes: variant.codes });
  }
  if (targets.size === 0) return undefined;
  return { text: source.text, codes: source.codes, form, targets: [...targets.values()] };
};

/** The variant in just that language, or else in another variant of it. */
const findSource = (
  variants: readonly TmxVariant[],
  name: string,
  sourceLanguage: LanguageTag,
): TmxVariant | undefined =>
  variants.find(({ language }) => language.toLowerCase() === name.toLowerCase()) ??
  variants.find(({ language }) => sourceTagOf(language) === sourceLanguage);

const isUsable = ({ text }: TmxText): boolean => text.trim() !== '' && !hasLoneSurrogate(text);
