import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestEncrypted } from 'node:https';

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/**
 * Sends a body over a connection that is kept for the next one; resolves to the response once its
 * headers are there. Redirects are not followed. Node's own client takes less than
 * half of the time that `fetch` takes.
 *
 * @throws the signal's reason, also from the response's body; what the connection fails with
 */
export const post = async (url: URL, options: PostOptions): Promise<IncomingMessage> => {
  options.signal.throwIfAborted();
  try {
    return await postOnce(url, options);
  } catch (error) {
    // The server has closed the connection just when it was to be used again.
    if (!(error instanceof StaleConnectionError)) throw error;
    return postOnce(url, options);
  }
};

class StaleConnectionError extends Error {}

const postOnce = (url: URL, { headers, body, signal }: PostOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestEncrypted : requestPlain;
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    const abort = (): void => void request.destroy(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    request.once('close', () => signal.removeEventListener('abort', abort));
    request.once('response', resolve);
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted;
      reject(isStale ? new StaleConnectionError() : error);
    });
    request.end(body);
  });
