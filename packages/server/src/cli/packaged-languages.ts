import { LANGUAGES, type LanguageTag, toTag, UNLISTED_LANGUAGES } from '@dragoman/contract';
import { debianPackagesFor } from '@dragoman/engines/apertium';
import type { ServedTags } from '../catalogue/addable-languages.js';
import type { PublishedLanguage } from '../catalogue/published-languages.js';

/** A language that only Debian's packages of Apertium bring. */
export interface PackagedLanguage {
  readonly tag: LanguageTag;
  /** Upper-case base code. */
  readonly code: string;
  readonly name: string;
  /** The command that installs all of its pairs. */
  readonly command: string;
}

/**
 * What cannot be translated at all, has no published models, and is in a package of Debian; by name.
 * Languages with models are not listed, because the models are better.
 */
export const packagedLanguages = (
  { sources, targets }: ServedTags,
  published: readonly PublishedLanguage[],
): readonly PackagedLanguage[] =>
  [...LANGUAGES, ...UNLISTED_LANGUAGES]
    .flatMap(({ code, name }): readonly PackagedLanguage[] => {
      const tag = toTag(code);
      const packages = debianPackagesFor(tag);
      const isThere =
        sources.has(tag) || targets.has(tag) || published.some((one) => one.tag === tag);
      return isThere || packages.length === 0
        ? []
        : [{ tag, code, name, command: `apt-get install ${packages.join(' ')}` }];
    })
    .toSorted((left, right) => left.name.localeCompare(right.name, 'en'));
