import { baseOf, findLanguage, type LanguageTag, toTag, toWireCode } from '@dragoman/contract';
import type { PublishedLanguage } from './published-languages.js';

/** A language with published neural models that are not installed here. */
export interface AddableLanguage {
  readonly tag: LanguageTag;
  /** Upper-case base code. */
  readonly code: string;
  readonly name: string;
  readonly directions: PublishedLanguage['directions'];
  /** Estimated download in bytes. */
  readonly estimatedBytes: number;
  /** Whether the language can be translated already, but not as well. */
  readonly isBetter: boolean;
  /** The command that adds it. */
  readonly command: string;
}

/** What can be translated now. */
export interface ServedTags {
  readonly sources: ReadonlySet<LanguageTag>;
  /** Base languages and variants. */
  readonly targets: ReadonlySet<LanguageTag>;
  /** Those of the sources that only starter models or only rules serve. */
  readonly poorSources: ReadonlySet<LanguageTag>;
  /** Those of the targets that only starter models or only rules serve. */
  readonly poorTargets: ReadonlySet<LanguageTag>;
}

interface ListedQuality {
  /** Wire code. */
  readonly code: string;
  readonly isStarter?: boolean;
  readonly isRuleBased?: boolean;
}

/** What can be translated now, from lists of languages; what a list does not say is not poor. */
export const servedTags = ({
  sources,
  targets,
}: {
  readonly sources: readonly ListedQuality[];
  readonly targets: readonly ListedQuality[];
}): ServedTags => ({
  sources: tagsOf(sources),
  targets: tagsOf(targets),
  poorSources: tagsOf(sources.filter(isOfPoorQuality)),
  poorTargets: tagsOf(targets.filter(isOfPoorQuality)),
});

const tagsOf = (languages: readonly ListedQuality[]): ReadonlySet<LanguageTag> =>
  new Set(languages.map(({ code }) => toTag(code)));

const isOfPoorQuality = ({ isStarter, isRuleBased }: ListedQuality): boolean =>
  isStarter === true || isRuleBased === true;

/**
 * What cannot be translated at all, or only with starter models or rules, and has published models;
 * by name.
 *
 * @param published what is known to have models
 */
export const addableLanguages = (
  served: ServedTags,
  published: readonly PublishedLanguage[],
): readonly AddableLanguage[] =>
  published
    .filter((language) => isPoor(served, language) || !isServed(served, language))
    .flatMap((one) => {
      const isBetter = isServed(served, one);
      const language = findLanguage(toWireCode(one.tag));
      const command = pullCommandFor(one.tag);
      return language
        ? [{ ...one, code: language.code, name: language.name, isBetter, command }]
        : [];
    })
    .toSorted((left, right) => left.name.localeCompare(right.name, 'en'));

/** Whether every direction with a published model is served. */
const isServed = (
  { sources, targets }: ServedTags,
  { tag, directions }: PublishedLanguage,
): boolean =>
  (directions === 'from English' || sources.has(tag)) &&
  (directions === 'into English' || hasBase(targets, tag));

/** Whether a direction with a published model could be served better. */
const isPoor = (
  { poorSources, poorTargets }: ServedTags,
  { tag, directions }: PublishedLanguage,
): boolean =>
  (directions !== 'from English' && poorSources.has(tag)) ||
  (directions !== 'into English' && hasBase(poorTargets, tag));

const hasBase = (tags: ReadonlySet<LanguageTag>, base: LanguageTag): boolean =>
  [...tags].some((tag) => baseOf(tag) === base);

/** The command that downloads the models of a language. */
export const pullCommandFor = (tag: LanguageTag): string => `npx dragoman models pull ${tag}`;
