import {
  AppError,
  baseOf,
  findLanguage,
  hasManners,
  hasVariant,
  invalidParameter,
  isWritable,
  LANGUAGE_RESOURCE_NAMES,
  LANGUAGES,
  type LanguageTag,
  toTag,
  UNLISTED_LANGUAGES,
  unknownLanguage,
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
import type { FastifyInstance } from 'fastify';
import { listingParameters } from '../request/bodies/listing-parameters.js';
import type { HttpDependencies } from '../request/context.js';

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

/** Options of an improvement. */
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

/** The languages and variants that texts can be improved in now. */
const writableLanguages = (router: Router): readonly object[] =>
  languageCatalogue(router)
    .filter(({ tag }) => isWritable(tag) && router.rewriters(tag).length > 0)
    .map(({ tag, name }) => ({
      lang: tag,
      name,
      usable_as_source: !hasVariant(tag),
      usable_as_target: true,
      ...STABLE,
      features: hasManners(baseOf(tag)) ? { writing_style: STABLE, tone: STABLE } : {},
    }));

/** The parameters of `/v2/languages`, unchecked. */
export interface LanguageQuery {
  /** `source` (the default) or `target` */
  readonly type?: unknown;
  /** With `target`: only the languages that this source can be translated into. An extension. */
  readonly source_lang?: unknown;
}

/** A language of the list, with its upper-case code, and what else is said about it. */
export interface ListedLanguage {
  readonly language: string;
}

/**
 * The response of `GET /v2/languages`.
 *
 * @throws AppError `invalid_parameter`
 */
export const listLanguages = (
  router: Router,
  { type = 'source', source_lang: source }: LanguageQuery,
): readonly ListedLanguage[] => {
  if (type === 'source') {
    return servedSources(router).map(({ code, name, ...quality }) => ({
      language: code,
      name,
      ...toWireQuality(quality),
    }));
  }
  if (type === 'target') {
    const targets =
      source === undefined ? servedTargets(router) : servedTargetsFrom(router, sourceTag(source));
    return targets.map(({ code, name, supportsFormality, ...quality }) => ({
      language: code,
      name,
      supports_formality: supportsFormality,
      ...toWireQuality(quality),
    }));
  }
  throw new AppError('invalid_parameter', {
    parameter: 'type',
    message: "Parameter 'type' is invalid. 'source' and 'target' are valid values.",
  });
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

const sourceTag = (code: unknown): LanguageTag => {
  if (typeof code !== 'string') throw invalidParameter('source_lang', 'It is one language code.');
  const language = findLanguage(code);
  if (!language) throw unknownLanguage('source_lang', code);
  return toTag(language.code);
};

/** `/v2/languages` and `GET /v3/languages`: the languages that can be translated now. */
export const registerLanguages = (
  app: FastifyInstance,
  { router, settings }: Pick<HttpDependencies, 'router' | 'settings'>,
): void => {
  app.route({
    method: ['GET', 'POST'],
    url: '/v2/languages',
    handler: async (request) => listLanguages(router, await listingParameters(request, settings)),
  });

  app.get('/v3/languages', async (request) => {
    const { resource, product } = await listingParameters(request, settings);
    if (product !== undefined) {
      throw new AppError('invalid_parameter', {
        parameter: 'product',
        message: "Parameter 'product' has been renamed to 'resource'.",
      });
    }
    if (typeof resource !== 'string' || !RESOURCES.includes(resource)) {
      throw new AppError('invalid_parameter', {
        parameter: 'resource',
        message: `Missing or invalid argument: resource. Valid values: ${RESOURCES.join(', ')}.`,
      });
    }
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
  });

  app.get('/v3/languages/resources', async () =>
    RESOURCES.map((name) => ({ name, features: resourceFeatures(name, router) })),
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
