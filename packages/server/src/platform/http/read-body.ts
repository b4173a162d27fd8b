import type { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import { AppError } from '@dragoman/contract';
import { readBounded } from '../read-bounded.js';
import { runInThread } from '../threads.js';
import { createWorkQueue } from '../work-queue.js';
import { hasManyValues, parseBody, requireUtf8 } from './parse-bodies.js';

/** A body for the thread. */
export interface LargeBody {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Longer bodies, and those of more values, are read in a thread: they would hold up other requests. */
const SMALL_BYTES = 128 * 1024;
const FEW_VALUES = 3000;
const LIMITS = { heapMebibytes: 512, youngHeapMebibytes: 64 };
/** The others wait: each takes a core for up to a second. */
const MAX_THREADS = 2;

/** Who has sent a body. */
interface Sender {
  /** Threads read bodies of all callers in turns, however many one of them sends. */
  readonly callerId: string;
  /** Tells that the client has left: a socket. */
  readonly connection: Pick<EventEmitter, 'once' | 'off'>;
}

/**
 * The value of a body that has arrived; undefined for a media type that is not read.
 *
 * @param body given away if it is read in a thread
 * @param contentType the header
 * @param sender a large body waits for a thread until its connection closes
 * @throws AppError `malformed_body`, `unsupported_media_type`; `invalid_parameter` for a file;
 *   `body_too_large` for a large one of very many values; `client_closed`
 */
export type ReadBody = (body: Buffer, contentType: string, sender: Sender) => Promise<unknown>;

/** Make one for all routes, so that they share their threads. */
export const createReadBody = (): ReadBody => {
  const threads = createWorkQueue({ all: MAX_THREADS });

  return async (body, contentType, { callerId, connection }) => {
    requireUtf8(contentType);
    const isSmall = body.length <= SMALL_BYTES && !hasManyValues(body, contentType, FEW_VALUES);
    if (isSmall) return parseBody(body, contentType);
    const leaving = new AbortController();
    const leave = () => leaving.abort(new AppError('client_closed'));
    connection.once('close', leave);
    try {
      return await threads.run({ ownerId: callerId }, leaving.signal, () => {
        const order: LargeBody = { bytes: body, contentType };
        const isWhole = body.buffer.byteLength === body.length;
        const transfer = isWhole && body.buffer instanceof ArrayBuffer ? [body.buffer] : [];
        return runInThread('platform/http/body-thread.js', LIMITS, order, transfer);
      });
    } finally {
      connection.off('close', leave);
    }
  };
};

/**
 * The bytes of a body, joined in turns.
 *
 * @throws AppError `body_too_large`, before all of it is there; `malformed_body` if it breaks off or
 *   cannot be unpacked
 */
export const receiveBody = async (
  content: Readable,
  maxBytes: number,
  contentLength: string | undefined,
): Promise<Buffer> => {
  const isLarge = Number(contentLength ?? 0) > maxBytes;
  // What is too large is answered, and not cut off.
  const chunks = content.iterator({ destroyOnReturn: false });
  const body = isLarge ? undefined : await readBounded(chunks, maxBytes).catch(asMalformed);
  if (body) return body;
  throw new AppError('body_too_large', {
    message: `The request body is larger than ${maxBytes} bytes.`,
  });
};

const asMalformed = (cause: unknown): never => {
  throw new AppError('malformed_body', { cause });
};
