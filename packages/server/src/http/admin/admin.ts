import {
  AppError,
  KEY_BOUNDING,
  KEY_CHOICE,
  KEY_CREATION,
  KEY_NAMING,
  parse,
} from '@dragoman/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { KeyRecord } from '../../accounts/records/key-record.js';
import type { HttpDependencies } from '../request/context.js';
import { registerAnalytics } from './analytics.js';
import { registerTagAnalytics } from './tag-analytics.js';

const DEFAULT_LABEL = 'API Key';

/** The endpoints that manage keys and read everybody's usage; their caller has an admin key. */
export const registerAdmin = (app: FastifyInstance, dependencies: HttpDependencies): void => {
  const { keyManager } = dependencies;
  registerAnalytics(app, dependencies);
  registerTagAnalytics(app, dependencies);

  app.get('/v2/admin/developer-keys', async () => (await keyManager.list()).map(toWireKey));

  app.post('/v2/admin/developer-keys', async (request) => {
    const { label: name = DEFAULT_LABEL } = read(KEY_CREATION, request.body ?? {});
    const { record, secret } = await keyManager.create(actorOf(request), { name });
    // The only time the key itself is returned.
    return { ...toWireKey(record), api_key: secret };
  });

  app.put('/v2/admin/developer-keys/label', async (request) => {
    const { key_id, label: name } = read(KEY_NAMING, request.body);
    return toWireKey(found(await keyManager.rename(actorOf(request), key_id, name)));
  });

  app.put('/v2/admin/developer-keys/deactivate', async (request) => {
    const { key_id } = read(KEY_CHOICE, request.body);
    return toWireKey(found(await keyManager.revoke(actorOf(request), key_id)));
  });

  app.put('/v2/admin/developer-keys/limits', async (request) => {
    const { key_id, characters, documents, tokens } = read(KEY_BOUNDING, request.body);
    const limits = {
      ...(characters !== undefined && { charactersPerMonth: characters }),
      ...(documents !== undefined && { documentsPerMonth: documents }),
      ...(tokens !== undefined && { tokensPerDay: tokens }),
    };
    return toWireKey(found(await keyManager.limit(actorOf(request), key_id, limits)));
  });
};

const actorOf = ({ apiKey }: FastifyRequest): string => `key ${apiKey?.id}`;

const read = <Output>(schema: z.ZodType<Output>, body: unknown): Output => {
  return parse(schema, body, '/v2/admin');
};

const found = (record: KeyRecord | undefined): KeyRecord => {
  if (record) return record;
  throw new AppError('not_found', { message: 'No key has this key_id.' });
};

const toWireKey = (record: KeyRecord) => ({
  key_id: record.id,
  label: record.name,
  creation_time: new Date(record.createdAtMs).toISOString(),
  ...(record.revokedAtMs !== null && {
    deactivated_time: new Date(record.revokedAtMs).toISOString(),
  }),
  is_deactivated: record.revokedAtMs !== null,
  usage_limits: {
    characters: record.limits.charactersPerMonth,
    documents: record.limits.documentsPerMonth,
    tokens: record.limits.tokensPerDay,
  },
});
