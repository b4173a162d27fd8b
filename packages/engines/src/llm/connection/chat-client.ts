import { type Answer, readAnswer } from './read-answer.js';
import { failureOfStatus, RequestFailure } from './request-failure.js';

export interface ChatMessage {
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
export type AskModel = (request: ChatRequest, signal: AbortSignal) => Promise<Answer>;

/** What a client has to know of its server. */
export interface ChatServer {
  readonly address: string;
  readonly model: string;
  readonly key?: string | undefined;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly silenceTimeoutMs: number;
}

/**
 * A client for `POST {address}/chat/completions` as OpenAI's API reference describes it, with the
 * answer as a stream.
 *
 * @throws RequestFailure from calls; the signal's reason once it aborts
 */
export const createChatClient = (server: ChatServer): AskModel => {
  const url = new URL('chat/completions', server.address.replace(/\/*$/, '/'));
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    ...(server.key !== undefined && { authorization: `Bearer ${server.key}` }),
  };
  return async (request, caller) => {
    caller.throwIfAborted();
    const watchdog = new AbortController();
    const giveUp = (): void => watchdog.abort(new RequestFailure('silent'));
    let timer = setTimeout(giveUp, server.silenceTimeoutMs);
    const signal = AbortSignal.any([caller, watchdog.signal]);
    try {
      // A redirect would send the texts to an address that nobody configured.
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(bodyOf(request, server)),
        signal,
        redirect: 'error',
      });
      if (!response.ok) throw failureOfStatus(response.status, response.headers);
      const onProgress = (): void => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, server.silenceTimeoutMs);
      };
      return await readAnswer(response, { maxCharacters: request.maxCharacters, onProgress });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error instanceof RequestFailure ? error : new RequestFailure('unreachable');
    } finally {
      clearTimeout(timer);
      // Ends what is still coming after a failure; after the end it does nothing.
      watchdog.abort();
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
