import type { LanguagePair, LanguageTag, SentDictionary } from '@dragoman/contract';
import type { TermIndexes } from '@dragoman/core';
import { runInThread } from '../../platform/threads.js';
import type { EditedEntries, EntriesChange } from './entries.js';

/** All that is read lives until the work is done; with less, it is copied around. */
const LIMITS = { heapMebibytes: 1536, youngHeapMebibytes: 128 };

/** What is to be indexed: the entries of dictionaries as TSV in UTF-8, the first one goes before. */
export interface IndexOrder {
  readonly language: LanguageTag;
  readonly dictionaries: readonly Uint8Array[];
}

/** A file with terms. */
export interface TermFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly pair: LanguagePair;
}

/** Work with large glossaries, which takes seconds, and what comes of it. */
export interface GlossaryWork {
  index: { readonly order: IndexOrder; readonly result: TermIndexes };
  edit: { readonly order: EntriesChange; readonly result: EditedEntries };
  read: { readonly order: TermFile; readonly result: SentDictionary };
}

/** Does work in a thread of its own, which ends with it. */
export const inGlossaryThread = <Kind extends keyof GlossaryWork>(
  kind: Kind,
  order: GlossaryWork[Kind]['order'],
): Promise<GlossaryWork[Kind]['result']> =>
  runInThread('features/glossaries/glossary-thread.js', LIMITS, { kind, order });
