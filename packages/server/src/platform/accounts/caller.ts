import type { FastifyRequest } from 'fastify';
import type { AuditEntry } from '../audit-entry.js';
import type { KeyRecord } from './key-record.js';

/** The key of a request on a route that requires one: documents, glossaries and usage belong to it. */
export const ownerOf = ({ apiKey }: FastifyRequest): KeyRecord => {
  if (!apiKey) throw new Error('this route requires a key');
  return apiKey;
};

/** Something that belongs to an API key, such as a glossary. */
export interface OwnedId {
  /** Id of the API key. */
  readonly ownerId: string;
  readonly id: string;
}

/** Whose glossaries or translation memories are meant, and who is named in the audit log. */
export interface Caller {
  /** Id of the API key. */
  readonly ownerId: string;
  /** `key <id>` for a call of the API, or `command line <user>` */
  readonly actor: string;
}

/** Whose glossaries and translation memories a request is about, for a call that changes them. */
export const callerOf = (request: FastifyRequest): Caller => {
  const { id } = ownerOf(request);
  return { ownerId: id, actor: `key ${id}` };
};

/** The thing of this request's key that has an id. */
export const ownedIdOf = (request: FastifyRequest, id: string): OwnedId => ({
  ownerId: ownerOf(request).id,
  id,
});

export const auditEntryOf = (
  { ownerId, actor }: Caller,
  action: string,
  details: AuditEntry['details'],
  atMs: number,
): AuditEntry => ({ atMs, actor, action, keyId: ownerId, details });
