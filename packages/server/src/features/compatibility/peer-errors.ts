import type { AppError, ErrorCode } from '@dragoman/contract';
import type { FastifyRequest } from 'fastify';
import { type ErrorShape, errorBody } from '../../platform/http/errors.js';

/** How another server's API reports errors. */
export interface PeerErrors {
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
  ({ parameterNames, statuses, body, reword }: PeerErrors): ErrorShape =>
  (error, request) => {
    const status = statuses[error.code] ?? error.status;
    let { message } = errorBody(error, request.id);
    const theirName = parameterNames[error.parameter ?? ''];
    if (theirName) message = message.replaceAll(`'${error.parameter}'`, `'${theirName}'`);
    return { status, body: body(reword?.(error, message, request) ?? message, status) };
  };
