import { baseOf, type LanguageTag } from '@dragoman/contract';
import { languageCatalogue, type Router, targetTagsFrom } from '@dragoman/core';
import { FORMATS } from '@dragoman/documents';
import type { FastifyInstance } from 'fastify';
import type { RouteDependencies } from '../../context.js';

/** With the dot, as its clients compare them. */
const FILE_EXTENSIONS = Object.values(FORMATS).flatMap(({ extensions }) =>
  extensions.map((extension) => `.${extension}`),
);

/** Maximum bytes of a character in a JSON body, without escapes. */
const MAX_BYTES_PER_CHARACTER = 4;

interface ListedLanguage {
  readonly code: LanguageTag;
  readonly name: string;
  /** Its targets; empty if it is only a target itself. */
  readonly targets: readonly LanguageTag[];
}

/**
 * `GET /languages`, `/frontend/settings` and `/health` as LibreTranslate answers them: without a
 * key, because its clients call them before they have one.
 */
export const registerLibreTranslateFacts = (
  app: FastifyInstance,
  { router, readiness, settings }: RouteDependencies,
): void => {
  const listLanguages = createLanguageList(router);

  app.get('/languages', async () => listLanguages());

  app.get('/frontend/settings', async () => {
    const targets = languageCatalogue(router).filter(({ isTarget }) => isTarget);
    const target = targets.find(({ tag }) => tag === 'en') ?? targets[0];
    return {
      charLimit: Math.floor(settings.maxBodyBytes / MAX_BYTES_PER_CHARACTER),
      frontendTimeout: 500,
      apiKeys: true,
      keyRequired: settings.compatibilityKeys === 'always',
      suggestions: false,
      filesTranslation: true,
      supportedFilesFormat: FILE_EXTENSIONS,
      language: {
        source: { code: 'auto', name: 'Auto Detect' },
        target: { code: target?.tag ?? 'en', name: target?.name ?? 'English' },
      },
    };
  });

  app.get('/health', async (_request, reply) => {
    const { isReady } = readiness();
    reply.code(isReady ? 200 : 503);
    return { status: isReady ? 'ok' : 'not ready' };
  });
};

/** Finding all routes takes a while with many languages, so it is done once per change. */
const createLanguageList = (router: Router): (() => readonly ListedLanguage[]) => {
  let known: { readonly sources: unknown; readonly list: readonly ListedLanguage[] } | undefined;
  return () => {
    // The router creates new sets whenever an engine's pairs have changed.
    const sources = router.sources();
    if (known?.sources !== sources) {
      const list = languageCatalogue(router).map(({ tag, name }) => ({
        code: tag,
        name,
        targets: sources.has(baseOf(tag)) ? targetTagsFrom(router, baseOf(tag)) : [],
      }));
      known = { sources, list };
    }
    return known.list;
  };
};
