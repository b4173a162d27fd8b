import type { Permission } from '../../accounts/records/key-record.js';
import type { Operation } from './operation.js';

const PERMISSIONS: readonly Permission[] = ['translate'];
const ALL = '/v3/style_rules';
const ONE = `${ALL}/{style_id}`;
const INSTRUCTIONS = `${ONE}/custom_instructions`;
const ID = '7c9e2f4a-1b3d-4c5e-8f60-a1b2c3d4e5f6';
const INSTRUCTION_ID = '3f8b6c1d-2e4a-4b7c-9d05-e6f708192a3b';

const RULES = { punctuation: { quotation_mark: 'use_guillemets' } };
const SENT_INSTRUCTION = { label: 'Greeting', prompt: 'Greet everybody in the plural.' };
const INSTRUCTION = { id: INSTRUCTION_ID, ...SENT_INSTRUCTION };
const SUMMARY = {
  style_id: ID,
  name: 'Website',
  language: 'es',
  version: 1,
  creation_time: '2026-11-24T09:00:00.000Z',
  updated_time: '2026-11-24T09:00:00.000Z',
};
const STYLE = { ...SUMMARY, configured_rules: RULES, custom_instructions: [INSTRUCTION] };

const shared = {
  tag: 'Style rules',
  permissions: PERMISSIONS,
} as const satisfies Partial<Operation>;
const styleId = { name: 'style_id', description: 'The id of the style rule.', example: ID };
const ofOne = {
  ...shared,
  pathParameters: [styleId],
  errors: ['invalid_parameter', 'not_found'],
} as const satisfies Partial<Operation>;
const ofInstruction = {
  ...ofOne,
  pathParameters: [
    styleId,
    {
      name: 'instruction_id',
      description: 'The id of the instruction.',
      example: INSTRUCTION_ID,
    },
  ],
} as const satisfies Partial<Operation>;
const gone = [{ status: 204, description: 'It is deleted.' }] as const;
const changed = [
  { status: 200, description: 'The style rule after the change.', schema: 'Style', example: STYLE },
] as const;
const shown = [
  {
    status: 200,
    description: 'The instruction.',
    schema: 'CustomInstruction',
    example: INSTRUCTION,
  },
] as const;

export const STYLE_OPERATIONS: readonly Operation[] = [
  {
    ...shared,
    method: 'get',
    path: ALL,
    id: 'listStyles',
    summary: 'List style rules',
    query: [
      {
        name: 'page',
        description: 'Number of the page, from 0 (default).',
        isRequired: false,
        example: '0',
      },
      {
        name: 'page_size',
        description: 'Style rules per page, from 1 to 25 (default 10).',
        isRequired: false,
        example: '10',
      },
      {
        name: 'detailed',
        description: 'Whether to list rules and instructions as well; by default not.',
        isRequired: false,
        values: ['true', 'false'],
        example: 'false',
      },
    ],
    answers: [
      {
        status: 200,
        description: 'The style rules of this key, the oldest first.',
        schema: 'Styles',
        example: { style_rules: [SUMMARY] },
      },
    ],
    errors: ['invalid_parameter'],
  },
  {
    ...shared,
    method: 'post',
    path: ALL,
    id: 'createStyle',
    summary: 'Create a style rule',
    body: {
      schema: 'StyleCreation',
      isRequired: true,
      example: {
        name: 'Website',
        language: 'es',
        configured_rules: RULES,
        custom_instructions: [SENT_INSTRUCTION],
      },
    },
    answers: [{ status: 201, description: 'The style rule.', schema: 'Style', example: STYLE }],
    errors: ['invalid_parameter', 'quota_exceeded'],
  },
  {
    ...ofOne,
    method: 'get',
    path: ONE,
    id: 'getStyle',
    summary: 'Show a style rule with its rules and instructions',
    answers: [{ status: 200, description: 'The style rule.', schema: 'Style', example: STYLE }],
  },
  {
    ...ofOne,
    method: 'patch',
    path: ONE,
    id: 'renameStyle',
    summary: 'Rename a style rule',
    body: { schema: 'StyleNaming', isRequired: true, example: { name: 'Website' } },
    answers: changed,
  },
  {
    ...ofOne,
    method: 'put',
    path: `${ONE}/configured_rules`,
    id: 'configureStyle',
    summary: 'Replace all configured rules',
    description: 'The instructions stay.',
    body: { schema: 'ConfiguredRules', isRequired: true, example: RULES },
    answers: changed,
  },
  {
    ...ofOne,
    method: 'post',
    path: INSTRUCTIONS,
    id: 'createInstruction',
    summary: 'Add a custom instruction',
    body: { schema: 'SentInstruction', isRequired: true, example: SENT_INSTRUCTION },
    answers: [{ ...shown[0], status: 201 }],
  },
  {
    ...ofInstruction,
    method: 'get',
    path: `${INSTRUCTIONS}/{instruction_id}`,
    id: 'getInstruction',
    summary: 'Show a custom instruction',
    answers: shown,
  },
  {
    ...ofInstruction,
    method: 'put',
    path: `${INSTRUCTIONS}/{instruction_id}`,
    id: 'putInstruction',
    summary: 'Replace a custom instruction',
    body: { schema: 'SentInstruction', isRequired: true, example: SENT_INSTRUCTION },
    answers: shown,
  },
  {
    ...ofInstruction,
    method: 'delete',
    path: `${INSTRUCTIONS}/{instruction_id}`,
    id: 'deleteInstruction',
    summary: 'Delete a custom instruction',
    answers: gone,
  },
  {
    ...ofOne,
    method: 'delete',
    path: ONE,
    id: 'deleteStyle',
    summary: 'Delete a style rule',
    answers: gone,
  },
];
