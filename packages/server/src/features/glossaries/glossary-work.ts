import type { LanguagePair, LanguageTag, SentDictionary } from '@dragoman/contract';
import type { TermIndexes } from '@dragoman/core';
import { runInThread } from '../../platform/threads.js';
import { createWorkQueue } from '../../platform/work-queue.js';
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

/** Each thread may take a gigabyte: a few at a time, and owners have their turns. */
const threads = createWorkQueue({ all: 2, perOwner: 1 });
const NEVER = new AbortController().signal;

/** Whom a thread works for. */
export interface GlossaryWorker {
  readonly ownerId: string;
  /** Work that waits for a thread leaves when it aborts. @default never */
  readonly signal?: AbortSignal;
}

/** Does work in a thread of its own, which ends with it, once there is room for one. */
export const inGlossaryThread = <Kind extends keyof GlossaryWork>(
  kind: Kind,
  order: GlossaryWork[Kind]['order'],
  { ownerId, signal = NEVER }: GlossaryWorker,
): Promise<GlossaryWork[Kind]['result']> =>
  threads.run({ ownerId }, signal, () =>
    runInThread('features/glossaries/glossary-thread.js', LIMITS, { kind, order }),
  );
