import { AppError, ERRORS, type ErrorBody, type ErrorCode, isAppError } from '@dragoman/contract';
import type { Logger } from '@dragoman/core';
import { describeError } from '@dragoman/web';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseOutage, isFileShortage, unavailableError } from '../database/store-error.js';
import { html } from '../escaping.js';

/** Fastify's own errors as errors of the API. All others of fastify are a 400. */
const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};

/** How an error is reported to the client. */
export type ErrorShape = (
  error: AppError,
  request: FastifyRequest,
) => {
  readonly status: number;
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The path of a request, without its query. */
const requestPathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

/** The dependencies of error reporting. */
interface ErrorDependencies {
  readonly log: Logger;
  readonly maxBodyBytes: number;
}

/** Paths of the contract that this server does not have yet, and what they are for. */
const NOT_OFFERED: readonly (readonly [path: RegExp, what: string])[] = [
  [/^\/(v3\/voice|v1\/jobs\/voice)\//, 'Speech is not offered by this server'],
  [/^\/v1\/quality-evaluation$/, 'Evaluating quality is not offered by this server'],
];

/** The error for a path that exists in the contract but not here; undefined for all others. */
const notOffered = (path: string): AppError | undefined => {
  const what = NOT_OFFERED.find(([pattern]) => pattern.test(path))?.[1];
  return what === undefined ? undefined : new AppError('not_offered', { message: `${what}.` });
};

/** Paths that only programs request, although some programs say that they accept HTML. */
const API_PATH = /^\/v\d+\//;

/** The page loads nothing; its style is inline. */
const ERROR_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  vary: 'accept, accept-language',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** Whether a person opened the address in a browser. */
const isForBrowser = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true && !API_PATH.test(url);

/**
 * An error as a page: what it means in a language of the visitor, and the message of the API.
 *
 * @param request says which languages, and where the page is
 */
const errorPage = (
  status: number,
  { message, request_id: requestId }: ErrorBody,
  request: FastifyRequest,
): string => {
  // Relative, because a proxy may have the server below a path.
  const home = '../'.repeat(requestPathOf(request).split('/').length - 2) || './';
  const acceptLanguage = request.headers['accept-language'];
  const { locale, direction, summary, texts } = describeError(status, acceptLanguage);
  return `<!doctype html>${
    html`<html lang="${locale}" dir="${direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dragoman: ${status}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 40rem; margin: 4rem auto; padding: 0 1rem; }
small { opacity: 0.7; }
</style>
<h1>${status}</h1>
<p>${summary}</p>
<p lang="en" dir="ltr">${message}</p>
<p><a href="${home}">${texts.translator}</a> · <a href="${home}docs">${texts.apiReference}</a></p>
<p><small>${texts.request} <bdi>${requestId}</bdi></small></p>
</html>
`.html
  }`;
};

/**
 * Converts every failure to the common JSON format, or to a page for a browser.
 *
 * @param shapesByPath formats of paths that belong to another API
 */
export const registerErrors = (
  app: FastifyInstance,
  dependencies: ErrorDependencies,
  shapesByPath: ReadonlyMap<string, ErrorShape>,
): void => {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ path, method }) => {
    const methods = methodsByPath.get(path) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsByPath.set(path, methods);
  });

  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'OPTIONS') throw new AppError('browser_refused');
    const path = requestPathOf(request);
    const unbuilt = notOffered(path);
    if (unbuilt) throw unbuilt;
    const parts = path.split('/');
    const methods = new Set(
      [...methodsByPath].flatMap(([route, names]) => (isAt(route, parts) ? [...names] : [])),
    );
    if (methods.size === 0) throw new AppError('not_found');
    // What `GET` brings along comes last.
    const allowed = [...methods].toSorted((one, other) => +(one === 'HEAD') - +(other === 'HEAD'));

    reply.header('allow', allowed.join(', '));
    throw new AppError('method_not_allowed', {
      message: `Method ${request.method} is not allowed here; use ${allowed.join(', ')}.`,
    });
  });

  answerErrorsAs(app, dependencies, (error, request) => {
    const shape = shapesByPath.get(requestPathOf(request));
    return shape ? shape(error, request) : ownShape(error, request);
  });
};

/** The format of our own API, or a page. */
const ownShape = (
  error: AppError,
  request: FastifyRequest,
  status: number = error.status,
): ReturnType<ErrorShape> => {
  const body = errorBody(error, request.id);
  return isForBrowser(request)
    ? { status, body: errorPage(status, body, request), headers: ERROR_PAGE_HEADERS }
    : { status, body };
};

/** Answers requests for which fastify looks for no route, because of their addresses. */
export const answerBadAddress = (
  { code }: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const isTooLong = code === 'FST_ERR_MAX_PARAM_LENGTH';
  const error = new AppError('malformed_body', {
    message: isTooLong
      ? 'A part of the path is too long.'
      : 'The path is malformed: a percent sign must begin the code of a character in UTF-8.',
  });
  const shaped = ownShape(error, request, isTooLong ? 414 : error.status);
  const { status, body, headers = {} } = shaped;
  reply
    .code(status)
    .headers({ ...headers, 'x-trace-id': request.id })
    .send(body);
};

/** Whether a route, such as `/v3/glossaries/:glossary_id`, is at a path with these parts. */
const isAt = (route: string, parts: readonly string[]): boolean => {
  const names = route.split('/');
  return (
    names.length === parts.length &&
    names.every((name, at) => (name.startsWith(':') ? parts[at] !== '' : name === parts[at]))
  );
};

/** Converts the failures of the routes below `app` to a different format. */
export const answerErrorsAs = (
  app: FastifyInstance,
  { log, maxBodyBytes }: ErrorDependencies,
  shape: ErrorShape,
): void => {
  app.setErrorHandler(async (error: FastifyError | Error, request, reply) => {
    const appError = toAppError(error, request.routeOptions.bodyLimit ?? maxBodyBytes);
    if (appError.code === 'internal') {
      log.error({ traceId: request.id, err: error }, 'unexpected error');
    } else if (appError.cause instanceof DatabaseOutage) {
      log.warn({ traceId: request.id, err: appError.cause.cause }, 'the database has a problem');
    } else if (isFileShortage(appError.cause)) {
      log.warn(
        { traceId: request.id, err: appError.cause },
        'a file cannot be opened or written now',
      );
    }
    const { retryAfterSeconds } = appError;
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
    const { status, body, headers = {} } = shape(appError, request);
    return reply.code(status).headers(headers).send(body);
  });
};

/** The error that is reported for a failure; an unexpected one is `internal`. */
const toAppError = (error: Error, maxBodyBytes: number): AppError => {
  if (isAppError(error)) return error;
  if (error instanceof DatabaseOutage || isFileShortage(error)) return unavailableError(error);
  const code = 'code' in error ? FASTIFY_CODES[String(error.code)] : undefined;
  if (code === 'body_too_large') {
    return new AppError(code, {
      message: `The request body is larger than ${maxBodyBytes} bytes.`,
    });
  }
  if (code) return new AppError(code);
  const status = 'statusCode' in error ? error.statusCode : undefined;
  const isCallersFault = typeof status === 'number' && status >= 400 && status < 500;
  return new AppError(isCallersFault ? 'malformed_body' : 'internal', { cause: error });
};

/** The body of an error response. A caller learns the request id, never a stack trace. */
export const errorBody = (error: AppError, requestId: string): ErrorBody => ({
  message:
    error.code === 'internal'
      ? `${ERRORS.internal.message} Please report it with request id ${requestId}.`
      : error.message,
  code: error.code,
  request_id: requestId,
  ...(error.parameter === undefined ? {} : { parameter: error.parameter }),
  ...(error.detail === undefined ? {} : { detail: error.detail }),
  ...(error.reason === undefined ? {} : { reason: error.reason }),
  ...(error.index === undefined ? {} : { index: error.index }),
  ...(error.language === undefined ? {} : { language: error.language }),
});
