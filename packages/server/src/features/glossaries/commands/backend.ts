import type {
  DictionaryPair,
  SentDictionary,
  WireDictionary,
  WireMultilingualGlossary,
} from '@dragoman/contract';

/** The glossaries of one key, in the database or on a server. */
export interface GlossaryBackend {
  /** The oldest first. */
  list(): Promise<readonly WireMultilingualGlossary[]>;
  create(name: string, dictionary: SentDictionary): Promise<WireMultilingualGlossary>;
  /** Replaces the dictionary of the pair, or adds it. */
  putDictionary(id: string, dictionary: SentDictionary): Promise<WireDictionary>;
  /** @returns the entries as TSV */
  readEntries(id: string, pair: DictionaryPair): Promise<string>;
  removeDictionary(id: string, pair: DictionaryPair): Promise<void>;
  remove(id: string): Promise<void>;
}
