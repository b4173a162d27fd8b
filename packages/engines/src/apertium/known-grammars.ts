import type { NounGrammar } from '@dragoman/core';
import { grammarOf } from './noun-grammar.js';

/** Phrases beyond this are forgotten again, the oldest first. */
const MAX_PHRASES = 10_000;

/** What is known of the nouns of phrases. */
export class KnownGrammars {
  readonly #known = new Map<string, NounGrammar | undefined>();

  /** @param analyser names the program behind `analyse` */
  find(
    analyser: string,
    phrases: readonly string[],
    analyse: (phrase: string) => Promise<string>,
  ): Promise<readonly (NounGrammar | undefined)[]> {
    return Promise.all(
      phrases.map(async (phrase) => {
        const key = `${analyser}\n${phrase}`;
        if (!this.#known.has(key)) {
          const grammar = grammarOf(await analyse(phrase));
          const [oldest = ''] = this.#known.keys();
          if (this.#known.size >= MAX_PHRASES) this.#known.delete(oldest);
          this.#known.set(key, grammar);
        }
        return this.#known.get(key);
      }),
    );
  }

  clear(): void {
    this.#known.clear();
  }
}
