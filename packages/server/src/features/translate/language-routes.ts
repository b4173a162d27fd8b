import {
  baseOf,
  described,
  findLanguage,
  hasVariant,
  isWritable,
  LANGUAGE_ENTRY,
  LANGUAGE_RESOURCE,
  LANGUAGE_RESOURCE_NAMES,
  LANGUAGE_TAG_ENTRY,
  LANGUAGES,
  type LanguageTag,
  type PageLanguage,
  problem,
  supportsStyleAndTone,
  toTag,
  UNLISTED_LANGUAGES,
  unknownLanguageReason,
} from '@dragoman/contract';
import {
  type CatalogueEntry,
  DETECTABLE_LANGUAGES,
  languageCatalogue,
  type ReachableTarget,
  type Router,
  type ServedLanguage,
  servedSources,
  servedTargets,
  servedTargetsFrom,
} from '@dragoman/core';
import * as z from 'zod';
import { defineRoute, type Route, type RouteTag } from '../../platform/http/define-route.js';

const LANGUAGES_TAG: RouteTag = {
  name: 'Languages',
  description: 'Which languages can be translated now.',
};

/** The resources of `/v3/languages`; texts and documents can be translated. */
const RESOURCES: readonly string[] = LANGUAGE_RESOURCE_NAMES;
const TRANSLATED: ReadonlySet<string> = new Set(['translate_text', 'translate_document']);
const GLOSSARY = 'glossary';
const STYLE_RULES = 'style_rules';
const TRANSLATION_MEMORY = 'translation_memory';
const WRITE = 'write';

const STABLE = { status: 'stable' } as const;

/** Options of a translation, and which side has to support them. */
const TEXT_FEATURES = [
  { name: 'formality', needs_target_support: true },
  { name: GLOSSARY, needs_source_support: true, needs_target_support: true },
  { name: STYLE_RULES, needs_target_support: true },
  { name: 'custom_instructions', needs_target_support: true },
  { name: TRANSLATION_MEMORY, needs_source_support: true, needs_target_support: true },
  { name: 'tag_handling', needs_source_support: true, needs_target_support: true },
  { name: 'auto_detection', needs_source_support: true },
] as const;

/** Options of rewriting. */
const WRITE_FEATURES = [
  { name: 'writing_style', needs_target_support: true },
  { name: 'tone', needs_target_support: true },
] as const;

type Features = Readonly<Partial<Record<(typeof TEXT_FEATURES)[number]['name'], typeof STABLE>>>;

const featuresOf = ({
  tag,
  isSource,
  isTarget,
  supportsFormality,
  followsInstructions,
}: CatalogueEntry): Features => ({
  ...(supportsFormality && { formality: STABLE }),
  glossary: STABLE,
  ...(isTarget && { style_rules: STABLE }),
  ...(followsInstructions && { custom_instructions: STABLE }),
  translation_memory: STABLE,
  tag_handling: STABLE,
  ...(isSource && DETECTABLE_LANGUAGES.has(tag) && { auto_detection: STABLE }),
});

/** The languages that a glossary can be made for, whether they are installed or not. */
const glossaryLanguages = (): readonly object[] =>
  [...LANGUAGES, ...UNLISTED_LANGUAGES].map(({ code, name }) => ({
    lang: toTag(code),
    name,
    usable_as_source: true,
    usable_as_target: true,
    ...STABLE,
    features: {},
  }));

/** The languages and variants that texts can be rewritten in now. */
const writableLanguages = (router: Router): readonly object[] =>
  languageCatalogue(router)
    .filter(({ tag }) => isWritable(tag) && router.rewriters(tag).length > 0)
    .map(({ tag, name }) => ({
      lang: tag,
      name,
      usable_as_source: !hasVariant(tag),
      usable_as_target: true,
      ...STABLE,
      features: supportsStyleAndTone(baseOf(tag)) ? { writing_style: STABLE, tone: STABLE } : {},
    }));

/** The parameters of `/v2/languages`. */
export const LANGUAGE_QUERY = z.object({
  type: described(
    z.enum(['source', 'target']).default('source'),
    'Source or target languages; the default is `source`.',
    'target',
  ),
  source_lang: described(
    z
      .string('It is one language code.')
      .transform((code, context): LanguageTag => {
        const language = findLanguage(code);
        if (language) return toTag(language.code);
        context.addIssue(
          problem('language', () => unknownLanguageReason(code, { isTarget: false })),
        );
        return z.NEVER;
      })
      .optional(),
    'With `type=target`: only the languages that this source language can be translated into. An extension of this server.',
    'EN',
  ),
});

type LanguageQuery = z.output<typeof LANGUAGE_QUERY>;

/** A language of the list, with its upper-case code, and what else is said about it. */
export interface ListedLanguage extends Omit<PageLanguage, 'model_types'> {
  readonly supports_formality?: boolean;
}

/** The response of `GET /v2/languages`. */
export const listLanguages = (
  router: Router,
  { type, source_lang: source }: LanguageQuery,
): readonly ListedLanguage[] => {
  if (type === 'source') {
    return servedSources(router).map(({ code, name, ...quality }) => ({
      language: code,
      name,
      ...toWireQuality(quality),
    }));
  }
  const targets = source === undefined ? servedTargets(router) : servedTargetsFrom(router, source);
  return targets.map(({ code, name, supportsFormality, ...quality }) => ({
    language: code,
    name,
    supports_formality: supportsFormality,
    ...toWireQuality(quality),
  }));
};

/** A route that scores less says so. */
const LOW_CHRF = 45;

/** What is behind a language, in fields that the contract does not have. */
const toWireQuality = ({
  isStarter,
  isRuleBased,
  chrf,
}: Pick<ServedLanguage, 'isStarter' | 'isRuleBased'> & Partial<Pick<ReachableTarget, 'chrf'>>) => ({
  ...(isStarter && { starter: true }),
  ...(isRuleBased && { rule_based: true }),
  ...(chrf !== undefined && { chrf }),
  ...(chrf !== undefined && chrf < LOW_CHRF && { low_quality: true }),
});

const shared = {
  tag: LANGUAGES_TAG,
  permissions: ['translate', 'usage', 'admin'],
} as const;

const listing = {
  ...shared,
  url: '/v2/languages',
  query: LANGUAGE_QUERY,
  alsoFromBody: true,
  responses: [
    {
      status: 200,
      description: 'The languages.',
      schema: LANGUAGE_ENTRY,
      isList: true,
      example: [
        { language: 'CA', name: 'Catalan', supports_formality: false },
        { language: 'ES', name: 'Spanish', supports_formality: false },
      ],
    },
  ],
  errors: ['invalid_parameter'],
} as const;

const TAGS_QUERY = z.preprocess(
  (sent: Readonly<Record<string, unknown>>, context) => {
    if (sent.product === undefined) return sent;
    context.addIssue(problem('custom', () => '', 'product'));
    return z.NEVER;
  },
  z.object({
    resource: described(
      z.enum(LANGUAGE_RESOURCE_NAMES),
      'The purpose of the languages. `translate_text` and `translate_document` have the same ones, `glossary` and `style_rules` the base languages, `translation_memory` all, `write` those that a language model writes, the others none.',
      'translate_text',
    ),
  }),
);

const RESOURCE_EXAMPLE = RESOURCES.map((name) => ({
  name,
  features: TRANSLATED.has(name) ? TEXT_FEATURES : name === WRITE ? WRITE_FEATURES : [],
}));

/** The languages that can be translated now. */
export const LANGUAGE_ROUTES: readonly Route[] = [
  defineRoute({
    ...listing,
    method: 'get',
    id: 'listLanguages',
    summary: 'List languages',
    description:
      'What the installed engines can translate from or into at the moment. Parameters may also come in a JSON or form body; those of the address have priority.',
    handler: async ({ query }, { router }) => listLanguages(router, query),
  }),
  defineRoute({
    ...listing,
    method: 'post',
    id: 'postLanguages',
    summary: 'List languages, with parameters in the body',
    description: 'The same as `GET`, for clients that ask this way.',
    handler: async ({ query }, { router }) => listLanguages(router, query),
  }),
  defineRoute({
    ...shared,
    method: 'get',
    url: '/v3/languages',
    id: 'listLanguageTags',
    summary: 'List languages as BCP-47 tags',
    query: TAGS_QUERY,
    alsoFromBody: true,
    responses: [
      {
        status: 200,
        description: 'The languages.',
        schema: LANGUAGE_TAG_ENTRY,
        isList: true,
        example: [
          {
            lang: 'ca',
            name: 'Catalan',
            usable_as_source: true,
            usable_as_target: true,
            ...STABLE,
            features: {
              glossary: STABLE,
              style_rules: STABLE,
              translation_memory: STABLE,
              tag_handling: STABLE,
              auto_detection: STABLE,
            },
          },
        ],
      },
    ],
    errors: ['invalid_parameter'],
    handler: async ({ query: { resource } }, { router }) => listTags(resource, router),
  }),
  defineRoute({
    ...shared,
    method: 'get',
    url: '/v3/languages/resources',
    id: 'listLanguageResources',
    summary: 'List the resources of the languages endpoint',
    responses: [
      {
        status: 200,
        description: 'The resources.',
        schema: LANGUAGE_RESOURCE,
        isList: true,
        example: RESOURCE_EXAMPLE,
      },
    ],
    handler: async (_request, { router }) =>
      RESOURCES.map((name) => ({ name, features: resourceFeatures(name, router) })),
  }),
];

const listTags = (resource: string, router: Router): readonly object[] => {
  if (resource === WRITE) return writableLanguages(router);
  if (resource === GLOSSARY) return glossaryLanguages();
  const isForStyles = resource === STYLE_RULES;
  const isMemory = resource === TRANSLATION_MEMORY;
  if (!TRANSLATED.has(resource) && !isForStyles && !isMemory) return [];
  return (
    languageCatalogue(router)
      // A list of style rules is for a base language, and serves all its variants.
      .filter(({ tag, isTarget }) => !isForStyles || (isTarget && !hasVariant(tag)))
      .map((language) => ({
        lang: language.tag,
        name: language.name,
        usable_as_source: language.isSource,
        usable_as_target: language.isTarget,
        ...STABLE,
        features: isForStyles || isMemory ? {} : featuresOf(language),
      }))
  );
};

const resourceFeatures = (resource: string, router: Router) => {
  if (resource === WRITE) return WRITE_FEATURES;
  if (!TRANSLATED.has(resource)) return [];
  return TEXT_FEATURES.filter(({ name }) => {
    const capability = NEEDED_CAPABILITIES[name];
    return capability === undefined || router.targetsWith(capability).size > 0;
  });
};

/** What only some engines can do. */
const NEEDED_CAPABILITIES: Readonly<Record<string, 'formality' | 'instructions'>> = {
  formality: 'formality',
  custom_instructions: 'instructions',
};
