import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteDependencies } from '../../context.js';
import type { CompatibilityApi } from '../../platform/configuration/settings/compatibility.js';
import type { ErrorShape } from '../../platform/http/errors.js';

/** The APIs this server offers. */
export type OfferedApis = ReadonlySet<CompatibilityApi>;

type Register = (
  app: FastifyInstance,
  dependencies: RouteDependencies,
  offered: OfferedApis,
) => void;

/** Answers a translate request in the format of one API. */
export type TranslateHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<object>;

/** Routes of another server with the same error format. */
export interface PeerRoutes {
  /** They exist if one of these is offered. */
  readonly apis: readonly CompatibilityApi[];
  /** All their paths, for preflights. */
  readonly paths: readonly string[];
  readonly errorShape: (offered: OfferedApis) => ErrorShape;
  readonly registerBehindKey: Register;
  /** Routes that need no key. */
  readonly registerOpen?: Register;
}
