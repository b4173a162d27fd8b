import { GLOSSARY_LIMITS, invalidParameter, isUuid } from '@dragoman/contract';
import type { FastifyRequest } from 'fastify';
import type { GlossaryKey } from '../../glossaries/records/glossary-record.js';
import type { HttpSettings } from '../request/context.js';
import { boundLargeBodies } from '../request/large-bodies.js';
import { callerOf } from '../request/owner-of.js';

/** A route for one glossary. */
export interface GlossaryRoute {
  readonly Params: { readonly glossary_id: string };
}

/** Percent-encoding, or JSON in ASCII, makes the largest dictionary three times as long. */
const MAX_BODY_BYTES = 3 * GLOSSARY_LIMITS.dictionaryBytes + 1024 * 1024;
const MAX_LARGE_BODIES = 4;

/** Options of routes that take entries. Share them, so that they share the bound. */
export const entriesRouteOptions = ({ maxBodyBytes }: Pick<HttpSettings, 'maxBodyBytes'>) => ({
  bodyLimit: MAX_BODY_BYTES,
  preParsing: boundLargeBodies(MAX_LARGE_BODIES, maxBodyBytes),
});

export type EntriesRouteOptions = ReturnType<typeof entriesRouteOptions>;

/** @throws AppError `invalid_parameter` for a malformed id */
export const idOf = ({ params }: FastifyRequest<GlossaryRoute>): string => {
  if (isUuid(params.glossary_id)) return params.glossary_id.toLowerCase();
  throw invalidParameter('glossary_id', 'It is a UUID.');
};

/** @throws AppError `invalid_parameter` for a malformed id */
export const glossaryKeyOf = (request: FastifyRequest<GlossaryRoute>): GlossaryKey => ({
  id: idOf(request),
  ownerId: callerOf(request).ownerId,
});
