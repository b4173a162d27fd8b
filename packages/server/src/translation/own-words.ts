import type { TranslateBody } from '@dragoman/contract';
import type { OwnWords } from '@dragoman/core';
import type { TokenBudgets } from '../accounts/usage/token-budgets.js';
import type { GlossaryStore } from '../glossaries/records/glossary-record.js';
import { createFindTerms } from '../glossaries/terms/glossary-terms.js';
import type { Inflections } from '../glossaries/terms/inflections.js';
import type { MemoryStore } from '../memories/records/memory-record.js';
import { createFindMemory } from '../memories/search/find-memory.js';
import { createFindStyle } from '../styles/find-style.js';
import type { StyleStore } from '../styles/style-record.js';

/** The parameters of a request that name what its owner has stored. */
export type OwnWordsRequest = Pick<
  TranslateBody,
  | 'source_lang'
  | 'target_lang'
  | 'glossary_id'
  | 'glossary_ids'
  | 'style_id'
  | 'translation_memory_id'
  | 'translation_memory_threshold'
>;

/** Whether a request names anything that its owner has stored. */
export const namesOwnWords = (request: OwnWordsRequest): boolean =>
  request.glossary_id !== undefined ||
  request.glossary_ids !== undefined ||
  request.style_id !== undefined ||
  request.translation_memory_id !== undefined;

/** What the names in a request stand for. */
export interface FoundWords {
  /** Differs whenever a glossary or the style does; a memory never changes. */
  readonly revision: string;
  /**
   * All of it in memory. The first use of a large glossary takes seconds.
   *
   * @param signal aborts when nobody waits for it any more
   */
  load(signal: AbortSignal): Promise<OwnWords>;
}

/**
 * Finds the glossaries, the style and the translation memory that a request names.
 *
 * @throws AppError `invalid_parameter` for what the owner does not have, or not in its languages
 */
export type FindOwnWords = (ownerId: string, request: OwnWordsRequest) => Promise<FoundWords>;

export interface OwnWordsStores {
  readonly glossaryStore: GlossaryStore;
  readonly styleStore: StyleStore;
  readonly memoryStore: MemoryStore;
}

/** @param tokenBudgets where there are language models to spend tokens on */
export const createFindOwnWords = (
  { glossaryStore, styleStore, memoryStore }: OwnWordsStores,
  inflections: Inflections,
  tokenBudgets?: Pick<TokenBudgets, 'open'>,
): FindOwnWords => {
  const findTerms = createFindTerms(glossaryStore, inflections);
  const findStyle = createFindStyle(styleStore);
  const findMemory = createFindMemory(memoryStore);
  return async (ownerId, request) => {
    const terms = await findTerms(ownerId, request);
    const style = await findStyle(ownerId, request);
    const memory = await findMemory(ownerId, request);
    return {
      revision: `${terms?.revision} ${style?.revision}`,
      load: async (signal) => ({
        ...(terms && { terms: await terms.load(signal) }),
        ...(style && { style: style.style }),
        ...(memory && { memory }),
        ...(tokenBudgets && { budget: await tokenBudgets.open(ownerId) }),
      }),
    };
  };
};
