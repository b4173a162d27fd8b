import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.js';
import type { KeyRecord } from './key-record.js';

/** The key of a request on a route that requires one: documents, glossaries and usage belong to it. */
export const ownerOf = ({ apiKey }: FastifyRequest): KeyRecord => {
  if (!apiKey) throw new Error('this route requires a key');
  return apiKey;
};

/** Whose glossaries and translation memories a request is about, for a call that changes them. */
export const callerOf = (request: FastifyRequest): Caller => {
  const { id } = ownerOf(request);
  return { ownerId: id, actor: `key ${id}` };
};
