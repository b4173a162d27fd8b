import { baseOf, findTarget, type LanguageTag } from '@dragoman/contract';

/** Codes that mean a language under another name: older ISO codes, macrolanguages, own inventions. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['fil', 'tl'],
  ['in', 'id'],
  ['iw', 'he'],
  ['ji', 'yi'],
  ['jw', 'jv'],
  ['no', 'nb'],
  ['pb', 'pt-br'],
  ['zh-cn', 'zh-hans'],
  ['zh-hk', 'zh-hant'],
  ['zh-mo', 'zh-hant'],
  ['zh-sg', 'zh-hans'],
  ['zh-tw', 'zh-hant'],
  ['zt', 'zh-hant'],
]);

const inOurWords = (code: string): string => {
  const tag = code.trim().toLowerCase().replaceAll('_', '-');
  return ALIASES.get(tag) ?? tag;
};

/**
 * A target as other servers name it, in our words. A region we do not tell apart is left out. What
 * is not a code, or unknown, stays as it is and is refused later.
 */
export const targetCode = (code: unknown): unknown => {
  if (typeof code !== 'string') return code;
  const tag = inOurWords(code);
  return findTarget(tag) ? tag : inOurWords(baseOf(tag));
};

/** A source as other servers name it, in our words; undefined where it is to be detected. */
export const sourceCode = (code: unknown): unknown => {
  if (code === undefined || code === null || code === '') return undefined;
  if (typeof code !== 'string') return code;
  const base = baseOf(inOurWords(baseOf(inOurWords(code))));
  return base === 'auto' ? undefined : base;
};

/** A source that was found, as browser extensions name it: Chinese carries a region there. */
export const browserCode = (tag: LanguageTag): string => (tag === 'zh' ? 'zh-CN' : tag);
