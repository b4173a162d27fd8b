import {
  type InstalledLanguages,
  planRequest,
  type RequestParameters,
  type RequestSettings,
  resolveLanguages,
} from '@dragoman/core';
import { createFindTerms } from '../glossaries/find-terms.js';
import type { GlossaryStore } from '../glossaries/glossary-record.js';
import type { Inflections } from '../glossaries/inflections.js';
import type { TokenBudgets } from '../keys-and-usage/token-budgets.js';
import { createFindMemory } from '../memories/find-memory.js';
import type { MemoryStore } from '../memories/memory-record.js';
import type { StyleStore } from '../style-rules/style-record.js';
import { createFindStyle } from '../style-rules/style-service.js';

/** Whether a request names anything that its owner has stored. */
export const namesCustomizations = (parameters: RequestParameters): boolean =>
  parameters.glossary_id !== undefined ||
  parameters.glossary_ids !== undefined ||
  parameters.style_id !== undefined ||
  parameters.translation_memory_id !== undefined;

/** A request whose languages, style, memory and glossaries were found. */
export interface ResolvedRequest {
  /** Without terms and budget. */
  readonly request: RequestSettings;
  /** Differs whenever a glossary or the style does; a memory never changes. */
  readonly revision: string;
  /**
   * The request with its terms in memory, and what its owner may spend. The first use of a large
   * glossary takes seconds.
   *
   * @param signal aborts when nobody waits for it any more
   */
  load(signal: AbortSignal): Promise<RequestSettings>;
}

/**
 * Resolves what a request names: the one place where that happens.
 *
 * @throws AppError for languages that are unknown or not installed; `invalid_parameter` for what the
 *   owner does not have, or not in these languages, and for what no engine can do
 */
export type ResolveRequest = (
  ownerId: string,
  parameters: RequestParameters,
) => Promise<ResolvedRequest>;

interface ResolveRequestDependencies extends InstalledLanguages {
  readonly stores: {
    readonly glossaryStore: GlossaryStore;
    readonly styleStore: StyleStore;
    readonly memoryStore: MemoryStore;
  };
  readonly inflections: Inflections;
  /** Where there are language models to spend tokens on. */
  readonly tokenBudgets?: Pick<TokenBudgets, 'open'> | undefined;
}

export const createResolveRequest = ({
  stores: { glossaryStore, styleStore, memoryStore },
  inflections,
  tokenBudgets,
  ...installed
}: ResolveRequestDependencies): ResolveRequest => {
  const findTerms = createFindTerms(glossaryStore, inflections);
  const findStyle = createFindStyle(styleStore);
  const findMemory = createFindMemory(memoryStore);
  return async (ownerId, parameters) => {
    const languages = resolveLanguages(parameters);
    const asked = [
      findTerms(ownerId, parameters, languages),
      findStyle(ownerId, parameters, languages),
      findMemory(ownerId, parameters, languages),
    ] as const;
    // Of several that are wrong, the first is refused, whichever the store answers first.
    await Promise.allSettled(asked);
    const [terms, style, memory] = await Promise.all(asked);
    const request: RequestSettings = {
      ...planRequest(parameters, languages, style?.style, installed),
      ...(memory && { memory }),
    };
    return {
      request,
      revision: `${terms?.revision} ${style?.revision}`,
      load: async (signal) => ({
        ...request,
        ...(terms && { terms: await terms.load(signal) }),
        ...(tokenBudgets && { budget: await tokenBudgets.open(ownerId) }),
      }),
    };
  };
};
