import { baseOf, findTarget, type LanguageTag, tagOfOtherCode } from '@dragoman/contract';

/** Codes that only these servers write. */
const ALIASES: ReadonlyMap<string, LanguageTag> = new Map([
  ['pb', 'pt-BR'],
  ['zt', 'zh-Hant'],
]);

const inOurWords = (code: string): string => {
  const tag = code.trim().toLowerCase().replaceAll('_', '-');
  return ALIASES.get(tag) ?? tagOfOtherCode(tag) ?? tag;
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
