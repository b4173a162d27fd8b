import type { FastifyInstance } from 'fastify';

/**
 * The lists of glossaries, empty because there are none yet. Localisation platforms request them
 * before every text and treat an error as a service that is down.
 */
export const registerGlossaries = (app: FastifyInstance): void => {
  app.get('/v2/glossary-language-pairs', async () => ({ supported_languages: [] }));
  for (const path of ['/v2/glossaries', '/v3/glossaries']) {
    app.get(path, async () => ({ glossaries: [] }));
  }
};
