import type { FastifyInstance } from 'fastify';
import type { HttpDependencies } from '../request/context.js';

/** Probes without a key: `live` says the process answers, `ready` that it can translate. */
export const registerHealth = (
  app: FastifyInstance,
  { readiness }: Pick<HttpDependencies, 'readiness'>,
): void => {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const { isReady, engines } = readiness();
    reply.code(isReady ? 200 : 503);
    return { status: isReady ? 'ready' : 'not ready', engines };
  });
};
