import { type ErrorCode, parse } from '@dragoman/contract';
import multipart from '@fastify/multipart';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  preParsingAsyncHookHandler,
  RouteShorthandOptions,
} from 'fastify';
import * as z from 'zod';
import { createConcurrencyLimit } from '../concurrency-limit.js';
import { callerIdOf, refuseForeignSites } from './addresses.js';
import type { Permission, RequireKey } from './permissions.js';
import { receiveBody } from './read-body.js';

/** Bodies that are larger than others may be, received at the same time. */
const MAX_LARGE_BODIES = 4;

/** What handlers get. The services of the features are added in context.ts. */
export interface RouteDependencies {
  readonly requireKey: RequireKey;
}

/** A part of the API, under which the reference lists routes. */
export interface RouteTag {
  readonly name: string;
  readonly description: string;
}

/** The parts of the API, in the order of their routes. */
export const tagsOf = (routes: readonly Route[]): readonly RouteTag[] => [
  ...new Map(routes.map(({ tag }) => [tag.name, tag])).values(),
];

/** The body that a route takes. */
interface RouteBody<Body> {
  /** Has a name in the contract. */
  readonly schema: z.ZodType<Body>;
  readonly example: Readonly<Record<string, unknown>>;
  /** Whether its members may be in the query as well; those of the body have priority. */
  readonly alsoFromQuery?: boolean;
  /** Whether the body may be omitted, and then counts as an empty object. */
  readonly isOptional?: boolean;
  /** The reference shows that a form is accepted as well. */
  readonly takesForm?: boolean;
  /** Most bytes, where that is less than for others. */
  readonly maxBytes?: number;
  /** Most bytes, where that is more than for others; only some are received at the same time. */
  readonly maxLargeBytes?: number;
}

/** A successful response; one with status 204 has no body. */
export interface RouteResponse {
  readonly status: number;
  readonly description: string;
  /** Media type of a response that is not JSON. */
  readonly mediaType?: string;
  /** Schema of a JSON response, with a name in the contract. */
  readonly schema?: z.ZodType;
  /** The response is a list of what `schema` describes. */
  readonly isList?: boolean;
  /** The response to the example of the route. */
  readonly example?: unknown;
}

/** The part of a route that does not depend on the types of its parameters. */
interface RouteDescription {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** As fastify writes it: `/v3/style_rules/:style_id`. */
  readonly url: string;
  /** Name in generated clients; unique. */
  readonly id: string;
  readonly tag: RouteTag;
  readonly summary: string;
  readonly description?: string;
  /** The key must have one of these; if undefined, no key is needed. */
  readonly permissions?: readonly Permission[];
  /** Whether pages of other sites, in a browser on this machine, are refused; for those without a key. */
  readonly refusesForeignSites?: boolean;
  /**
   * A form with a file in it, which the handler reads; the reference shows it as a body of this schema.
   */
  readonly upload?: Pick<RouteBody<unknown>, 'schema' | 'example'>;
  /** A file that is the whole body, which the handler reads. */
  readonly file?: {
    readonly mediaType: string;
    readonly maxBytes: number;
    readonly example: string;
  };
  /** What the handler returns is the first one, unless it sets another status. */
  readonly responses: readonly [RouteResponse, ...RouteResponse[]];
  /** Error codes in addition to those of every route of its kind. */
  readonly errors?: readonly ErrorCode[];
}

/** A request whose parameters have been checked. */
interface CheckedRequest<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A route before its types are forgotten. */
interface RouteDefinition<Params, Query, Body> extends RouteDescription {
  /** Parts of the path; each has a description and an example. */
  readonly params?: z.ZodType<Params>;
  /** Each parameter has a description, and those of the example have an example. */
  readonly query?: z.ZodType<Query>;
  /** Whether the parameters of the query may be in a body as well, even of `GET`. */
  readonly alsoFromBody?: boolean;
  readonly body?: RouteBody<Body>;
  /** @throws AppError; what it returns is sent */
  readonly handler: (
    request: CheckedRequest<Params, Query, Body>,
    dependencies: RouteDependencies,
  ) => Promise<unknown>;
}

/** One route of the API: all that the server, the reference and generated clients know of it. */
export interface Route extends RouteDescription {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: RouteBody<unknown>;
  readonly handle: (
    request: FastifyRequest,
    reply: FastifyReply,
    dependencies: RouteDependencies,
  ) => Promise<unknown>;
}

type Parameters = Readonly<Record<string, unknown>>;

/**
 * The parameters of a request for a list, from the address and from the body; those of the address
 * have priority. Existing clients send a body even with `GET`, which fastify does not read.
 *
 * @throws AppError `malformed_body`, `body_too_large`, `unsupported_media_type`
 */
const listingParameters = async (
  request: FastifyRequest,
  { maxBodyBytes }: { readonly maxBodyBytes: number },
): Promise<Parameters> => {
  const body = request.method === 'GET' ? await bodyOfGet(request, maxBodyBytes) : request.body;
  const query = request.query as Parameters;
  return typeof body === 'object' ? { ...body, ...query } : query;
};

const bodyOfGet = async (request: FastifyRequest, maxBytes: number): Promise<unknown> => {
  const { raw, headers, server } = request;
  const body = await receiveBody(raw, maxBytes, headers['content-length']);
  if (body.length === 0) return undefined;
  const sender = { callerId: callerIdOf(request), connection: raw.socket };
  return server.readBody(body, headers['content-type'] ?? '', sender);
};

/**
 * Defines a route in one place: address, permission, parameters, responses, errors, examples, handler.
 * {@link registerRoutes} checks the permission and the parameters before the handler is called, and
 * the API reference is made from the same definition.
 */
export const defineRoute = <Params = undefined, Query = undefined, Body = undefined>({
  handler,
  ...route
}: RouteDefinition<Params, Query, Body>): Route => {
  const { url, params, query, alsoFromBody, body, responses } = route;
  const read = <Output>(schema: z.ZodType<Output> | undefined, value: unknown) =>
    schema ? parse(schema, value, url) : (undefined as Output);
  return {
    ...route,
    handle: async (request, reply, dependencies) => {
      reply.code(responses[0].status);
      const checked = {
        params: read(params, request.params),
        query: read(
          query,
          alsoFromBody ? await listingParameters(request, dependencies.settings) : request.query,
        ),
        body: read(body?.schema, body && sentBody(request, body)),
        request,
        reply,
      };
      const response = await handler(checked, dependencies);
      return reply.statusCode === 204 ? reply.send() : response;
    },
  };
};

const sentBody = (
  { query, body: sent }: FastifyRequest,
  { alsoFromQuery, isOptional }: RouteBody<unknown>,
): unknown => {
  if (alsoFromQuery) return isObject(sent ?? {}) ? { ...Object(query), ...Object(sent) } : sent;
  return isOptional ? (sent ?? {}) : sent;
};

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds routes to a server. */
export const registerRoutes = (
  app: FastifyInstance,
  routes: readonly Route[],
  dependencies: RouteDependencies,
): void => {
  const { maxBodyBytes } = dependencies.settings;
  const boundBodies = boundLargeBodies(MAX_LARGE_BODIES, maxBodyBytes);
  const add = (scope: FastifyInstance, route: Route): void => {
    const { method, url, permissions, refusesForeignSites, body, file } = route;
    const { maxBytes, maxLargeBytes } = body ?? {};
    const options: RouteShorthandOptions = {
      onRequest: [
        ...(permissions ? [dependencies.requireKey(permissions)] : []),
        ...(refusesForeignSites ? [refuseForeignSites] : []),
      ],
      ...(maxBytes !== undefined && { bodyLimit: Math.min(maxBytes, maxBodyBytes) }),
      ...(maxLargeBytes !== undefined && { bodyLimit: maxLargeBytes, preParsing: boundBodies }),
      ...(file && { bodyLimit: file.maxBytes }),
    };
    scope.route({
      ...options,
      method: method.toUpperCase() as HTTPMethods,
      url,
      handler: (request, reply) => route.handle(request, reply, dependencies),
    });
  };
  for (const route of routes.filter(({ upload, file }) => !upload && !file)) add(app, route);
  // In scopes of their own: other routes take no such bodies.
  app.register(async (scope) => {
    await scope.register(multipart);
    for (const route of routes.filter(({ upload }) => upload)) add(scope, route);
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (_request: unknown, content: unknown) => content);
    for (const route of routes.filter(({ file }) => file)) add(scope, route);
  });
};

/** A parameter of a path or a query, as the reference shows it. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  readonly required: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example: string;
}

/** The parameters of a route that the reference shows: those with a description and an example. */
export const parametersOf = ({ params, query }: Route): readonly Parameter[] => [
  ...(params ? describeParameters('path', params) : []),
  ...(query ? describeParameters('query', query) : []),
];

const describeParameters = (place: Parameter['in'], schema: z.ZodType): readonly Parameter[] => {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).flatMap(([name, property]) => {
    if (typeof property === 'boolean' || typeof property.example !== 'string') return [];
    const { description = '', example } = property;
    const { enum: values, format } = property;
    return [
      {
        name,
        in: place,
        description,
        required: required.includes(name),
        schema: { type: 'string', ...(values && { enum: values }), ...(format && { format }) },
        example,
      },
    ];
  });
};

/**
 * A hook that lets few large bodies in at the same time: each is in memory several times while it
 * is read. Small ones always pass, and one caller has half of the places at most.
 *
 * @param smallBytes bodies that say they are up to this long are small
 * @throws AppError `too_many_requests`
 */
const boundLargeBodies = (maxAtOnce: number, smallBytes: number): preParsingAsyncHookHandler => {
  const enter = createConcurrencyLimit({ all: maxAtOnce, perCaller: maxAtOnce / 2 });
  return async (request, reply, payload) => {
    const { 'content-length': length, 'content-encoding': coding } = request.headers;
    // How long a compressed one is when it is read, nobody has said.
    if (coding === undefined && Number(length ?? Number.POSITIVE_INFINITY) <= smallBytes) {
      return payload;
    }
    const caller = callerIdOf(request);
    const leave = enter({ ownerId: caller, callerId: caller });
    // When the response has been sent, or the connection has broken, which it may have already.
    if (reply.raw.destroyed) leave();
    else reply.raw.once('close', leave);
    return payload;
  };
};
