import type { FastifyRequest } from 'fastify';
import { BODY_PARSERS } from '../../platform/http/parse-bodies.js';

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
  const body = await readSmall(raw);
  try {
    return body !== undefined && hasKeyField(await parse(body));
  } catch {
    return false;
  }
};

/** The fields of a multipart form, which may have files. */
const readFields = async (body: Buffer, type: string): Promise<object> => {
  const answer = new Response(new Uint8Array(body), { headers: { 'content-type': type } });
  return Object.fromEntries(await answer.formData());
};

/** The whole body; undefined if it is too large, breaks, or does not arrive in time. */
const readSmall = (raw: FastifyRequest['raw']): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(() => end(undefined), MAX_WAIT_MS);
    const take = (piece: Buffer): void => {
      pieces.push(piece);
      length += piece.length;
      if (length > MAX_BYTES) end(undefined);
    };
    const finish = () => end(Buffer.concat(pieces));
    const fail = () => end(undefined);
    const end = (body: Buffer | undefined): void => {
      clearTimeout(timer);
      raw.off('data', take).off('end', finish).off('error', fail).off('close', fail);
      resolve(body);
    };
    raw.on('data', take).on('end', finish).on('error', fail).on('close', fail);
  });
