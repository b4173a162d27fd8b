import type { Permission } from '../../accounts/records/key-record.js';
import type { Answer, Operation, QueryParameter } from './operation.js';

const PERMISSIONS: readonly Permission[] = ['admin'];
const KEY_ID = '6b0c1f5e-2a47-4f0d-9a53-0f6c8f1d2e7b';
const KEYS = '/v2/admin/developer-keys';

const shared = { tag: 'Administration', permissions: PERMISSIONS } as const;
const KEY = {
  key_id: KEY_ID,
  label: 'web team',
  creation_time: '2026-11-21T09:00:00.000Z',
  is_deactivated: false,
  usage_limits: { characters: null, documents: null, tokens: null },
};
const FIGURES = {
  total_characters: 1234,
  text_translation_characters: 1234,
  document_translation_characters: 0,
  text_improvement_characters: 0,
  speech_to_text_minutes: 0,
};
const DAYS: readonly QueryParameter[] = [
  {
    name: 'start_date',
    description: 'First day, in UTC.',
    isRequired: true,
    format: 'date',
    example: '2026-11-01',
  },
  {
    name: 'end_date',
    description: 'Last day, in UTC; at most 366 days in all.',
    isRequired: true,
    format: 'date',
    example: '2026-11-30',
  },
];
const changed = (difference: object): Answer => ({
  status: 200,
  description: 'The key after the change.',
  schema: 'Key',
  example: { ...KEY, ...difference },
});

export const ADMIN_OPERATIONS: readonly Operation[] = [
  {
    ...shared,
    method: 'get',
    path: KEYS,
    id: 'listKeys',
    summary: 'List keys',
    answers: [
      { status: 200, description: 'The keys.', schema: 'Key', isList: true, example: [KEY] },
    ],
  },
  {
    ...shared,
    method: 'post',
    path: KEYS,
    id: 'createKey',
    summary: 'Make a key',
    description: 'This response is the only one that contains the key itself.',
    body: { schema: 'KeyCreation', isRequired: false, example: { label: 'web team' } },
    answers: [
      {
        status: 200,
        description: 'The new key.',
        schema: 'Key',
        example: { ...KEY, api_key: '3f2a9c4e-0d1b-4f6a-8c57-9be2d1a7f3c0' },
      },
    ],
    errors: ['invalid_parameter'],
  },
  {
    ...shared,
    method: 'put',
    path: `${KEYS}/label`,
    id: 'renameKey',
    summary: 'Rename a key',
    body: {
      schema: 'KeyNaming',
      isRequired: true,
      example: { key_id: KEY_ID, label: 'web and mobile' },
    },
    answers: [changed({ label: 'web and mobile' })],
    errors: ['invalid_parameter', 'not_found'],
  },
  {
    ...shared,
    method: 'put',
    path: `${KEYS}/limits`,
    id: 'limitKey',
    summary: 'Limit a key',
    description: 'At least one limit is required; the other stays as it is.',
    body: {
      schema: 'KeyBounding',
      isRequired: true,
      example: { key_id: KEY_ID, characters: 500_000 },
    },
    answers: [changed({ usage_limits: { characters: 500_000, documents: null, tokens: null } })],
    errors: ['invalid_parameter', 'not_found'],
  },
  {
    ...shared,
    method: 'put',
    path: `${KEYS}/deactivate`,
    id: 'revokeKey',
    summary: 'Revoke a key',
    description: 'Permanent. Its usage stays in the reports.',
    body: { schema: 'KeyChoice', isRequired: true, example: { key_id: KEY_ID } },
    answers: [changed({ is_deactivated: true, deactivated_time: '2026-11-30T17:00:00.000Z' })],
    errors: ['invalid_parameter', 'not_found'],
  },
  {
    ...shared,
    method: 'get',
    path: '/v2/admin/analytics',
    id: 'reportUsage',
    summary: 'Usage in a range of days',
    query: [
      ...DAYS,
      {
        name: 'group_by',
        description: 'Adds the usage of each key, or of each key and day.',
        isRequired: false,
        values: ['key', 'key_and_day'],
        example: 'key',
      },
    ],
    answers: [
      {
        status: 200,
        description: 'The report.',
        schema: 'UsageReport',
        example: {
          usage_report: {
            total_usage: FIGURES,
            start_date: '2026-11-01T00:00:00',
            end_date: '2026-11-30T00:00:00',
            group_by: 'key',
            key_usages: [
              {
                api_key: '3f2a9c4e…',
                api_key_id: KEY_ID,
                api_key_label: 'web team',
                usage: FIGURES,
              },
            ],
          },
          cache_report: { counted_by: 'this_server', hits: 320, misses: 80 },
        },
      },
    ],
    errors: ['invalid_parameter'],
  },
  {
    ...shared,
    method: 'get',
    path: '/v2/admin/analytics/custom-tags',
    id: 'reportTagUsage',
    summary: 'Usage in a range of days by tag',
    description: 'Requests without a tag are not included.',
    query: [
      ...DAYS,
      {
        name: 'aggregate_by',
        description: 'The usage of each tag over all days (the default), or per day.',
        isRequired: false,
        values: ['period', 'day'],
        example: 'day',
      },
      {
        name: 'page',
        description: 'The `next_page` of the previous response; pages start at 1.',
        isRequired: false,
        example: '1',
      },
    ],
    answers: [
      {
        status: 200,
        description: 'The report, of up to 1000 rows.',
        schema: 'TagUsageReport',
        example: {
          custom_tag_usage_report: {
            aggregate_by: 'day',
            start_date: '2026-11-01T00:00:00',
            end_date: '2026-11-30T00:00:00',
            next_page: null,
            usage: [
              {
                custom_tag: 'team-billing',
                usage_date: '2026-11-21T00:00:00Z',
                breakdown: {
                  total_characters: 1234,
                  text_translation_characters: 1234,
                  text_improvement_characters: 0,
                },
              },
            ],
          },
        },
      },
    ],
    errors: ['invalid_parameter'],
  },
];
