import {
  AppError,
  baseOf,
  type ErrorCode,
  findTarget,
  type LanguageTag,
  tagOfOtherCode,
} from '@dragoman/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Configuration } from '../../configuration/settings.js';
import { isLoopback } from '../../platform/http/addresses.js';
import type { RouteDependencies } from '../../platform/http/define-route.js';
import { type ErrorShape, errorBody } from '../../platform/http/errors.js';
import { COMPATIBILITY_APIS, type CompatibilityApi } from './compatibility-settings.js';

/** The APIs this server offers. */
export type OfferedApis = ReadonlySet<CompatibilityApi>;

/** Answers a request in the format of one API; it reads the fields itself, because each API forgives other mistakes. */
export type CompatibleHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** A route of another server: all that this server and its reference know of it. */
export interface CompatibleRoute {
  readonly method: 'get' | 'post';
  readonly path: string;
  /** Whether it needs no key. */
  readonly isOpen?: boolean;
  /** Made once for each server. */
  readonly handler: (dependencies: RouteDependencies, offered: OfferedApis) => CompatibleHandler;
  /** Prepares the scope of a route whose body is read in its own way. */
  readonly prepare?: (scope: FastifyInstance, dependencies: RouteDependencies) => Promise<void>;
}

/** Routes of another server with the same error format. */
export interface CompatibleRoutes {
  /** They exist if one of these is offered. */
  readonly apis: readonly CompatibilityApi[];
  readonly errorShape: (offered: OfferedApis) => ErrorShape;
  readonly routes: readonly CompatibleRoute[];
}

/** The paths that programs call; links that they are given are none of them. */
export const pathsOf = ({ routes }: CompatibleRoutes): readonly string[] =>
  routes.map(({ path }) => path).filter((path) => !path.includes(':'));

/** The APIs of other servers to offer: those configured, else all of them on the loopback address. */
export const offeredApis = ({
  host,
  compatibility,
}: Pick<Configuration, 'host' | 'compatibility'>): OfferedApis => {
  const apis = compatibility ?? (isLoopback(host) ? COMPATIBILITY_APIS : []);
  return new Set(apis.filter((api) => api !== 'none'));
};

/** The fields of a request, unchecked. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The members of a JSON object or form, and those of the query as a fallback.
 *
 * @throws AppError `malformed_body` for a JSON body that is not an object
 */
export const fieldsOf = ({ query, body }: Pick<FastifyRequest, 'query' | 'body'>): Fields => {
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) {
    throw new AppError('malformed_body', { message: 'The request body must be an object.' });
  }
  return { ...(query as Fields), ...body };
};

/** How another server's API reports errors. */
export interface CompatibleErrors {
  /** Its names for the parameters of the pipeline, for messages. */
  readonly parameterNames: Readonly<Record<string, string>>;
  /** Statuses its clients expect, where they differ from ours. */
  readonly statuses: Readonly<Partial<Record<ErrorCode, number>>>;
  readonly body: (message: string, status: number) => object;
  /** The wording its clients search for; undefined keeps our message. */
  readonly reword?: (
    error: AppError,
    message: string,
    request: Pick<FastifyRequest, 'query' | 'body'>,
  ) => string | undefined;
}

/** Errors in the format of another server's API. The trace header still identifies the request. */
export const toErrorShape =
  ({ parameterNames, statuses, body, reword }: CompatibleErrors): ErrorShape =>
  (error, request) => {
    const status = statuses[error.code] ?? error.status;
    let { message } = errorBody(error, request.id);
    const theirName = parameterNames[error.parameter ?? ''];
    if (theirName) message = message.replaceAll(`'${error.parameter}'`, `'${theirName}'`);
    return { status, body: body(reword?.(error, message, request) ?? message, status) };
  };

/** Codes that only these servers write. */
const ALIASES: ReadonlyMap<string, LanguageTag> = new Map([
  ['pb', 'pt-BR'],
  ['zt', 'zh-Hant'],
]);

const normalizeCode = (code: string): string => {
  const tag = code.trim().toLowerCase().replaceAll('_', '-');
  return ALIASES.get(tag) ?? tagOfOtherCode(tag) ?? tag;
};

/**
 * Converts other servers' target codes to ours. A region we do not distinguish is dropped. Invalid
 * and unknown codes stay as they are and are refused later.
 */
export const targetCode = (code: unknown): unknown => {
  if (typeof code !== 'string') return code;
  const tag = normalizeCode(code);
  return findTarget(tag) ? tag : normalizeCode(baseOf(tag));
};

/** Converts other servers' source codes to ours; undefined if the source is to be detected. */
export const sourceCode = (code: unknown): unknown => {
  if (code === undefined || code === null || code === '') return undefined;
  if (typeof code !== 'string') return code;
  const base = baseOf(normalizeCode(baseOf(normalizeCode(code))));
  return base === 'auto' ? undefined : base;
};

/** Converts a detected source to the codes of browser extensions, where Chinese has a region. */
export const browserCode = (tag: LanguageTag): string => (tag === 'zh' ? 'zh-CN' : tag);
