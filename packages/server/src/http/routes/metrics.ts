import type { FastifyInstance } from 'fastify';
import type { HttpDependencies } from '../request/context.js';

/** `GET /metrics` for Prometheus, which can send the key: `authorization: { type, credentials }`. */
export const registerMetrics = (app: FastifyInstance, { metrics }: HttpDependencies): void => {
  app.get('/metrics', async (_request, reply) => {
    const { contentType, text } = await metrics.render();
    return reply.header('content-type', contentType).send(text);
  });
};
