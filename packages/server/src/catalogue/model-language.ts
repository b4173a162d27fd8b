import {
  baseOf,
  findTarget,
  type LanguagePair,
  type LanguageTag,
  tagOfOtherCode,
  toTag,
} from '@dragoman/contract';

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
