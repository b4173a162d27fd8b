import type { FastifyRequest } from 'fastify';
import type { KeyRecord } from '../../accounts/records/key-record.js';

/** The key of a request on a route that requires one: documents, glossaries and usage belong to it. */
export const ownerOf = ({ apiKey }: FastifyRequest): KeyRecord => {
  if (!apiKey) throw new Error('this route requires a key');
  return apiKey;
};
