import {
  CONFIGURED_RULES_BODY,
  CREATE_STYLE_BODY,
  CUSTOM_INSTRUCTION,
  CUSTOM_INSTRUCTION_BODY,
  RENAME_STYLE_BODY,
  STYLE,
  STYLE_PAGE_QUERY,
  STYLES,
  uuid,
  type WireCustomInstruction,
  type WireStyle,
} from '@dragoman/contract';
import * as z from 'zod';
import { callerOf, ownedIdOf } from '../../platform/accounts/caller.js';
import {
  defineRoute,
  type Route,
  type RouteResponse,
  type RouteTag,
} from '../../platform/http/define-route.js';
import { toIsoTime } from '../../platform/times.js';
import type { InstructionRecord, StyleRecord } from './style-record.js';

const STYLE_RULES_TAG: RouteTag = {
  name: 'Style rules',
  description:
    'How your translations are to be written, used in every translation that names the style rule.',
};

const ALL = '/v3/style_rules';
const ONE = `${ALL}/:style_id`;
const INSTRUCTIONS = `${ONE}/custom_instructions`;
const INSTRUCTION = `${INSTRUCTIONS}/:instruction_id`;

const ID = '7c9e2f4a-1b3d-4c5e-8f60-a1b2c3d4e5f6';
const INSTRUCTION_ID = '3f8b6c1d-2e4a-4b7c-9d05-e6f708192a3b';
const RULES = { punctuation: { quotation_mark: 'use_guillemets' } };
const SENT_INSTRUCTION = { label: 'Greeting', prompt: 'Greet everybody in the plural.' };
const INSTRUCTION_EXAMPLE = { id: INSTRUCTION_ID, ...SENT_INSTRUCTION };
const SUMMARY = {
  style_id: ID,
  name: 'Website',
  language: 'es',
  version: 1,
  creation_time: '2026-11-24T09:00:00.000Z',
  updated_time: '2026-11-24T09:00:00.000Z',
};
const STYLE_EXAMPLE = {
  ...SUMMARY,
  configured_rules: RULES,
  custom_instructions: [INSTRUCTION_EXAMPLE],
};

const shared = { tag: STYLE_RULES_TAG, permissions: ['translate'] } as const;
const styleId = uuid('The id of the style rule.', ID);
const ofOne = {
  ...shared,
  params: z.object({ style_id: styleId }),
  errors: ['invalid_parameter', 'not_found'],
} as const;
const ofInstruction = {
  ...ofOne,
  params: z.object({
    style_id: styleId,
    instruction_id: uuid('The id of the instruction.', INSTRUCTION_ID),
  }),
} as const;

const style = (status: number, description: string): RouteResponse => ({
  status,
  description,
  schema: STYLE,
  example: STYLE_EXAMPLE,
});
const instruction = (status: number): RouteResponse => ({
  status,
  description: 'The instruction.',
  schema: CUSTOM_INSTRUCTION,
  example: INSTRUCTION_EXAMPLE,
});
const DELETED: RouteResponse = { status: 204, description: 'It is deleted.' };

/** An instruction as v3 returns it. */
const toWireInstruction = ({
  id,
  label,
  prompt,
  sourceLanguage,
}: InstructionRecord): WireCustomInstruction => ({
  id,
  label,
  prompt,
  ...(sourceLanguage !== undefined && { source_language: sourceLanguage }),
});

/** A style rule list as v3 returns it; without its rules and instructions unless it is detailed. */
const toWireStyle = (style: StyleRecord, isDetailed = true): WireStyle => ({
  style_id: style.id,
  name: style.name,
  language: style.language,
  version: style.version,
  creation_time: toIsoTime(style.createdAtMs),
  updated_time: toIsoTime(style.updatedAtMs),
  ...(isDetailed && {
    configured_rules: style.configuredRules,
    custom_instructions: style.instructions.map(toWireInstruction),
  }),
});

/** The routes of `/v3/style_rules`. */
export const STYLE_ROUTES: readonly Route[] = [
  defineRoute({
    ...shared,
    method: 'get',
    url: ALL,
    id: 'listStyles',
    summary: 'List style rules',
    query: STYLE_PAGE_QUERY,
    responses: [
      {
        status: 200,
        description: 'The style rules of this key, the oldest first.',
        schema: STYLES,
        example: { style_rules: [SUMMARY] },
      },
    ],
    errors: ['invalid_parameter'],
    handler: async ({ query, request }, { styles }) => {
      const listed = await styles.list(callerOf(request).ownerId, query);
      return { style_rules: listed.map((one) => toWireStyle(one, query.isDetailed)) };
    },
  }),
  defineRoute({
    ...shared,
    method: 'post',
    url: ALL,
    id: 'createStyle',
    summary: 'Create a style rule',
    body: {
      schema: CREATE_STYLE_BODY,
      example: {
        name: 'Website',
        language: 'es',
        configured_rules: RULES,
        custom_instructions: [SENT_INSTRUCTION],
      },
    },
    responses: [style(201, 'The style rule.')],
    errors: ['invalid_parameter', 'quota_exceeded'],
    handler: async ({ body, request }, { styles }) =>
      toWireStyle(await styles.create(callerOf(request), body)),
  }),
  defineRoute({
    ...ofOne,
    method: 'get',
    url: ONE,
    id: 'getStyle',
    summary: 'Show a style rule with its rules and instructions',
    responses: [style(200, 'The style rule.')],
    handler: async ({ params, request }, { styles }) => {
      const { ownerId } = callerOf(request);
      return toWireStyle(await styles.find({ ownerId, id: params.style_id }));
    },
  }),
  defineRoute({
    ...ofOne,
    method: 'patch',
    url: ONE,
    id: 'renameStyle',
    summary: 'Rename a style rule',
    body: { schema: RENAME_STYLE_BODY, example: { name: 'Website' } },
    responses: [style(200, 'The style rule after the change.')],
    handler: async ({ params, body, request }, { styles }) =>
      toWireStyle(await styles.rename(callerOf(request), params.style_id, body.name)),
  }),
  defineRoute({
    ...ofOne,
    method: 'put',
    url: `${ONE}/configured_rules`,
    id: 'configureStyle',
    summary: 'Replace all configured rules',
    description: 'The instructions stay.',
    body: { schema: CONFIGURED_RULES_BODY, example: RULES },
    responses: [style(200, 'The style rule after the change.')],
    handler: async ({ params, body, request }, { styles }) =>
      toWireStyle(await styles.configure(callerOf(request), params.style_id, body)),
  }),
  defineRoute({
    ...ofOne,
    method: 'post',
    url: INSTRUCTIONS,
    id: 'createInstruction',
    summary: 'Add a custom instruction',
    body: { schema: CUSTOM_INSTRUCTION_BODY, example: SENT_INSTRUCTION },
    responses: [instruction(201)],
    handler: async ({ params, body, request }, { styles }) =>
      toWireInstruction(await styles.addInstruction(callerOf(request), params.style_id, body)),
  }),
  defineRoute({
    ...ofInstruction,
    method: 'get',
    url: INSTRUCTION,
    id: 'getInstruction',
    summary: 'Show a custom instruction',
    responses: [instruction(200)],
    handler: async ({ params, request }, { styles }) => {
      const styleId = ownedIdOf(request, params.style_id);
      return toWireInstruction(await styles.findInstruction(styleId, params.instruction_id));
    },
  }),
  defineRoute({
    ...ofInstruction,
    method: 'put',
    url: INSTRUCTION,
    id: 'putInstruction',
    summary: 'Replace a custom instruction',
    body: { schema: CUSTOM_INSTRUCTION_BODY, example: SENT_INSTRUCTION },
    responses: [instruction(200)],
    handler: async ({ params, body, request }, { styles }) => {
      const replaced = { id: params.instruction_id, ...body };
      return toWireInstruction(
        await styles.replaceInstruction(callerOf(request), params.style_id, replaced),
      );
    },
  }),
  defineRoute({
    ...ofInstruction,
    method: 'delete',
    url: INSTRUCTION,
    id: 'deleteInstruction',
    summary: 'Delete a custom instruction',
    responses: [DELETED],
    handler: ({ params, request }, { styles }) =>
      styles.removeInstruction(callerOf(request), params.style_id, params.instruction_id),
  }),
  defineRoute({
    ...ofOne,
    method: 'delete',
    url: ONE,
    id: 'deleteStyle',
    summary: 'Delete a style rule',
    responses: [DELETED],
    handler: ({ params, request }, { styles }) => styles.remove(callerOf(request), params.style_id),
  }),
];
