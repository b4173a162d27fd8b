import {
  ADMIN_KEY,
  AppError,
  CREATE_KEY_BODY,
  DEACTIVATE_KEY_BODY,
  notFoundError,
  RENAME_KEY_BODY,
  SET_KEY_LIMITS_BODY,
} from '@dragoman/contract';
import type { FastifyRequest } from 'fastify';
import { ownerOf } from '../../platform/accounts/caller.js';
import type { KeyRecord } from '../../platform/accounts/key-record.js';
import {
  defineRoute,
  type Route,
  type RouteResponse,
  type RouteTag,
} from '../../platform/http/define-route.js';
import { toIsoTime } from '../../platform/times.js';
import { KeyNameTaken } from './key-manager.js';

export const ADMINISTRATION_TAG: RouteTag = {
  name: 'Administration',
  description: 'Key management and usage of all keys; needs the permission `admin`.',
};

const KEYS = '/v2/admin/developer-keys';
const DEFAULT_LABEL = 'API Key';

const KEY_ID = '6b0c1f5e-2a47-4f0d-9a53-0f6c8f1d2e7b';
const KEY = {
  key_id: KEY_ID,
  label: 'web team',
  creation_time: '2026-11-21T09:00:00.000Z',
  is_deactivated: false,
  usage_limits: { characters: null, documents: null, tokens: null },
};
const shared = { tag: ADMINISTRATION_TAG, permissions: ['admin'] } as const;
const changed = (difference: object): RouteResponse => ({
  status: 200,
  description: 'The key after the change.',
  schema: ADMIN_KEY,
  example: { ...KEY, ...difference },
});

/** The routes that manage keys. */
export const KEY_ROUTES: readonly Route[] = [
  defineRoute({
    ...shared,
    method: 'get',
    url: KEYS,
    id: 'listKeys',
    summary: 'List keys',
    responses: [
      { status: 200, description: 'The keys.', schema: ADMIN_KEY, isList: true, example: [KEY] },
    ],
    handler: async (_request, { keyManager }) => (await keyManager.list()).map(toWireKey),
  }),
  defineRoute({
    ...shared,
    method: 'post',
    url: KEYS,
    id: 'createKey',
    summary: 'Make a key',
    description:
      'This response is the only one that contains the key itself. Two keys may not have one name; without `label`, a free one is chosen.',
    body: { schema: CREATE_KEY_BODY, isOptional: true, example: { label: 'web team' } },
    responses: [
      {
        status: 200,
        description: 'The new key.',
        schema: ADMIN_KEY,
        example: { ...KEY, api_key: '3f2a9c4e-0d1b-4f6a-8c57-9be2d1a7f3c0' },
      },
    ],
    errors: ['invalid_parameter'],
    handler: async ({ body, request }, { keyManager }) => {
      const key = { name: body.label ?? DEFAULT_LABEL, isNumbered: body.label === undefined };
      const { record, secret } = await labelled(keyManager.create(actorOf(request), key));
      return { ...toWireKey(record), api_key: secret };
    },
  }),
  defineRoute({
    ...shared,
    method: 'put',
    url: `${KEYS}/label`,
    id: 'renameKey',
    summary: 'Rename a key',
    body: { schema: RENAME_KEY_BODY, example: { key_id: KEY_ID, label: 'web and mobile' } },
    responses: [changed({ label: 'web and mobile' })],
    errors: ['invalid_parameter', 'not_found'],
    handler: async ({ body, request }, { keyManager }) =>
      toWireKey(
        found(await labelled(keyManager.rename(actorOf(request), body.key_id, body.label))),
      ),
  }),
  defineRoute({
    ...shared,
    method: 'put',
    url: `${KEYS}/limits`,
    id: 'limitKey',
    summary: 'Limit a key',
    description: 'At least one limit is required; the others stay as they are.',
    body: { schema: SET_KEY_LIMITS_BODY, example: { key_id: KEY_ID, characters: 500_000 } },
    responses: [changed({ usage_limits: { characters: 500_000, documents: null, tokens: null } })],
    errors: ['invalid_parameter', 'not_found'],
    handler: async ({ body, request }, { keyManager }) => {
      const { key_id, characters, documents, tokens } = body;
      const limits = {
        ...(characters !== undefined && { charactersPerMonth: characters }),
        ...(documents !== undefined && { documentsPerMonth: documents }),
        ...(tokens !== undefined && { tokensPerDay: tokens }),
      };
      return toWireKey(found(await keyManager.limit(actorOf(request), key_id, limits)));
    },
  }),
  defineRoute({
    ...shared,
    method: 'put',
    url: `${KEYS}/deactivate`,
    id: 'revokeKey',
    summary: 'Revoke a key',
    description: 'Permanent. Its usage stays in the reports.',
    body: { schema: DEACTIVATE_KEY_BODY, example: { key_id: KEY_ID } },
    responses: [changed({ is_deactivated: true, deactivated_time: '2026-11-30T17:00:00.000Z' })],
    errors: ['invalid_parameter', 'not_found'],
    handler: async ({ body, request }, { keyManager }) =>
      toWireKey(found(await keyManager.revoke(actorOf(request), body.key_id))),
  }),
];

const actorOf = (request: FastifyRequest): string => `key ${ownerOf(request).id}`;

/** @throws AppError `invalid_parameter` for a label that another key has */
const labelled = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error) => {
    if (!(error instanceof KeyNameTaken)) throw error;
    throw new AppError('invalid_parameter', {
      parameter: 'label',
      message: `Value for 'label' not supported. ${error.message}`,
    });
  });

const found = (record: KeyRecord | undefined): KeyRecord => {
  if (record) return record;
  throw notFoundError('Key');
};

const toWireKey = (record: KeyRecord) => ({
  key_id: record.id,
  label: record.name,
  creation_time: toIsoTime(record.createdAtMs),
  ...(record.revokedAtMs !== null && {
    deactivated_time: toIsoTime(record.revokedAtMs),
  }),
  is_deactivated: record.revokedAtMs !== null,
  usage_limits: {
    characters: record.limits.charactersPerMonth,
    documents: record.limits.documentsPerMonth,
    tokens: record.limits.tokensPerDay,
  },
});
