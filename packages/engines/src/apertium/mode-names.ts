import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findLanguage, type LanguagePair, type LanguageTag, toTag } from '@dragoman/contract';

/** What the name of a mode says, such as `eng-spa` or `es-pt_BR`. */
export interface NamedMode {
  readonly name: string;
  readonly sources: readonly LanguageTag[];
  readonly targets: readonly LanguageTag[];
}

export const modesDirectory = (dataDirectory: string): string => join(dataDirectory, 'modes');

/** The names of the installed modes; none if the folder cannot be read. */
export const modeNames = async (directory: string): Promise<readonly string[]> =>
  (await readdir(directory).catch(() => []))
    .filter((file) => file.endsWith('.mode'))
    .map((file) => file.slice(0, -'.mode'.length));

/**
 * The pairs of the installed modes by their names alone: nothing is run, so some of them may turn
 * out to be broken.
 */
export const namedPairs = async (dataDirectory: string): Promise<readonly LanguagePair[]> =>
  (await modeNames(modesDirectory(dataDirectory))).map(readModeName).flatMap(pairsOf);

const MODE_NAME = /^([a-z]{2,3})-([a-z]{2,3})(?:_([A-Za-z0-9_]+))?$/;

// Packages rewritten for ISO 639-3 supersede those of two letters (`fra-spa`, `fr-es`).
export const newerNamesFirst = (left: string, right: string): number =>
  Number(MODE_NAME.exec(left)?.[1]?.length === 2) -
    Number(MODE_NAME.exec(right)?.[1]?.length === 2) || (left < right ? -1 : 1);

/** Reads the name of a mode; `reason` says why it has no pair of the service. */
export const readModeName = (name: string): NamedMode | { readonly reason: string } => {
  const match = MODE_NAME.exec(name);
  if (!match) return { reason: 'a variant the service has no language code for' };
  const [, source = '', target = '', variant] = match;
  const sources = languagesOfCode(source);
  if (sources.length === 0) return { reason: `no language of the service: ${source}` };
  const variantTag = variant === undefined ? undefined : variantOfCode(target, variant);
  if (variant !== undefined && variantTag === undefined) {
    return { reason: 'a variant the service has no language code for' };
  }
  const targets = variantTag === undefined ? languagesOfCode(target) : [variantTag];
  if (targets.length === 0) return { reason: `no language of the service: ${target}` };
  if (pairsOf({ sources, targets }).length === 0) {
    return { reason: 'both sides are the same language of the service' };
  }
  return { name, sources, targets };
};

/** Every source with every other target; none for a name without a pair. */
export const pairsOf = (
  mode: Pick<NamedMode, 'sources' | 'targets'> | { readonly reason: string },
): readonly LanguagePair[] =>
  'reason' in mode
    ? []
    : mode.sources.flatMap((source) =>
        mode.targets.filter((target) => target !== source).map((target) => ({ source, target })),
      );

/** A side of a mode's name: the tags it stands for, none where the service does not know it. */
type ModeLanguage = readonly LanguageTag[];

/**
 * Apertium names languages by ISO 639-1 or 639-3, whichever the package's author chose. The
 * second is rewritten to the first by the language subtag registry Node carries (CLDR aliases);
 * only what that maps otherwise, or to a macrolanguage, is listed here.
 */
const EXCEPTIONS: Readonly<Record<string, ModeLanguage>> = {
  // Serbo-Croatian; the packages write Latin script in the Croatian and Bosnian norms.
  hbs: ['hr', 'bs'],
  sh: ['hr', 'bs'],
  zlm: ['ms'],
  nor: ['nb'],
  no: ['nb'],
};

// Variants of a mode's target that are variants of the service, too.
const VARIANTS: Readonly<Record<string, LanguageTag>> = {
  pt_BR: 'pt-BR',
  pt_PT: 'pt-PT',
  en_US: 'en-US',
  en_GB: 'en-GB',
};

/** The tags of a language code in a mode's name. */
export const languagesOfCode = (code: string): ModeLanguage => {
  const exception = EXCEPTIONS[code];
  if (exception) return exception;
  const canonical = canonicalCode(code);
  const language = canonical === undefined ? undefined : findLanguage(canonical);
  return language ? [toTag(language.code)] : [];
};

/** The tag of a target's variant, such as `por` and `BR`; undefined where the service has none. */
export const variantOfCode = (code: string, variant: string): LanguageTag | undefined => {
  const [base] = languagesOfCode(code);
  return base === undefined ? undefined : VARIANTS[`${base}_${variant}`];
};

const canonicalCode = (code: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(code)[0];
  } catch {
    return undefined;
  }
};

/**
 * The language pairs that Debian 12 packages as `apertium-A-B`, without those whose output is
 * unusable and those with a language the service does not know. A test compares them with apt.
 */
export const PACKAGED_PAIRS: readonly string[] =
  `afr-nld arg-cat bel-rus br-fr cat-ita dan-nor en-gl eng-cat eng-spa eo-ca eo-en eo-es eo-fr es-gl
  es-pt es-ro eu-en eu-es fr-es fra-cat hbs-slv ind-zlm isl-eng isl-swe mkd-bul mkd-eng
  oc-ca oc-es oci-fra por-cat pt-gl rus-ukr spa-arg spa-cat spa-ita swe-dan swe-nor urd-hin`
    .trim()
    .split(/\s+/);

/**
 * The Debian packages that bring a language, none where Apertium has nothing for it.
 *
 * @param other what it is to be translated from or into: if there are packages with both, only these
 */
export const debianPackagesFor = (
  language: LanguageTag,
  other?: LanguageTag,
): readonly string[] => {
  packages ??= PACKAGED_PAIRS.map((pair) => ({
    name: `apertium-${pair}`,
    languages: pair.split('-').flatMap(languagesOfCode),
  }));
  const found = packages.filter(({ languages }) => languages.includes(language));
  const direct = found.filter(({ languages }) => other !== undefined && languages.includes(other));
  return (direct.length > 0 ? direct : found).map(({ name }) => name);
};

/** Read once: finding what a code stands for takes Node long, and lists of languages ask for each. */
let packages: readonly { readonly name: string; readonly languages: ModeLanguage }[] | undefined;
