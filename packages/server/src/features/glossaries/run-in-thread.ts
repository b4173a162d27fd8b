import type { LanguageTag } from '@dragoman/contract';
import type { TermIndexes } from '@dragoman/core';
import { errorOf, type Failure, nextMessage, startThread } from '../../platform/threads.js';
import type { EditedEntries, EntriesChange } from './entries.js';

/** All that is read lives until the work is done; with less, it is copied around. */
const LIMITS = { heapMebibytes: 1536, youngHeapMebibytes: 128 };

/** What is to be indexed: the entries of dictionaries as TSV, the first one goes before. */
export interface IndexOrder {
  readonly language: LanguageTag;
  readonly dictionaries: readonly string[];
}

/** Work with large glossaries, which takes seconds, and what comes of it. */
export interface GlossaryWork {
  index: { readonly order: IndexOrder; readonly result: TermIndexes };
  edit: { readonly order: EntriesChange; readonly result: EditedEntries };
}

export type GlossaryAnswer =
  | { readonly result: GlossaryWork[keyof GlossaryWork]['result'] }
  | { readonly failure: Failure };

/** Does work in a thread of its own, which ends with it. */
export const runInThread = async <Kind extends keyof GlossaryWork>(
  kind: Kind,
  order: GlossaryWork[Kind]['order'],
): Promise<GlossaryWork[Kind]['result']> => {
  const thread = startThread('features/glossaries/glossary-thread.js', LIMITS);
  try {
    thread.postMessage({ kind, order });
    const answer = await nextMessage<GlossaryAnswer>(thread);
    if ('result' in answer) return answer.result;
    throw errorOf(answer.failure);
  } finally {
    await thread.terminate();
  }
};
