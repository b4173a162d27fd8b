import type {
  AssembledText,
  Counts,
  OpenOptions,
  PrepareOptions,
  TranslatedUnit,
  TranslationUnit,
} from '@dragoman/core';
import type { Failure } from '../../platform/threads.js';

/** What the server says to the markup thread; `id` names a text from `open` to `close`. */
export type ToMarkupThread =
  | {
      readonly type: 'open';
      readonly id: number;
      readonly text: string;
      readonly options: OpenOptions;
    }
  | { readonly type: 'translate'; readonly id: number; readonly options: PrepareOptions }
  | {
      readonly type: 'answer';
      readonly id: number;
      readonly question: number;
      readonly units: readonly TranslatedUnit[];
    }
  | { readonly type: 'close'; readonly id: number };

/** What the markup thread says to the server. */
export type FromMarkupThread =
  | { readonly type: 'opened'; readonly id: number; readonly readable: string }
  /** Asks for the translation of units; the answer names the question. */
  | {
      readonly type: 'ask';
      readonly id: number;
      readonly question: number;
      readonly units: readonly TranslationUnit[];
    }
  | { readonly type: 'done'; readonly id: number; readonly translated: AssembledText }
  | { readonly type: 'failed'; readonly id: number; readonly failure: Failure }
  | { readonly type: 'counted'; readonly count: CountOf<keyof Counts> };

/** A count of any kind, with its labels. */
export type CountOf<Name extends keyof Counts> = Name extends keyof Counts
  ? { readonly name: Name; readonly labels: Counts[Name]; readonly amount: number | undefined }
  : never;
