import {
  LANGUAGES,
  type Language,
  type LanguageVariant,
  UNLISTED_LANGUAGES,
} from './language-table.js';

/**
 * A language inside the service, in BCP-47 form: `en`, `pt-BR`, `es-419`, `zh-Hans`, `yue`.
 * The upper-case codes of the API are only used at the edge.
 */
export type LanguageTag = string;

/** One direction of translation. */
export interface LanguagePair {
  readonly source: LanguageTag;
  readonly target: LanguageTag;
}

/** `en-de` */
export const showPair = ({ source, target }: LanguagePair): string => `${source}-${target}`;

export const isSamePair = (one: LanguagePair, other: LanguagePair): boolean =>
  one.source === other.source && one.target === other.target;

/** A target as the caller meant it: its base language and, if there is one, its variant. */
export interface ResolvedTarget {
  readonly base: Language;
  readonly variant?: LanguageVariant;
}

const byCode = new Map([...LANGUAGES, ...UNLISTED_LANGUAGES].map((row) => [row.code, row]));

/** The base language of a wire code in any case; undefined for variants and unknown codes. */
export const findLanguage = (code: string): Language | undefined => byCode.get(code.toUpperCase());

/**
 * The target a wire code names, in any case. A base code stands for its designated variant, where
 * it has one. A third subtag is ignored, as existing clients ignore it (`zh-Hant-TW`).
 */
export const findTarget = (code: string): ResolvedTarget | undefined => {
  const [baseCode = '', variantPart] = code.toUpperCase().split('-', 3);
  const base = byCode.get(baseCode);
  if (!base) return undefined;
  const wanted = variantPart === undefined ? base.designatedVariant : `${baseCode}-${variantPart}`;
  if (wanted === undefined) return { base };
  const variant = base.variants?.find((row) => row.code === wanted);
  return variant && { base, variant };
};

/** Whether a wire code carries a regional or script variant, known or not. */
export const hasVariant = (code: string): boolean => code.includes('-');

/** Upper-case wire code to the tag used inside: `ZH-HANS` becomes `zh-Hans`. */
export const toTag = (code: string): LanguageTag => {
  const [base = '', variant] = code.split('-', 2);
  if (variant === undefined) return base.toLowerCase();
  const isScript = variant.length === 4;
  const rest = variant.slice(1);
  return `${base.toLowerCase()}-${variant[0]?.toUpperCase()}${isScript ? rest.toLowerCase() : rest.toUpperCase()}`;
};

/** Codes that others write for a language of ours: older ISO codes, macrolanguages, Chinese by region. */
const OTHER_CODES: ReadonlyMap<string, LanguageTag> = new Map([
  ['fil', 'tl'],
  ['in', 'id'],
  ['iw', 'he'],
  ['ji', 'yi'],
  ['jw', 'jv'],
  ['no', 'nb'],
  ['zh-cn', 'zh-Hans'],
  ['zh-hk', 'zh-Hant'],
  ['zh-mo', 'zh-Hant'],
  ['zh-sg', 'zh-Hans'],
  ['zh-tw', 'zh-Hant'],
]);

/** Our tag for another code of a language, in any case: `nb` for `no`. Undefined for all other codes. */
export const tagOfOtherCode = (code: string): LanguageTag | undefined =>
  OTHER_CODES.get(code.toLowerCase());

/** Tag to the wire's upper-case code. */
export const toWireCode = (tag: LanguageTag): string => tag.toUpperCase();

/** The base language of a tag: `pt` of `pt-BR`. */
export const baseOf = (tag: LanguageTag): LanguageTag => tag.split('-', 1)[0] ?? tag;
