import type { Operation } from './operation.js';

export const SERVICE_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/health/live',
    id: 'isLive',
    tag: 'Service',
    summary: 'Check that the process responds',
    answers: [
      {
        status: 200,
        description: 'It responds.',
        schema: 'Liveness',
        example: { status: 'ok' },
      },
    ],
  },
  {
    method: 'get',
    path: '/health/ready',
    id: 'isReady',
    tag: 'Service',
    summary: 'Check that texts can be translated',
    answers: [
      {
        status: 200,
        description: 'Texts can be translated.',
        schema: 'Readiness',
        example: { status: 'ready', engines: { bergamot: 'ready', apertium: 'ready' } },
      },
      {
        status: 503,
        description: 'Texts cannot be translated: nothing is installed, or the server is stopping.',
        schema: 'Readiness',
      },
    ],
  },
  {
    method: 'get',
    path: '/metrics',
    id: 'getMetrics',
    tag: 'Service',
    summary: 'Metrics for Prometheus',
    permissions: ['usage', 'admin'],
    answers: [{ status: 200, description: 'The metrics.', mediaType: 'text/plain' }],
  },
  {
    method: 'get',
    path: '/openapi.json',
    id: 'getOpenApi',
    tag: 'Service',
    summary: 'This reference for programs',
    answers: [
      { status: 200, description: 'An OpenAPI 3.1 document.', mediaType: 'application/json' },
    ],
  },
  {
    method: 'get',
    path: '/docs',
    id: 'getDocs',
    tag: 'Service',
    summary: 'This reference for people',
    answers: [{ status: 200, description: 'A page.', mediaType: 'text/html' }],
  },
];
