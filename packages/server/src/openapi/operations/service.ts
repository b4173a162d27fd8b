import type { Operation } from './operation.js';

export const SERVICE_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/health/live',
    id: 'isLive',
    tag: 'Service',
    summary: 'Whether the process answers',
    answers: [
      {
        status: 200,
        description: 'It does.',
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
    summary: 'Whether texts can be translated now',
    answers: [
      {
        status: 200,
        description: 'They can.',
        schema: 'Readiness',
        example: { status: 'ready', engines: { bergamot: 'ready', apertium: 'ready' } },
      },
      {
        status: 503,
        description: 'They cannot: nothing is installed, or the server is stopping.',
        schema: 'Readiness',
      },
    ],
  },
  {
    method: 'get',
    path: '/metrics',
    id: 'getMetrics',
    tag: 'Service',
    summary: 'Figures for Prometheus',
    permissions: ['usage', 'admin'],
    answers: [{ status: 200, description: 'The figures.', mediaType: 'text/plain' }],
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
