import { LIVENESS, READINESS } from '@dragoman/contract';
import { defineRoute, type Route } from './define-route.js';

/** Probes without a key: `live` says the process answers, `ready` that it can translate. */
export const HEALTH_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    url: '/health/live',
    id: 'isLive',
    tag: 'Service',
    refusesForeignSites: true,
    summary: 'Check that the process responds',
    responses: [
      {
        status: 200,
        description: 'It responds.',
        schema: LIVENESS,
        example: { status: 'ok' },
      },
    ],
    handler: async () => ({ status: 'ok' }),
  }),
  defineRoute({
    method: 'get',
    url: '/health/ready',
    id: 'isReady',
    tag: 'Service',
    refusesForeignSites: true,
    summary: 'Check that texts can be translated',
    responses: [
      {
        status: 200,
        description: 'Texts can be translated.',
        schema: READINESS,
        example: { status: 'ready', engines: { neural: 'ready', apertium: 'ready' } },
      },
      {
        status: 503,
        description: 'Texts cannot be translated: nothing is installed, or the server is stopping.',
        schema: READINESS,
      },
    ],
    handler: async ({ reply }, { readiness }) => {
      const { isReady, engines } = readiness();
      if (!isReady) reply.code(503);
      return { status: isReady ? 'ready' : 'not ready', engines };
    },
  }),
];

/** For Prometheus, which can send the key: `authorization: { type, credentials }`. */
export const METRICS_ROUTE: Route = defineRoute({
  method: 'get',
  url: '/metrics',
  id: 'getMetrics',
  tag: 'Service',
  summary: 'Metrics for Prometheus',
  permissions: ['usage', 'admin'],
  responses: [{ status: 200, description: 'The metrics.', mediaType: 'text/plain' }],
  handler: async ({ reply }, { metrics }) => {
    const { contentType, text } = await metrics.render();
    return reply.header('content-type', contentType).send(text);
  },
});
