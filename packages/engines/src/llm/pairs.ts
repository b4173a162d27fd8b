import { baseOf, findLanguage, findTarget, type LanguagePair, toTag } from '@dragoman/contract';

/**
 * The pairs of a model: every one among some languages, and further ones.
 *
 * @param languages codes in any case, also of variants, which are targets only
 * @param pairs sources and targets, as codes in any case
 */
export const pairsOf = (
  languages: readonly string[],
  pairs: readonly (readonly [source: string, target: string])[],
): readonly LanguagePair[] => {
  const all = [
    ...languages.flatMap((source) => languages.map((target) => [source, target] as const)),
    ...pairs,
  ];
  const found = new Map<string, LanguagePair>();
  for (const [from, to] of all) {
    const source = baseOf(from.toLowerCase());
    const target = targetTag(to);
    if (source !== baseOf(target)) found.set(`${source}>${target}`, { source, target });
  }
  return [...found.values()];
};

/** A variant that only differs in region is written by the pair of its base language. */
const targetTag = (code: string): string => {
  if (findLanguage(code)) return code.toLowerCase();
  const variant = findTarget(code)?.variant;
  return variant && !variant.sharesBaseModel ? toTag(variant.code) : baseOf(code.toLowerCase());
};
