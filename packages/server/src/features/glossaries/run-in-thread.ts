import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode, type LanguageTag } from '@dragoman/contract';
import type { TermIndexes } from '@dragoman/core';
import type { EditedEntries, EntriesChange } from './entries.js';

// Tests run from source, where no compiled worker lies beside this file.
const THREAD_FILE = new URL(
  '../../../dist/features/glossaries/glossary-thread.js',
  import.meta.url,
);
const MAX_HEAP_MEBIBYTES = 1536;
/** All that is read lives until the work is done; with less, it is copied around. */
const YOUNG_HEAP_MEBIBYTES = 128;

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

/** An error; one without a code is a fault of the program. */
export interface GlossaryFailure {
  readonly code: ErrorCode | undefined;
  readonly message: string;
  readonly parameter: string | undefined;
  readonly detail: string | undefined;
}

export type GlossaryAnswer =
  | { readonly result: GlossaryWork[keyof GlossaryWork]['result'] }
  | { readonly failure: GlossaryFailure };

/** Does work in a thread of its own, which ends with it. */
export const runInThread = async <Kind extends keyof GlossaryWork>(
  kind: Kind,
  order: GlossaryWork[Kind]['order'],
): Promise<GlossaryWork[Kind]['result']> => {
  const thread = new Worker(THREAD_FILE, {
    env: {},
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: MAX_HEAP_MEBIBYTES,
      maxYoungGenerationSizeMb: YOUNG_HEAP_MEBIBYTES,
    },
  });
  try {
    thread.postMessage({ kind, order });
    const [answer] = (await once(thread, 'message')) as [GlossaryAnswer];
    if ('result' in answer) return answer.result;
    throw errorOf(answer.failure);
  } finally {
    await thread.terminate();
  }
};

const errorOf = ({ code, message, parameter, detail }: GlossaryFailure): Error =>
  code === undefined
    ? new Error(message)
    : new AppError(code, {
        message,
        ...(parameter !== undefined && { parameter }),
        ...(detail !== undefined && { detail }),
      });
