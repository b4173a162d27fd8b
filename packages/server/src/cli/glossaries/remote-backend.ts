import {
  type DictionaryPair,
  ERROR_BODY,
  type SentDictionary,
  type WireDictionary,
  type WireMultilingualGlossary,
} from '@dragoman/contract';
import { CommandError, EXIT_CODES } from '../common/command-error.js';
import type { GlossaryBackend } from './backend.js';

/** A dictionary of 10 MiB on a slow line. */
const TIMEOUT_MS = 120_000;

/** The glossaries of a key on a server. */
export const createRemoteGlossaries = (
  server: string,
  key: string,
  signal: AbortSignal,
): GlossaryBackend => {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${server}/v3/glossaries${path}`, {
      method,
      headers: {
        authorization: `Service-Auth-Key ${key}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      redirect: 'error',
    }).catch((cause) => {
      signal.throwIfAborted();
      throw new CommandError(
        `No server responds at ${server}. Omit --server to use the database.`,
        {
          cause,
        },
      );
    });
    const text = await response.text();
    if (!response.ok) throw failureOf(response.status, text);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    async list() {
      const answer = (await call('GET', '')) as {
        readonly glossaries: readonly WireMultilingualGlossary[];
      };
      return answer.glossaries;
    },
    create: async (name, dictionary) =>
      (await call('POST', '', {
        name,
        dictionaries: [toWire(dictionary)],
      })) as WireMultilingualGlossary,
    putDictionary: async (id, dictionary) =>
      (await call('PUT', `/${id}/dictionaries`, toWire(dictionary))) as WireDictionary,
    async readEntries(id, pair) {
      const answer = (await call('GET', `/${id}/entries?${queryOf(pair)}`)) as {
        readonly dictionaries: readonly { readonly entries: string }[];
      };
      return answer.dictionaries[0]?.entries ?? '';
    },
    async removeDictionary(id, pair) {
      await call('DELETE', `/${id}/dictionaries?${queryOf(pair)}`);
    },
    async remove(id) {
      await call('DELETE', `/${id}`);
    },
    close: async () => {},
  };
};

const toWire = ({ source, target, entries, format }: SentDictionary) => ({
  source_lang: source,
  target_lang: target,
  entries,
  entries_format: format,
});

const queryOf = ({ source, target }: DictionaryPair): string =>
  new URLSearchParams({ source_lang: source, target_lang: target }).toString();

const failureOf = (status: number, text: string): CommandError => {
  const error = ERROR_BODY.safeParse(jsonOf(text)).data;
  if (!error) return new CommandError(`The server answered with status ${status}.`);
  const message = error.detail === undefined ? error.message : `${error.message}: ${error.detail}`;
  const isUsage = error.code === 'invalid_parameter';
  return new CommandError(message, {
    exitCode: isUsage ? EXIT_CODES.wrongUsage : EXIT_CODES.failed,
  });
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
