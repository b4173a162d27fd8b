import { baseOf, findTarget, type LanguageTag } from '@dragoman/contract';

/** Other codes for languages: older ISO codes, macrolanguages, non-standard codes. */
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
 * Converts other servers' target codes to ours. A region we do not distinguish is dropped. Invalid
 * and unknown codes stay as they are and are refused later.
 */
export const targetCode = (code: unknown): unknown => {
  if (typeof code !== 'string') return code;
  const tag = inOurWords(code);
  return findTarget(tag) ? tag : inOurWords(baseOf(tag));
};

/** Converts other servers' source codes to ours; undefined if the source is to be detected. */
export const sourceCode = (code: unknown): unknown => {
  if (code === undefined || code === null || code === '') return undefined;
  if (typeof code !== 'string') return code;
  const base = baseOf(inOurWords(baseOf(inOurWords(code))));
  return base === 'auto' ? undefined : base;
};

/** Converts a detected source to the codes of browser extensions, where Chinese has a region. */
export const browserCode = (tag: LanguageTag): string => (tag === 'zh' ? 'zh-CN' : tag);
