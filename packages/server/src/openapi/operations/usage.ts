import type { Operation } from './operation.js';

const OPERATION = {
  path: '/v2/usage',
  tag: 'Usage',
  summary: 'Characters and documents used this month, and the limits',
  permissions: ['usage', 'admin'],
  answers: [
    {
      status: 200,
      description: 'The usage.',
      schema: 'Usage',
      example: {
        character_count: 1234,
        character_limit: 500_000,
        document_count: 1,
        document_limit: 1_000_000_000_000,
      },
    },
  ],
} as const;

export const USAGE_OPERATIONS: readonly Operation[] = [
  { ...OPERATION, method: 'get', id: 'getUsage' },
  {
    ...OPERATION,
    method: 'post',
    id: 'postUsage',
    description: 'The same as `GET`, for clients that use `POST`. A body is ignored.',
  },
];
