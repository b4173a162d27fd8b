import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import { linkedController } from '@dragoman/core';
import { type ModelAnswer, readAnswer } from './read-answer.js';
import { failureOfStatus, RequestFailure } from './request-failure.js';

interface ChatMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

/** A call for one answer. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  /** Most tokens of the answer. */
  readonly maxTokens: number;
  /** A longer answer, in UTF-16 code units, is broken off. */
  readonly maxCharacters: number;
  /** What the server is to make the answer look like, where it can. */
  readonly responseFormat?: Readonly<Record<string, unknown>> | undefined;
}

/** Asks a model; the answer is whole, or the promise rejects. */
export type SendChat = (request: ChatRequest, signal: AbortSignal) => Promise<ModelAnswer>;

/** What a client has to know of its server. */
interface ChatServer {
  readonly address: string;
  readonly model: string;
  readonly key?: string | undefined;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly silenceTimeoutMs: number;
  readonly callHeaders: () => Readonly<Record<string, string>>;
}

interface PostOptions {
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

/**
 * A client for `POST {address}/chat/completions` as OpenAI's API reference describes it, with the
 * answer as a stream.
 *
 * @throws RequestFailure from calls; the signal's reason once it aborts
 */
export const createChatClient = (server: ChatServer): SendChat => {
  const url = new URL('chat/completions', server.address.replace(/\/*$/, '/'));
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    ...(server.key !== undefined && { authorization: `Bearer ${server.key}` }),
  };
  return async (request, caller) => {
    caller.throwIfAborted();
    const { signal, abort, release } = linkedController(caller);
    const watchdog = setTimeout(() => abort(new RequestFailure('silent')), server.silenceTimeoutMs);
    let response: IncomingMessage | undefined;
    try {
      const body = JSON.stringify(bodyOf(request, server));
      response = await post(url, {
        headers: { ...server.callHeaders(), ...headers },
        body,
        signal,
      });
      const { statusCode = 0, headers: answered } = response;
      // A redirect would send the texts to an address that nobody configured.
      if (statusCode < 200 || statusCode > 299) {
        throw failureOfStatus(statusCode, answered['retry-after']);
      }
      return await readAnswer(response, {
        maxCharacters: request.maxCharacters,
        onProgress: () => watchdog.refresh(),
      });
    } catch (error) {
      // Ends what is still coming.
      response?.destroy();
      if (signal.aborted) throw signal.reason;
      throw error instanceof RequestFailure ? error : new RequestFailure('unreachable');
    } finally {
      clearTimeout(watchdog);
      release();
    }
  };
};

const bodyOf = (
  { messages, maxTokens, responseFormat }: ChatRequest,
  { model, parameters }: ChatServer,
): object => {
  const body = {
    model,
    messages,
    stream: true,
    temperature: 0,
    max_tokens: maxTokens,
    ...(responseFormat && { response_format: responseFormat }),
    ...parameters,
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
};
