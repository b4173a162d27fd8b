import type { LanguageTag } from '@dragoman/contract';
import { type Engine, type Logger, pluralTerms, type Term, type TermPair } from '@dragoman/core';

/** How long a dictionary may take; the request that needs the terms waits. */
const TIME_LIMIT_MS = 10_000;

/** Finds the plurals of terms, in the languages whose dictionaries are installed. */
export interface Plurals {
  find(terms: readonly Term[], pair: TermPair): Promise<readonly Term[]>;
  /** Differs when other plurals may be found than before. */
  revision(): number;
}

/**
 * Asks the first engine that has a dictionary of a language. Terms can do without their plurals, so
 * an engine that fails is only logged; after that, they are looked for again.
 */
export const createPlurals = (
  engines: readonly Pick<Engine, 'findForms' | 'pairs'>[],
  log: Logger,
): Plurals => {
  const asked = engines.filter(({ findForms }) => findForms !== undefined);
  let revision = 0;
  let installed: readonly unknown[] = [];

  const formsOf = async (language: LanguageTag, phrases: readonly string[]) => {
    if (phrases.length === 0) return undefined;
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    for (const engine of asked) {
      const forms = await engine.findForms?.(language, phrases, { signal });
      if (forms) return forms;
    }
    return undefined;
  };

  return {
    async find(terms, pair) {
      try {
        const sources = terms.map(({ source }) => source);
        const forms = (await formsOf(pair.source, sources)) ?? [];
        const hasPlural = terms.map((_, index) => forms[index]?.plural !== undefined);
        const singulars = terms.filter((_, index) => hasPlural[index]);
        const targets = singulars.map(({ target }) => target);
        const known = {
          sources: forms.filter((_, index) => hasPlural[index]),
          targets: await formsOf(pair.target, targets),
        };
        return pluralTerms(singulars, known, pair.target);
      } catch (error) {
        log.warn({ err: error, ...pair }, 'the plurals of a glossary could not be found');
        revision += 1;
        return [];
      }
    },
    revision() {
      const now = asked.map((engine) => engine.pairs());
      const isSame = now.every((pairs, index) => pairs === installed[index]);
      if (!isSame) revision += 1;
      installed = now;
      return revision;
    },
  };
};
