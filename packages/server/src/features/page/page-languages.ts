import {
  ADD_LANGUAGE_BODY,
  AppError,
  invalidParameter,
  type PageAdditions,
  parse,
  toTag,
} from '@dragoman/contract';
import { type ModelType, servedSources, servedTargets, servedTargetsFrom } from '@dragoman/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Configuration } from '../../configuration/settings.js';
import type { RouteDependencies } from '../../platform/http/define-route.js';
import { requireJson } from '../../platform/http/parse-bodies.js';
import { type AddableLanguage, addableLanguages, servedTags } from '../models/addable-languages.js';
import { knownLanguages } from '../models/known-languages.js';
import type { LanguageDownload } from '../models/language-downloads.js';
import { isOffline } from '../models/model-settings.js';
import { MODEL_LICENSE, PUBLISHED_LANGUAGES } from '../models/published-languages.js';
import { PIVOT } from '../models/wanted-models.js';
import { isTrusted } from './page-visitors.js';

/** The dependencies of adding languages. */
type PageLanguages = Pick<RouteDependencies, 'router' | 'languageDownloads'> & {
  readonly settings: Pick<
    Configuration,
    'pagePassword' | 'dataDirectory' | 'catalogueUrl' | 'offline'
  >;
};

/**
 * Languages that can be added, for the page: everyone sees them with the command, and visitors on
 * this machine or with the password may start the download.
 */
export const registerPageLanguages = (
  visitors: FastifyInstance,
  { router, languageDownloads, settings }: PageLanguages,
): void => {
  const mayAdd = (request: FastifyRequest): boolean =>
    isTrusted(request, settings) && !isOffline(settings);
  /** A language that the catalogue turned out not to have stays, because its row has the message. */
  const offered = () => {
    const { languages } = knownLanguages(settings);
    const tried = languageDownloads.list().filter(({ state }) => state !== 'installed');
    const others = PUBLISHED_LANGUAGES.filter(
      ({ tag }) =>
        tried.some(({ language }) => language === tag) && !languages.some((one) => one.tag === tag),
    );
    return [...languages, ...others];
  };
  const addable = () => {
    const sources = servedSources(router);
    const served = servedTags({ sources, targets: servedTargets(router) });
    // Of a language that other models serve, too, from or into English there may be poor ones only.
    const { poorSources, poorTargets } = poorBesidesEnglish(router, sources);
    const poor = {
      poorSources: new Set([...served.poorSources, ...poorSources]),
      poorTargets: new Set([...served.poorTargets, ...poorTargets]),
    };
    return addableLanguages({ ...served, ...poor }, offered());
  };

  visitors.get(
    '/session/additions',
    async (request): Promise<PageAdditions> => ({
      may_add: mayAdd(request),
      license: MODEL_LICENSE,
      addable: addable().map(addableToWire),
      downloads: languageDownloads.list().map(downloadToWire),
    }),
  );

  visitors.post('/session/additions', async (request, reply) => {
    if (!mayAdd(request)) {
      throw new AppError('unauthorized', {
        message: 'Languages can only be added on the server’s own machine, or with the password.',
      });
    }
    requireJson(request);
    const { language } = parse(ADD_LANGUAGE_BODY, request.body, '/session/additions');
    const known = addable().find(({ code }) => code === language);
    if (!known) throw invalidParameter('language', 'It must be one of the languages to add.');
    languageDownloads.add([known.tag]);
    return reply.code(202).send({});
  });
};

/** What starter models or rules translate from or into English, the other side of all published models. */
const poorBesidesEnglish = (
  router: PageLanguages['router'],
  sources: readonly { readonly code: string }[],
) => ({
  poorSources: sources
    .map(({ code }) => toTag(code))
    .filter((source) => {
      const route = source === PIVOT ? undefined : router.route(source, [PIVOT], BEST);
      return route?.legs.some(
        ({ engine, origin }) => origin === 'starter' || engine.capabilities.isRuleBased === true,
      );
    }),
  poorTargets: servedTargetsFrom(router, PIVOT)
    .filter(({ isStarter, isRuleBased }) => isStarter || isRuleBased)
    .map(({ code }) => toTag(code)),
});

const BEST: ModelType = 'quality_optimized';

const addableToWire = (language: AddableLanguage) => ({
  language: language.code,
  name: language.name,
  directions: language.directions,
  estimated_bytes: language.estimatedBytes,
  better: language.isBetter,
  command: language.command,
});

const downloadToWire = ({ language, state, doneBytes, totalBytes, message }: LanguageDownload) => ({
  language: language.toUpperCase(),
  state,
  done_bytes: doneBytes,
  total_bytes: totalBytes,
  message,
});
