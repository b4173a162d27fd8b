import {
  baseOf,
  findTarget,
  LANGUAGES,
  type Language,
  type LanguageTag,
  type LanguageVariant,
  type ResolvedTarget,
  toTag,
  UNLISTED_LANGUAGES,
} from '@dragoman/contract';
import type { ModelType } from '../engine.js';
import type { Route } from './route.js';
import type { Router } from './router.js';

/** A language that can be used now, as the language endpoints list it. */
export interface ServedLanguage {
  /** Upper-case wire code. */
  readonly code: string;
  readonly name: string;
  /** Whether nothing but starter models, which are small, serves it. */
  readonly isStarter: boolean;
  /** Whether nothing but rule-based engines serves it. */
  readonly isRuleBased: boolean;
}

/** A language or variant that can be translated into now. */
interface ServedTarget extends ServedLanguage {
  readonly supportsFormality: boolean;
}

/** A target with what its route from one source is like. */
export interface ReachableTarget extends ServedTarget {
  /** Measured quality of the route, as chrF from 0 to 100. */
  readonly chrf: number | undefined;
}

/** Whether some engine translates into the variant, with a model of its own or of its base. */
const servesVariant = (router: Router, base: Language, variant: LanguageVariant): boolean =>
  router.targets().has(toTag(variant.code)) ||
  (variant.sharesBaseModel && router.targets().has(toTag(base.code)));

/** What an engine may call a target: its variant where there is one, then what serves as well. */
export const engineTagsOf = ({ base, variant }: ResolvedTarget): readonly LanguageTag[] => [
  ...(variant ? [toTag(variant.code)] : []),
  ...(!variant || variant.sharesBaseModel ? [toTag(base.code)] : []),
];

/** Whether a form of address can be asked for in a target, by its code or tag. */
export const supportsFormality = (router: Router, code: string): boolean => {
  const target = findTarget(code);
  if (!target || (target.variant ?? target.base).formality !== true) return false;
  const formalTags = router.targetsWith('formality');
  return engineTagsOf(target).some((tag) => formalTags.has(tag));
};

/** The listed languages that can be translated from, in the table's order. */
export const servedSources = (router: Router): readonly ServedLanguage[] =>
  LANGUAGES.filter((language) => router.sources().has(toTag(language.code))).map(
    ({ code, name }) => ({
      code,
      name,
      isStarter: router.starterSources().has(toTag(code)),
      isRuleBased: router.ruleBasedSources().has(toTag(code)),
    }),
  );

/** The listed languages and variants that can be translated into, in the table's order. */
export const servedTargets = (router: Router): readonly ServedTarget[] =>
  LANGUAGES.flatMap((language) => {
    const variants = (language.variants ?? []).filter(
      (variant) => !variant.isUnlisted && servesVariant(router, language, variant),
    );
    const listsBase = !language.variants || language.baseIsTarget === true;
    const base = listsBase && router.targets().has(toTag(language.code)) ? [language] : [];
    const rows = [
      ...base.map((row) => ({ row, target: { base: language } })),
      ...variants.map((variant) => ({ row: variant, target: { base: language, variant } })),
    ];
    return rows.map(({ row, target }) => {
      const tags = engineTagsOf(target).filter((tag) => router.targets().has(tag));
      return {
        code: row.code,
        name: ('targetName' in row && row.targetName) || row.name,
        isStarter: tags.every((tag) => router.starterTargets().has(tag)),
        isRuleBased: tags.every((tag) => router.ruleBasedTargets().has(tag)),
        supportsFormality: supportsFormality(router, row.code),
      };
    });
  });

/** The route from a source into a target; undefined if it is the source language itself. */
const routeTo = (
  router: Router,
  source: LanguageTag,
  code: string,
  preferred: ModelType = 'quality_optimized',
): Route | undefined => {
  const target = findTarget(code);
  if (!target || toTag(target.base.code) === source) return undefined;
  return router.route(source, engineTagsOf(target), preferred);
};

/** The kinds of model that a source can be translated into a target with. */
export const modelTypesTo = (
  router: Router,
  source: LanguageTag,
  code: string,
): readonly ModelType[] =>
  (['latency_optimized', 'quality_optimized'] as const).filter(
    (kind) => routeTo(router, source, code, kind)?.modelType === kind,
  );

/** Those of the listed targets that this source can be translated into, itself not among them. */
export const servedTargetsFrom = (
  router: Router,
  source: LanguageTag,
): readonly ReachableTarget[] =>
  servedTargets(router).flatMap((target) => {
    const route = routeTo(router, source, target.code);
    if (!route) return [];
    const isRuleBased = route.legs.some(({ engine }) => engine.capabilities.isRuleBased === true);
    const isStarter = route.legs.some(({ origin }) => origin === 'starter');
    return [{ ...target, isRuleBased, isStarter, chrf: router.measuredScore(route) }];
  });

/** A language with all the ways it can be used, by its tag. */
export interface CatalogueEntry {
  /** BCP-47: `en`, `pt-BR`, `zh-Hans`. */
  readonly tag: string;
  readonly name: string;
  readonly isSource: boolean;
  readonly isTarget: boolean;
  readonly supportsFormality: boolean;
  /** Whether some engine that follows instructions translates into it. */
  readonly followsInstructions: boolean;
}

/** Every usable language and variant, those the v2 lists hide included. */
export const languageCatalogue = (router: Router): readonly CatalogueEntry[] => {
  const entries = [...LANGUAGES, ...UNLISTED_LANGUAGES].flatMap((language) => {
    const variants = language.variants ?? [];
    const servedVariants = variants.filter((variant) => servesVariant(router, language, variant));
    const isTarget = router.targets().has(toTag(language.code)) || servedVariants.length > 0;
    return [
      entryOf(router, language, { isSource: router.sources().has(toTag(language.code)), isTarget }),
      ...servedVariants.map((row) => entryOf(router, row, { isSource: false, isTarget: true })),
    ];
  });
  return entries.filter((entry) => entry.isSource || entry.isTarget);
};

/** Every tag this source can be translated into, base languages with variants among them. */
export const targetTagsFrom = (router: Router, source: LanguageTag): readonly LanguageTag[] =>
  languageCatalogue(router)
    .filter(({ tag, isTarget }) => isTarget && routeTo(router, source, tag))
    .map(({ tag }) => tag);

const entryOf = (
  router: Router,
  { code, name }: Pick<Language, 'code' | 'name'>,
  uses: Pick<CatalogueEntry, 'isSource' | 'isTarget'>,
): CatalogueEntry => {
  const tag = toTag(code);
  const instructed = router.targetsWith('instructions');
  const followsInstructions =
    uses.isTarget && [tag, baseOf(tag)].some((one) => instructed.has(one));
  return {
    tag,
    name,
    ...uses,
    supportsFormality: supportsFormality(router, tag),
    followsInstructions,
  };
};
