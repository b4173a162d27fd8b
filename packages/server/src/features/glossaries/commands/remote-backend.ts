import type {
  DictionaryPair,
  SentDictionary,
  WireDictionary,
  WireMultilingualGlossary,
} from '@dragoman/contract';
import { createCallServer } from '../../../cli/call-server.js';
import type { OwnServer } from '../../../cli/key-resources/with-owned.js';
import type { GlossaryBackend } from './backend.js';

/** The glossaries of a key on a server. */
export const createRemoteGlossaries = (
  { address, key }: OwnServer,
  signal: AbortSignal,
): GlossaryBackend => {
  const callServer = createCallServer(address, key, signal);
  const call = (method: string, path: string, body?: object) =>
    callServer(method, `/v3/glossaries${path}`, body);
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
