import type { FastifyRequest } from 'fastify';
import { BODY_PARSERS } from '../../platform/http/parse-bodies.js';
import { readBounded } from '../../platform/read-bounded.js';
import { untilAborted } from '../../platform/until-aborted.js';

/** Fields in which other services accept keys. */
const KEY_FIELDS = ['auth_key', 'api_key', 'token'] as const;
const KEY_HEADERS = ['x-api-key', 'x-api-token'] as const;

/** How much of a body without a key is looked at, and for how long it is waited for. */
const MAX_BYTES = 16 * 1024;
const MAX_WAIT_MS = 1000;

/**
 * Whether a request without an Authorization header has a key where other services accept one: in
 * another header, the address, or a small body, which is read for it. Only for the error message.
 */
export const isKeyMisplaced = async (request: FastifyRequest): Promise<boolean> =>
  KEY_HEADERS.some((name) => request.headers[name] !== undefined) ||
  hasKeyField(request.query) ||
  (await hasKeyInBody(request));

const hasKeyField = (fields: unknown): boolean =>
  KEY_FIELDS.some((name) => Object.hasOwn(Object(fields), name));

const hasKeyInBody = async ({ raw, headers }: FastifyRequest): Promise<boolean> => {
  const type = headers['content-type'] ?? '';
  const [name = ''] = type.toLowerCase().split(';', 1);
  const parse = name.startsWith('multipart/')
    ? (body: Buffer) => readFields(body, type)
    : BODY_PARSERS.get(name.trim());
  if (!parse || Number(headers['content-length'] ?? 0) > MAX_BYTES) return false;
  try {
    const read = readBounded(raw.iterator({ destroyOnReturn: false }), MAX_BYTES);
    const body = await untilAborted(read, AbortSignal.timeout(MAX_WAIT_MS));
    return body !== undefined && hasKeyField(await parse(body));
  } catch {
    // It broke, did not arrive in time, or is no such body.
    return false;
  }
};

/** The fields of a multipart form, which may have files. */
const readFields = async (body: Buffer, type: string): Promise<object> => {
  const answer = new Response(new Uint8Array(body), { headers: { 'content-type': type } });
  return Object.fromEntries(await answer.formData());
};
