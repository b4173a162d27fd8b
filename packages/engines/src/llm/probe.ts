import type { AskModel } from './chat-client.js';
import type { AnswerFormat } from './options.js';
import { createExchange } from './protocols.js';
import { RequestFailure } from './request-failure.js';
import type { Protocol } from './system-prompt.js';

/** Short, and the same in every language. */
const TRIAL = { source: 'en', target: 'de', texts: [{ text: '1' }] };

/**
 * Finds out how a model can be asked, by asking it something: with a JSON schema where its server
 * knows that, otherwise with delimiters.
 *
 * @throws RequestFailure of the last attempt, where it cannot be asked in any way
 */
export const probeProtocol = async (
  ask: AskModel,
  format: AnswerFormat,
  signal: AbortSignal,
): Promise<Protocol> => {
  if (format !== 'auto') {
    await tryProtocol(ask, format, signal);
    return format;
  }
  try {
    await tryProtocol(ask, 'json_schema', signal);
    return 'json_schema';
  } catch (error) {
    if (!(error instanceof RequestFailure && isAboutFormat(error))) throw error;
    await tryProtocol(ask, 'delimiters', signal);
    return 'delimiters';
  }
};

const tryProtocol = async (
  ask: AskModel,
  protocol: Protocol,
  signal: AbortSignal,
): Promise<void> => {
  const { request, read } = createExchange(TRIAL, protocol);
  read((await ask(request, signal)).text);
};

/** A wrong key or model name is no matter of the format. */
const isAboutFormat = ({ kind, status }: RequestFailure): boolean =>
  kind === 'malformed' ||
  kind === 'too_long' ||
  kind === 'server_error' ||
  (kind === 'refused' && status !== 401 && status !== 403 && status !== 404);
