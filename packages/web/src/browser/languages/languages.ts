import { locale, message } from '../messages.js';
import type { Language } from '../service/api.js';

/** A target language, with its variants if there are several. */
export interface TargetGroup {
  /** Upper-case base code: `EN`. */
  readonly base: string;
  /** `English`; the full name if there is only one variant. */
  readonly name: string;
  readonly englishName: string;
  readonly variants: readonly TargetVariant[];
}

interface TargetVariant {
  readonly code: string;
  /** `English (British)` */
  readonly name: string;
  /** The part that distinguishes it from the other variants: `British`. */
  readonly label: string;
}

/** The default variant, if neither the user nor the browser prefers one. */
const USUAL_VARIANTS = ['EN-US', 'PT-PT', 'ZH-HANS'];

const RIGHT_TO_LEFT = new Set(['AR', 'CKB', 'DV', 'FA', 'HE', 'PRS', 'PS', 'SD', 'UG', 'UR', 'YI']);

const LATIN_AMERICA = /^es-(AR|BO|CL|CO|CR|CU|DO|EC|GT|HN|MX|NI|PA|PE|PR|PY|SV|US|UY|VE|419)$/i;

export const baseOf = (code: string): string => code.split('-', 1)[0] ?? code;

/** In the order of their names. */
export const byName = <Named extends { readonly name: string }>(
  items: readonly Named[],
): readonly Named[] =>
  items.toSorted((left, right) => left.name.localeCompare(right.name, locale()));

/** The languages that a link names: upper-case codes, empty where it names none. */
interface LinkLanguages {
  readonly source: string;
  readonly target: string;
}

/**
 * What of a link's languages can be used, with the codes that nothing here has. A target that is the
 * source is none.
 *
 * @param has whether there is a source or target with this base code
 */
export const usableLink = (
  { source, target }: LinkLanguages,
  has: (side: 'source' | 'target', base: string) => boolean,
): LinkLanguages & { readonly unknown: readonly string[] } => {
  const hasSource = has('source', baseOf(source));
  const hasTarget = has('target', baseOf(target));
  const isSame = baseOf(source) === baseOf(target);
  const unknown = [...(hasSource ? [] : [source]), ...(hasTarget ? [] : [target])];
  return {
    source: hasSource ? baseOf(source) : '',
    target: hasTarget && !isSame ? target : '',
    unknown: [...new Set(unknown.filter((code) => code !== ''))],
  };
};

/** Groups the variants of each language; languages are sorted by name. */
export const groupTargets = (targets: readonly Language[]): readonly TargetGroup[] => {
  const bases = [...new Set(targets.map(({ code }) => baseOf(code)))];
  return byName(
    bases.map((base) => {
      const ofBase = targets.filter(({ code }) => baseOf(code) === base);
      // A base that only duplicates one of its variants, as with Chinese, is not offered.
      const members = ofBase.filter(
        (one) =>
          one.code !== base ||
          !ofBase.some(
            (other) => other.code !== base && englishNameOf(other) === englishNameOf(one),
          ),
      );
      const variants = members.map((member) => ({ ...member, label: labelOf(member.name) }));
      const [only] = variants;
      const name = variants.length === 1 && only ? only.name : plainName(only?.name ?? base);
      const englishName = plainName(only ? englishNameOf(only) : base);
      return { base, name, englishName, variants };
    }),
  );
};

const englishNameOf = ({ name, englishName = name }: Pick<Language, 'name' | 'englishName'>) =>
  englishName;

const plainName = (name: string): string => name.replace(/ ?[(（].*[)）]$/, '');

const labelOf = (name: string): string => {
  const inner = /[(（](.+)[)）]$/.exec(name)?.[1];
  return inner === undefined
    ? message('variantGeneral')
    : inner.charAt(0).toUpperCase() + inner.slice(1);
};

/**
 * The variant to start with: the previous choice, else the browser's, else the default one.
 *
 * @param preferences languages of the browser, the best first: `pt-BR`
 */
export const startingVariant = (
  { variants }: TargetGroup,
  chosen: string | undefined,
  preferences: readonly string[],
): TargetVariant | undefined => {
  const find = (code: string | undefined) => variants.find((variant) => variant.code === code);
  const own = preferences.map(variantOfTag).find((code) => find(code) !== undefined);
  return (
    find(chosen) ?? find(own) ?? find(USUAL_VARIANTS.find((code) => find(code))) ?? variants[0]
  );
};

/**
 * The wire's code nearest to a browser's language tag: `es-MX` is `ES-419`, `zh-TW` is `ZH-HANT`.
 */
export const variantOfTag = (tag: string): string => {
  if (LATIN_AMERICA.test(tag)) return 'ES-419';
  if (/^zh-(Hant|TW|HK|MO)/i.test(tag)) return 'ZH-HANT';
  if (/^zh/i.test(tag)) return 'ZH-HANS';
  return tag.toUpperCase();
};

/** Direction of a language's script; `auto` depends on the text. */
export const directionOf = (code: string | undefined): 'ltr' | 'rtl' | 'auto' => {
  if (code === undefined) return 'auto';
  return RIGHT_TO_LEFT.has(baseOf(code)) ? 'rtl' : 'ltr';
};
