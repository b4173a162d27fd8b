import { ERROR_BODY, MEBIBYTE } from '@dragoman/contract';
import { askServer } from './ask-server.js';
import { CommandError, EXIT_CODES } from './command-error.js';

/** A dictionary of 10 MiB on a slow line. */
const TIMEOUT_MS = 120_000;
/** The same, where every character is escaped. */
const MAX_ANSWER_BYTES = 64 * MEBIBYTE;

/**
 * Makes a call with the key of its user.
 *
 * @param path begins with a slash
 * @returns the body of the response, undefined for an empty one
 * @throws CommandError with the reason of the server, or that it does not respond
 */
type CallServer = (method: string, path: string, body?: object) => Promise<unknown>;

/** Makes calls to a server. They throw the signal's reason once it aborts. */
export const createCallServer =
  (server: string, key: string, signal: AbortSignal): CallServer =>
  async (method, path, body) => {
    const answer = await askServer(server + path, {
      signal,
      method,
      body,
      headers: { authorization: `Service-Auth-Key ${key}` },
      timeoutMs: TIMEOUT_MS,
      maxAnswerBytes: MAX_ANSWER_BYTES,
    });
    if (!answer) {
      throw new CommandError(`No server responds at ${server}. Omit --server to use the database.`);
    }
    if (answer.status >= 300) throw refusalOf(answer.status, answer.body);
    return answer.body;
  };

/** The reason that a server gives for a status, as an error for the user. */
export const refusalOf = (status: number, body: unknown): CommandError => {
  const error = ERROR_BODY.safeParse(body).data;
  if (!error) return new CommandError(`The server answered with status ${status}.`);
  const message = error.detail === undefined ? error.message : `${error.message}: ${error.detail}`;
  const isUsage = error.code === 'invalid_parameter';
  return new CommandError(message, {
    exitCode: isUsage ? EXIT_CODES.wrongUsage : EXIT_CODES.failed,
  });
};
